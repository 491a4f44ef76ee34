// Calls: one card each, most urgent first, with the two taps that answer it.
import { html } from "./html.js";
import { ago, milliseconds } from "./words.js";

export function Calls({ view, disabled, now, presses, actions, ui }) {
  return html`<section aria-label="Calls">
    ${view.alerts.length === 0
      ? html`<${Calm} view=${view} />`
      : html`<h2>
            ${view.calls === 0 ? "Everyone is being helped" : `${view.calls} ${view.calls === 1 ? "call" : "calls"}`}
            ${view.coming > 0 && html`<small> · ${view.coming} on the way</small>`}
          </h2>
          <ul>
            ${view.alerts.map(
              (alert) => html`<${Call}
                key=${alert.id}
                alert=${alert}
                view=${view}
                disabled=${disabled}
                now=${now}
                busy=${presses.busy.has(`mark ${alert.id}`)}
                actions=${actions}
                ui=${ui}
              />`,
            )}
          </ul>`}
  </section>`;
}

const Calm = ({ view }) =>
  html`<div class="calm">
    <p class="calm-mark" aria-hidden="true">✓</p>
    <h2>All calm</h2>
    <p>No table needs you. ${view.watched} of ${view.tables.length} ${view.tables.length === 1 ? "table is" : "tables are"} watched.</p>
  </div>`;

function Call({ alert, view, disabled, now, busy, actions }) {
  const placed = view.tables.some((table) => table.table === alert.table);
  const coming = alert.state === "on-my-way";
  const body = html`<span class="call-line">
      <span class="kind">${alert.kind_words}</span>
      <span class="where">${alert.table_name}</span>
      <span class="since">${ago(milliseconds(alert.since), now)}</span>
    </span>
    <span class="what">${alert.title}</span>
    ${alert.detail !== "" && html`<span class="more">${alert.detail}</span>`}
    ${coming && html`<span class="coming">${alert.by} is on the way</span>`}`;
  return html`<li class=${`call ${alert.kind} ${coming ? "coming" : "open"}`}>
    ${placed
      ? html`<button type="button" class="call-body" onClick=${() => actions.show(alert.table)}>${body}</button>`
      : html`<div class="call-body">${body}</div>`}
    <${Answers} alert=${alert} disabled=${disabled} busy=${busy} actions=${actions} />
  </li>`;
}

export function Answers({ alert, disabled, busy, actions }) {
  return html`<div class="call-answers">
    ${alert.state === "open" &&
    html`<button
      type="button"
      class="next"
      disabled=${disabled}
      aria-busy=${busy}
      onClick=${() => actions.mark(alert, "on-my-way")}
    >
      On my way
    </button>`}
    <button type="button" disabled=${disabled} aria-busy=${busy} onClick=${() => actions.mark(alert, "resolved")}>
      Resolved
    </button>
  </div>`;
}
