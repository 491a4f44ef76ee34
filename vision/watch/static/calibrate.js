// Calibration by four clicks: the corners of a rectangle of known size, over the camera's own picture.
import { byId, follow, near, pointer, post, say, shape, written } from "/static/live.js";

const REACH = 16;
let corners = [];
let held = null;
const drawing = byId("drawing");
drawing.classList.add("drawing");

function redraw() {
  const parts = corners.length > 1 ? [shape(corners.length === 4 ? "polygon" : "polyline", { class: corners.length === 4 ? "click" : "open", points: written(corners) })] : [];
  corners.forEach(([x, y], at) => {
    parts.push(shape("circle", { class: "corner", cx: x, cy: y, r: 8 }));
    parts.push(shape("text", { class: "region", x: x + 12, y: y - 10 }, ["upper left", "upper right", "lower right", "lower left"][at]));
  });
  drawing.replaceChildren(...parts);
  byId("save").disabled = corners.length !== 4;
}

drawing.addEventListener("pointerdown", (event) => {
  const at = pointer(drawing, event);
  held = corners.findIndex((corner) => near(corner, at, REACH));
  if (held < 0 && corners.length < 4) {
    corners.push(at);
    held = corners.length - 1;
  }
  drawing.setPointerCapture(event.pointerId);
  redraw();
});
drawing.addEventListener("pointermove", (event) => {
  if (held === null || held < 0) return;
  corners[held] = pointer(drawing, event);
  redraw();
});
drawing.addEventListener("pointerup", () => (held = null));
byId("again").addEventListener("click", () => {
  corners = [];
  redraw();
});
byId("save").addEventListener("click", async () => {
  const [width, height] = ["width", "height"].map((id) => Number(byId(id).value.replace(",", ".")));
  say(await post("/save-calibration", { corners, width_mm: width, height_mm: height }));
});

follow({ raw: true });
