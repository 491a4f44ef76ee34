// Calibration by four clicks: the corners of a rectangle of known size, over the camera's own picture.
import { corners, grip } from "/static/corners.js";
import { follow, post, say } from "/static/live.js";
import { byId, shape, written } from "/static/shapes.js";
import { pixel } from "/static/sight.js";

const WHICH = ["upper left", "upper right", "lower right", "lower left"];
let field = [];
const drawing = byId("drawing");

function redraw() {
  const px = pixel(drawing);
  const whole = field.length === 4;
  const parts = field.length > 1 ? [shape(whole ? "polygon" : "polyline", { class: whole ? "click" : "open", points: written(field) })] : [];
  field.forEach(([x, y], at) => {
    const left = at === 1 || at === 2; // the name stands on the side that lies within the picture
    parts.push(grip(drawing, [x, y]));
    parts.push(shape("text", { class: `region ${left ? "end" : ""}`, x: x + (left ? -12 : 12) * px, y: y + (at < 2 ? 22 : -12) * px }, WHICH[at]));
  });
  drawing.replaceChildren(...parts);
  byId("save").disabled = !whole;
}

corners(drawing, {
  held: () => field,
  moved: redraw,
  clicked(at) {
    if (field.length < 4) field.push(at);
    redraw();
  },
});
byId("again").addEventListener("click", () => {
  field = [];
  redraw();
});
byId("save").addEventListener("click", async () => {
  const [width, height] = ["width", "height"].map((id) => Number(byId(id).value.replace(",", ".")));
  say(await post("/save-calibration", { corners: field, width_mm: width, height_mm: height }));
});

follow({ raw: true, resized: redraw });
