// The floor's page: who needs a floor person, most urgent first; then every table. Draws what the view says.
import { html, render } from "./html.js";
import { follow } from "./live.js";
import { presser } from "./press.js";
import { LostBanner, PressLine } from "./parts.js";
import { Calls } from "./calls.js";
import { Recent } from "./recent.js";
import { Detail } from "./detail.js";
import { Tables } from "./tables.js";

const NAME_KEY = "feltwire-name";
const TICK_MS = 10000;
const root = document.getElementById("page");

// What this page alone knows: whose phone it is, the filter, and which texts are being written.
const ui = { name: storedName(), naming: false, filter: "all", search: "", why: null, copied: null };
let connection = null;
let known = null;

const presses = presser(() => draw());

const actions = {
  set(change) {
    Object.assign(ui, change);
    draw();
  },
  rename(name) {
    ui.name = name.trim().slice(0, 40);
    ui.naming = false;
    try {
      localStorage.setItem(NAME_KEY, ui.name);
    } catch {
      // a browser that keeps nothing asks again next time
    }
    draw();
  },
  mark(alert, state) {
    const said = state === "resolved" ? `${alert.table_name}: resolved` : `${alert.table_name}: on my way`;
    presses.send(`mark ${alert.id}`, `/alert/${encodeURIComponent(alert.id)}`, { state, by: ui.name || "floor" }, said);
  },
  tell(table, name, said, fact, about = null) {
    return presses.send(name, `/table/${encodeURIComponent(table)}/tell`, { page: "floor", fact, about }, said);
  },
  show(table) {
    ui.why = null;
    location.hash = table === null ? "" : `#${encodeURIComponent(table)}`;
    draw();
  },
  async copy(text, key) {
    try {
      await navigator.clipboard.writeText(text);
      ui.copied = key;
    } catch {
      ui.copied = null;
      presses.failure = "this browser does not let the page copy; select the text and copy it by hand";
    }
    draw();
  },
};

function storedName() {
  try {
    return localStorage.getItem(NAME_KEY) ?? "";
  } catch {
    return "";
  }
}

function Head({ view }) {
  const submit = (event) => {
    event.preventDefault();
    actions.rename(new FormData(event.target).get("name"));
  };
  const unwatched = view.tables.length - view.watched;
  return html`<header class="head">
    <div class="title">
      <h1>Floor</h1>
      <p class="room">Room ${view.room} · ${view.tables.length} ${view.tables.length === 1 ? "table" : "tables"}${unwatched > 0 ? `, ${unwatched} not watched` : ""}</p>
    </div>
    ${ui.naming
      ? html`<form class="naming" onSubmit=${submit}>
          <label for="name">Your name</label>
          <input id="name" name="name" maxlength="40" autocomplete="off" value=${ui.name} ref=${(field) => field && field.focus()} />
          <button type="submit" class="next">Save</button>
        </form>`
      : html`<button type="button" class="who" onClick=${() => actions.set({ naming: true })}>
          ${ui.name === "" ? "Who are you?" : ui.name}
        </button>`}
  </header>`;
}

function chosenTable(view) {
  const wanted = decodeURIComponent(location.hash.slice(1));
  return view.tables.find((table) => table.table === wanted) ?? null;
}

function Page() {
  const { view } = connection;
  const banner = html`<${LostBanner} connection=${connection} />`;
  if (view === null) {
    return html`<div>${banner}</div>`;
  }
  const disabled = !connection.up;
  const now = Date.now() + connection.skew;
  const chosen = chosenTable(view);
  const given = { view, disabled, now, presses, actions, ui };
  return html`<div class=${`floor ${chosen === null ? "" : "with-detail"} ${connection.up ? "" : "old"}`} data-revision=${view.revision}>
    <div class="top">${banner}<${Head} view=${view} /></div>
    <main class="lists">
      <div class="calls"><${Calls} ...${given} /></div>
      <${Tables} ...${given} chosen=${chosen} />
      <${Recent} ...${given} />
    </main>
    ${chosen !== null && html`<${Detail} key=${chosen.table} ...${given} table=${chosen} />`}
    <p class="sr-only" role="alert">${ui.heard}</p>
    <${PressLine} presses=${presses} />
  </div>`;
}

function draw() {
  if (connection !== null) {
    render(html`<${Page} />`, root);
  }
}

// Title, buzz and voice for calls that were not there before.
function announce(view) {
  const open = view.alerts.filter((alert) => alert.state === "open");
  document.title = `${open.length > 0 ? `(${open.length}) ` : ""}Floor · Feltwire`;
  const fresh = known === null ? [] : open.filter((alert) => !known.has(alert.id));
  known = new Set(view.alerts.map((alert) => alert.id));
  if (fresh.length > 0) {
    ui.heard = fresh.map((alert) => `${alert.table_name}: ${alert.title}`).join(". ");
    if (navigator.userActivation?.hasBeenActive ?? true) {
      navigator.vibrate?.([180, 80, 180]); // browsers let a page buzz only after its first touch
    }
  }
}

addEventListener("hashchange", () => draw());
addEventListener("keydown", (event) => {
  if (event.key === "Escape" && location.hash.length > 1) {
    actions.show(null);
  }
});
setInterval(() => draw(), TICK_MS); // only the words "4 min"; nothing is fetched

follow("/live/floor", (changed) => {
  connection = changed;
  if (changed.view !== null) {
    announce(changed.view);
  }
  draw();
});
