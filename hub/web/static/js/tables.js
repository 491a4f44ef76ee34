// Every table as a tile in a steady order, with a filter.
import { html } from "./html.js";

const troubled = (table) => table.lost.length > 0 || table.watch.state === "off" || table.watch.state === "partial";

const FILTERS = [
  ["all", "All", () => true],
  ["called", "Called", (table) => table.alerts.length > 0],
  ["procedure", "Stopped", (table) => table.state === "procedure" || table.stop !== null],
  ["trouble", "Not watched", troubled],
];

const WATCH_WORDS = { full: "watched", some: "partly watched", partial: "hand not judged", off: "not watching" };

export function Tables({ view, actions, ui, chosen }) {
  const wanted = ui.search.trim().toLowerCase();
  const fits = FILTERS.find(([id]) => id === ui.filter)[2];
  const shown = view.tables.filter(
    (table) => fits(table) && `${table.name} ${table.table}`.toLowerCase().includes(wanted),
  );
  return html`<section class="tables" aria-label="Tables">
    <div class="filter">
      <div class="chips" role="group" aria-label="Which tables">
        ${FILTERS.map(([id, label, test]) => {
          const count = view.tables.filter(test).length;
          return html`<button type="button" key=${id} aria-pressed=${ui.filter === id} onClick=${() => actions.set({ filter: id })}>
            ${label} <b>${count}</b>
          </button>`;
        })}
      </div>
      ${view.tables.length > 6 &&
      html`<input
        type="search"
        placeholder="Find a table"
        aria-label="Find a table"
        value=${ui.search}
        onInput=${(event) => actions.set({ search: event.target.value })}
      />`}
    </div>
    ${shown.length === 0
      ? html`<p class="none">No such table.</p>`
      : html`<ul class="tiles">
          ${shown.map((table) => html`<${Tile} key=${table.table} table=${table} chosen=${chosen} actions=${actions} />`)}
        </ul>`}
  </section>`;
}

function Tile({ table, chosen, actions }) {
  const called = table.alerts.some((alert) => alert.state === "open");
  const stopped = table.stop !== null || table.state === "procedure";
  const classes = `tile ${called ? "called" : ""} ${stopped ? "held" : ""} ${troubled(table) ? "trouble" : ""}`;
  const steps = table.ruling?.standing === "open" ? table.ruling.steps : [];
  const done = steps.filter((step) => step.state === "done").length;
  return html`<li>
    <button
      type="button"
      class=${classes}
      aria-pressed=${chosen !== null && chosen.table === table.table}
      onClick=${() => actions.show(table.table)}
    >
      <span class="tile-head">
        <b>${table.name}</b>
        ${table.stop !== null ? html`<span class="flag stop">STOP</span>` : called && html`<span class="flag">call</span>`}
      </span>
      <span class="tile-state">${table.state_words}</span>
      ${steps.length > 0 && html`<span class="tile-ruling">${table.ruling.kind_words}, ${done} of ${steps.length} steps</span>`}
      ${steps.length === 0 && table.ruling !== null && html`<span class="tile-last">${table.ruling.past && "Last: "}${table.ruling.kind_words}, ${table.ruling.clause}</span>`}
      <span class="tile-watch">
        ${table.watch.state === "full" ? "●" : table.watch.state === "off" ? "○" : "◐"} ${WATCH_WORDS[table.watch.state]}
        ${table.watch.shadow && " · shadow"}
      </span>
      ${table.lost.length > 0 && html`<span class="tile-lost">${table.lost[0]}</span>`}
    </button>
  </li>`;
}
