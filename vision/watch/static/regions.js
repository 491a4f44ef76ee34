// Regions: the part of the felt where each place's cards lie, drawn over the live picture.
import { byId, follow, near, pointer, post, say, shape, written } from "/static/live.js";

const PLACES = [..."12345"].map((n) => `board${n}`).concat("burn", "muck", ...Array.from({ length: 10 }, (_, n) => `seat${n + 1}`), "stub");
const REACH = 14;
const regions = new Map();
let open = [];
let loaded = false;
let held = null;

const place = byId("place");
place.append(...PLACES.map((name) => new Option(name)));
const chosen = () => place.value;

function redraw() {
  const parts = [];
  for (const [name, corners] of regions) {
    parts.push(shape("polygon", { class: `region${name === chosen() ? " chosen" : ""}`, points: written(corners) }));
    parts.push(shape("text", { class: "region", x: corners[0][0] + 7, y: corners[0][1] + 19 }, name));
  }
  if (open.length) parts.push(shape("polyline", { class: "open", points: written(open) }));
  for (const [x, y] of [...(regions.get(chosen()) ?? []), ...open]) parts.push(shape("circle", { class: "corner", cx: x, cy: y, r: 7 }));
  byId("drawing").replaceChildren(...parts);
  byId("regions").replaceChildren(...[...regions.keys()].sort((a, b) => PLACES.indexOf(a) - PLACES.indexOf(b)).map(entry));
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
  const left = PLACES.find((name) => !regions.has(name));
  if (left) place.value = left;
}

const drawing = byId("drawing");
drawing.classList.add("drawing");
drawing.addEventListener("pointerdown", (event) => {
  const at = pointer(drawing, event);
  const corners = regions.get(chosen()) ?? [];
  held = open.length ? null : corners.findIndex((corner) => near(corner, at, REACH));
  if (held !== null && held >= 0) {
    drawing.setPointerCapture(event.pointerId);
    return;
  }
  held = null;
  if (open.length >= 3 && near(open[0], at, REACH)) {
    regions.set(chosen(), open);
    open = [];
    nextPlace();
  } else {
    open.push(at);
  }
  redraw();
});
drawing.addEventListener("pointermove", (event) => {
  if (held === null || held < 0) return;
  regions.get(chosen())[held] = pointer(drawing, event);
  redraw();
});
drawing.addEventListener("pointerup", () => (held = null));
place.addEventListener("change", () => {
  open = [];
  redraw();
});
byId("save").addEventListener("click", async () => {
  say(await post("/save-regions", [...regions].map(([name, corners]) => ({ place: name, corners }))));
});
byId("felt").addEventListener("click", async () => say(await post("/save-felt", {})));

follow({
  show(state) {
    if (state.closed || loaded) return;
    loaded = true;
    for (const region of state.regions) regions.set(region.place, region.corners);
    nextPlace();
    redraw();
    if (!state.calibrated) say({ good: false, text: "Calibrate the camera first: regions are millimetres of the felt." });
  },
});
