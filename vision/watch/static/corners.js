// Corners that a person clicks and drags over the picture, with a mouse or a finger, in the picture's own pixels.
import { shape } from "/static/shapes.js";
import { pixel } from "/static/sight.js";

const MOUSE = 14;
const FINGER = 22;
const coarse = matchMedia("(pointer: coarse)");

// So near, in the picture's pixels, is at a corner.
const reach = (drawing) => (coarse.matches ? FINGER : MOUSE) * pixel(drawing);

export const near = (drawing, [x, y], [u, v]) => Math.hypot(x - u, y - v) <= reach(drawing);

function pointer(drawing, event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
  return [Math.round(at.x * 10) / 10, Math.round(at.y * 10) / 10];
}

// A corner as it is drawn, with as much around it as is at it.
export function grip(drawing, [x, y]) {
  const group = shape("g", {});
  group.append(shape("circle", { class: "grip", cx: x, cy: y, r: reach(drawing) }));
  group.append(shape("circle", { class: "corner", cx: x, cy: y, r: 7 * pixel(drawing) }));
  return group;
}

// `held()` are the corners that can be dragged now, `moved` tells that one was, `clicked` where there was none.
export function corners(drawing, { held, moved, clicked }) {
  let at = -1;
  let dragged = false;
  drawing.classList.add("drawing");
  drawing.addEventListener("pointerdown", (event) => {
    const where = pointer(drawing, event);
    at = held().findIndex((corner) => near(drawing, corner, where));
    dragged = at >= 0;
    if (dragged) drawing.setPointerCapture(event.pointerId);
  });
  // A finger on a corner drags that and not the picture; this is asked after "pointerdown".
  drawing.addEventListener("touchstart", (event) => at >= 0 && event.preventDefault(), { passive: false });
  for (const step of ["pointermove", "pointerup"]) {
    drawing.addEventListener(step, (event) => {
      if (at < 0) return;
      held()[at] = pointer(drawing, event);
      moved();
    });
  }
  for (const end of ["pointerup", "pointercancel"]) drawing.addEventListener(end, () => (at = -1));
  drawing.addEventListener("click", (event) => {
    if (!dragged) clicked(pointer(drawing, event));
    dragged = false;
  });
}
