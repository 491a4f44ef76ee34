// How large the picture stands on the page: of its width, and more of it to a finger; and what is written over it.
import { shape } from "/static/shapes.js";

const SIZES = [1, 1.5, 2, 3, 4];
const LETTER = 13;
const WIDE = 0.62;

// Pixels of the picture to one of the screen.
export function pixel(drawing) {
  const across = drawing.getBoundingClientRect().width;
  return across ? (drawing.viewBox.baseVal?.width || across) / across : 1;
}

function button(words, label, click) {
  const made = document.createElement("button");
  made.textContent = words;
  made.setAttribute("aria-label", label);
  made.addEventListener("click", click);
  return made;
}

// Puts the keys under `stage` that make `view` in it larger; `drawing` lies over it, and is drawn anew with `resized`.
export function sight(stage, view, drawing, resized) {
  let at = 0;
  const told = document.createElement("output");

  function size(to) {
    at = Math.min(Math.max(to, 0), SIZES.length - 1);
    const x = (stage.scrollLeft + stage.clientWidth / 2) / view.offsetWidth;
    const y = (stage.scrollTop + stage.clientHeight / 2) / view.offsetHeight;
    view.style.width = `${SIZES[at] * 100}%`;
    stage.scrollTo(x * view.offsetWidth - stage.clientWidth / 2, y * view.offsetHeight - stage.clientHeight / 2);
    told.textContent = `${SIZES[at] * 100} %`;
    smaller.disabled = at === 0;
    larger.disabled = at === SIZES.length - 1;
  }

  const smaller = button("−", "smaller picture", () => size(at - 1));
  const larger = button("+", "larger picture", () => size(at + 1));
  const keys = document.createElement("div");
  keys.className = "sizes";
  keys.append(smaller, told, larger);
  stage.after(keys);
  size(0);

  function measure() {
    drawing.style.setProperty("--px", pixel(drawing));
    resized?.();
  }
  new ResizeObserver(measure).observe(view);
  return measure;
}

// The name of a place, in its region: "board1" where there is room for it, else "b1".
export function placeName(name, corners, px) {
  const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
  const [left, right, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys)];
  const whole = name.length * LETTER * WIDE < (right - left) / px - 2;
  const words = whole ? name : name.replace(/^(board|seat)(?=\d)/, (word) => word[0]);
  return shape("text", { class: "region middle", x: (left + right) / 2, y: top + 17 * px }, words);
}
