// What every page shares: the picture, the drawing over it, and the blank that stands there while nothing may be shown.
import { byId } from "/static/shapes.js";
import { sight } from "/static/sight.js";

const POLL_MS = 150;

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

// `show` is told each state, and `resized` that the picture stands on the page in another size.
export function follow({ raw = false, show, resized }) {
  const picture = byId("picture");
  const drawing = byId("drawing");
  const measure = sight(byId("stage"), byId("view"), drawing, resized);
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
    const box = `0 0 ${size[0]} ${size[1]}`;
    if (drawing.getAttribute("viewBox") !== box) {
      drawing.setAttribute("viewBox", box);
      measure();
    }
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
