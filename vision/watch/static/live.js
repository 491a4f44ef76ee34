// What every page shares: the picture, the drawing over it, and the blank that stands there while nothing may be shown.

const POLL_MS = 150;
const SVG = "http://www.w3.org/2000/svg";

export const byId = (id) => document.getElementById(id);

export function shape(name, attributes, text) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text;
  return made;
}

export const written = (corners) => corners.map(([x, y]) => `${x},${y}`).join(" ");

export async function post(path, body) {
  try {
    const answer = await fetch(path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
    const told = await answer.json();
    return answer.ok ? { good: true, text: told.said } : { good: false, text: [told.error, told.remedy].filter(Boolean).join(" (") + (told.remedy ? ")" : "") };
  } catch {
    return { good: false, text: "The camera's process does not answer." };
  }
}

export function say(told) {
  const line = byId("said");
  line.textContent = told.text;
  line.className = `said ${told.good ? "good" : "bad"}`;
}

export function follow({ raw = false, show }) {
  const picture = byId("picture");
  const drawing = byId("drawing");
  let shown = -1;
  let url = "";

  function blank(why, more) {
    picture.hidden = true;
    picture.removeAttribute("src");
    if (url) URL.revokeObjectURL(url);
    url = "";
    shown = -1;
    drawing.setAttribute("hidden", "");
    drawing.replaceChildren();
    byId("blank").hidden = false;
    byId("why").textContent = why;
    byId("more").textContent = more;
  }

  async function frame(state) {
    const answer = await fetch(raw ? "/picture?raw" : "/picture");
    if (!answer.ok) return false;
    const fresh = URL.createObjectURL(await answer.blob());
    picture.src = fresh;
    await picture.decode();
    if (url) URL.revokeObjectURL(url);
    url = fresh;
    shown = state.number;
    picture.hidden = false;
    drawing.removeAttribute("hidden");
    byId("blank").hidden = true;
    const size = raw ? [picture.naturalWidth, picture.naturalHeight] : [state.width, state.height];
    drawing.setAttribute("viewBox", `0 0 ${size[0]} ${size[1]}`);
    return true;
  }

  async function once() {
    const answer = await fetch("/state");
    const state = await answer.json();
    byId("camera").textContent = state.camera;
    if (state.closed) {
      const [why, more] = state.closed.split(": ");
      blank(why, more ?? "");
    } else if (state.number !== shown && !(await frame(state))) {
      blank("Nothing is shown", "");
      return;
    }
    show?.(state);
  }

  (async () => {
    for (;;) {
      try {
        await once();
      } catch {
        blank("The camera's process does not answer", "It was stopped, or it begins anew.");
        show?.({ closed: "gone", trouble: "does not answer", cards: [], regions: [] });
      }
      await new Promise((done) => setTimeout(done, POLL_MS));
    }
  })();
}

// Corners that a person clicks and drags over the picture, in the picture's own pixels.
export function pointer(drawing, event) {
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(drawing.getScreenCTM().inverse());
  return [Math.round(at.x * 10) / 10, Math.round(at.y * 10) / 10];
}

export const near = ([x, y], [u, v], reach) => Math.hypot(x - u, y - v) <= reach;
