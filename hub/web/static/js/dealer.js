// The dealer's page: draws what the view says and sends what a finger says. Decides nothing about cards.
import { html, render } from "./html.js";
import { follow } from "./live.js";
import { presser } from "./press.js";
import { LostBanner, PressLine } from "./parts.js";
import { Instruction } from "./instruction.js";
import { Board, Seats } from "./table.js";
import { Sheet } from "./sheet.js";
import { say, speak } from "./say.js";

const table = decodeURIComponent(location.pathname.split("/")[2]);
const tellPath = `/table/${encodeURIComponent(table)}/tell`;
const root = document.getElementById("page");

// What this page alone knows: the open sheet, if any, and the words of the report menu once they came.
const ui = { sheet: null, menu: null };
let connection = null;

const presses = presser(() => draw());

const actions = {
  open(sheet) {
    ui.sheet = sheet;
    draw();
    if (sheet !== null && sheet.kind === "report" && ui.menu === null) {
      loadMenu();
    }
  },
  close() {
    ui.sheet = null;
    draw();
  },
  // A button of the view: unusual ones ask first.
  press(button) {
    if (button.check) {
      actions.open({ kind: "check", button });
    } else {
      actions.tell(button.id, button.said || button.label, button.fact, button.about);
    }
  },
  async tell(name, label, fact, about = null) {
    ui.sheet = null;
    await presses.send(name, tellPath, { page: "dealer", fact, about }, label);
  },
};

async function loadMenu() {
  try {
    const response = await fetch(`/report-menu?lang=${document.documentElement.lang}`, { signal: AbortSignal.timeout(4000) });
    ui.menu = await response.json();
  } catch {
    ui.sheet = null;
    presses.failure = "the list of reports could not be loaded; try again";
  }
  draw();
}

function Top({ view }) {
  const { watch } = view;
  const watched = watch.watched.length > 0 ? watch.watched.join(", ") : say("nothing", "nothing");
  return html`<header class="top">
    <div class="top-line">
      <h1>${view.name}</h1>
      <span class="state">${view.state_words}</span>
      <span class="hand">${view.hand === null ? "" : say("hand", "hand {hand}", { hand: view.hand })} ${view.redeal_of ? say("redeal", "(redeal)") : ""}</span>
      ${view.floor !== "" && html`<span class="floor">${view.floor}</span>`}
      <span class="watching">
        <b>${say("watched", "Watched:")}</b> ${watched}
        ${watch.unwatched.length > 0 && html`<span class="off"> · <b>${say("not-watched", "Not:")}</b> ${watch.unwatched.join(", ")}</span>`}
      </span>
    </div>
    ${watch.state === "off" &&
    html`<p class="banner amber">${say("not-watching", "Not watching")}${watch.detail && `: ${watch.detail}`}. ${say("ruled-by-nothing", "Nothing is ruled on by sensors.")}</p>`}
    ${watch.state === "partial" && html`<p class="banner amber">${watch.headline}: ${watch.detail}</p>`}
    ${watch.shadow &&
    html`<p class="banner shadow">${say("shadow", "Shadow mode: this table is only observed. Rule as you always do.")}</p>`}
    ${view.lost.map((line) => html`<p class="banner amber">${line}</p>`)}
  </header>`;
}

function Keys({ view, disabled }) {
  const named = Object.fromEntries(view.buttons.map((button) => [button.id, button]));
  const key = (id, wide) => {
    const button = named[id];
    const busy = presses.busy.has(id);
    return html`<button
      type="button"
      key=${id}
      class=${`${wide ? "wide" : ""} ${button.weight}`}
      disabled=${disabled}
      aria-disabled=${busy}
      aria-busy=${busy}
      onClick=${() => actions.press(button)}
    >
      ${button.label}
    </button>`;
  };
  return html`<nav class="keys" aria-label="Say to the hub">
    <div class="keys-row">${key("new-hand", true)} ${key("round-closed", true)} ${key("hand-over", true)}</div>
    <div class="keys-row">
      ${key("call-floor")} ${key("undo")}
      <button type="button" disabled=${disabled} onClick=${() => actions.open({ kind: "report" })}>${say("report", "Report…")}</button>
      <button type="button" disabled=${disabled} onClick=${() => actions.open({ kind: "table" })}>${say("table", "Table…")}</button>
    </div>
  </nav>`;
}

// What a screen reader is told: STOP at once, the rest when it is free.
function Spoken({ view }) {
  const due = view.steps.find((step) => step.state === "due");
  const calm = view.question?.text ?? due?.text ?? "";
  return html`<div>
    <p class="sr-only" role="alert">${view.stop ?? ""}</p>
    <p class="sr-only" role="status">${calm}</p>
  </div>`;
}

function Page() {
  const { view } = connection;
  const banner = html`<${LostBanner} connection=${connection} />`;
  if (view === null) {
    return html`<div>${banner}</div>`;
  }
  const disabled = !connection.up;
  const calm = view.stop === null && view.question === null && view.steps.length === 0;
  const classes = `dealer ${view.stop === null ? "" : "stopped"} ${connection.up ? "" : "old"}`;
  return html`<div class=${classes} data-revision=${view.revision}>
    <div class="top">${banner}<${Top} view=${view} /></div>
    <main class=${`main ${calm ? "calm" : ""} ${view.steps.length > 0 ? "steps" : ""}`}>
      <${Instruction} view=${view} disabled=${disabled} presses=${presses} actions=${actions} />
      ${view.stop === null && html`<${Board} view=${view} />`}
      ${view.stop === null && html`<${Seats} view=${view} disabled=${disabled} actions=${actions} />`}
    </main>
    <${Keys} view=${view} disabled=${disabled} />
    <${Spoken} view=${view} />
    <${PressLine} presses=${presses} />
    ${ui.sheet !== null &&
    html`<${Sheet} view=${view} sheet=${ui.sheet} menu=${ui.menu} disabled=${disabled} actions=${actions} />`}
  </div>`;
}

function draw() {
  if (connection !== null) {
    render(html`<${Page} />`, root);
  }
}

let stopBefore = null;

follow(`/live/table/${encodeURIComponent(table)}?lang=${document.documentElement.lang}`, (changed) => {
  connection = changed;
  const { view } = changed;
  if (view !== null) {
    speak(view.words);
    document.title = `${view.stop === null ? "" : "STOP · "}${view.name} · Feltwire`;
    if (view.stop !== null && stopBefore === null) {
      ui.sheet = null; // nothing may lie over a STOP that has just come
    }
    stopBefore = view.stop;
  }
  draw();
});
