// Regions: the part of the felt where each place's cards lie, drawn over the live picture.
import { corners, grip, near } from "/static/corners.js";
import { follow, post, say } from "/static/live.js";
import { byId, shape, written } from "/static/shapes.js";
import { pixel, placeName } from "/static/sight.js";

const regions = new Map();
let places = [];
let open = [];
let loaded = false;

const drawing = byId("drawing");
const place = byId("place");
const chosen = () => place.value;

function redraw() {
  const parts = [];
  const px = pixel(drawing);
  for (const [name, around] of regions) {
    parts.push(shape("polygon", { class: `region${name === chosen() ? " chosen" : ""}`, points: written(around) }));
    parts.push(placeName(name, around, px));
  }
  if (open.length) parts.push(shape("polyline", { class: "open", points: written(open) }));
  for (const corner of [...(regions.get(chosen()) ?? []), ...open]) parts.push(grip(drawing, corner));
  drawing.replaceChildren(...parts);
  byId("regions").replaceChildren(...[...regions.keys()].sort((a, b) => places.indexOf(a) - places.indexOf(b)).map(entry));
}

function entry(name) {
  const line = document.createElement("li");
  line.textContent = name;
  line.classList.toggle("chosen", name === chosen());
  const remove = document.createElement("button");
  remove.textContent = "×";
  remove.setAttribute("aria-label", `remove ${name}`);
  remove.addEventListener("click", () => {
    regions.delete(name);
    redraw();
  });
  line.append(remove);
  return line;
}

function nextPlace() {
  const left = places.find((name) => !regions.has(name));
  if (left) place.value = left;
}

function offer(names) {
  if (names.join() === places.join()) return;
  const before = chosen();
  places = names;
  place.replaceChildren(...names.map((name) => new Option(name)));
  if (names.includes(before)) place.value = before;
}

corners(drawing, {
  held: () => (open.length ? [] : (regions.get(chosen()) ?? [])),
  moved: redraw,
  clicked(at) {
    if (open.length >= 3 && near(drawing, open[0], at)) {
      regions.set(chosen(), open);
      open = [];
      nextPlace();
    } else {
      open.push(at);
    }
    redraw();
  },
});
place.addEventListener("change", () => {
  open = [];
  redraw();
});
byId("save").addEventListener("click", async () => {
  say(await post("/save-regions", [...regions].map(([name, around]) => ({ place: name, corners: around }))));
});
byId("felt").addEventListener("click", async () => say(await post("/save-felt", {})));

follow({
  resized: redraw,
  show(state) {
    if (state.closed) return;
    offer(state.places);
    if (loaded) return;
    loaded = true;
    for (const region of state.regions) regions.set(region.place, region.corners);
    nextPlace();
    redraw();
    if (!state.calibrated) say({ good: false, text: "Calibrate the camera first: regions are millimetres of the felt." });
  },
});
