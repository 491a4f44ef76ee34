// One table in full: its calls, the newest ruling with clause and steps, the text for a report, its devices.
import { html } from "./html.js";
import { Answers } from "./calls.js";
import { RulingText } from "./ruling.js";
import { ago, milliseconds } from "./words.js";

export function Detail({ table, disabled, now, presses, actions, ui }) {
  return html`<aside class="detail" aria-label=${table.name}>
    <div class="sheet-head">
      <h2>${table.name}</h2>
      <a class="button" href=${`/table/${encodeURIComponent(table.table)}`} target="_blank" rel="noopener">Dealer page</a>
      <button type="button" onClick=${() => actions.show(null)}>Close</button>
    </div>
    <div class="sheet-body">
      ${table.stop !== null && html`<p class="stop-line"><b>STOP</b> ${table.stop}</p>`}
      <p class="now">
        <b>${table.state_words}</b>${table.hand !== null && ` · hand ${table.hand}`}
        <br /><small>${table.game}, rules ${table.rulebook}${table.authority === "silent" ? ", shadow mode" : ""}</small>
      </p>
      <${WatchLines} table=${table} />
      ${table.alerts.map(
        (alert) => html`<div key=${alert.id} class="detail-call">
          <p><b>${alert.title}</b> <small>${ago(milliseconds(alert.since), now)}</small></p>
          ${alert.state === "on-my-way" && html`<p class="coming">${alert.by} is on the way</p>`}
          <${Answers} alert=${alert} disabled=${disabled} busy=${presses.busy.has(`mark ${alert.id}`)} actions=${actions} />
        </div>`,
      )}
      ${table.question !== null && html`<${Question} table=${table} disabled=${disabled} actions=${actions} />`}
      <${NewestRuling} table=${table} disabled=${disabled} actions=${actions} ui=${ui} />
      <${Devices} devices=${table.devices} now=${now} />
    </div>
  </aside>`;
}

const WatchLines = ({ table }) => {
  const { watch } = table;
  return html`${watch.shadow && html`<p class="banner shadow">Shadow mode: the dealer's page shows no rulings.</p>`}
    ${watch.state === "off" && html`<p class="banner amber">Not watching${watch.detail && `: ${watch.detail}`}.</p>`}
    ${watch.state === "partial" && html`<p class="banner amber">${watch.headline}: ${watch.detail}</p>`}
    <p class="watched">
      <b>Watched:</b> ${watch.watched.join(", ") || "nothing"}
      ${watch.unwatched.length > 0 && html`<br /><b class="off">Not watched:</b> ${watch.unwatched.join(", ")}`}
    </p>`;
};

function Question({ table, disabled, actions }) {
  const { text, answers } = table.question;
  return html`<div class="detail-call">
    <p><b>Asked at the table:</b> ${text}</p>
    <div class="call-answers">
      ${answers.map(
        ({ id, label, fact, about }) => html`<button
          type="button"
          key=${`${about} ${id}`}
          disabled=${disabled}
          onClick=${() => actions.tell(table.table, id, label, fact, about)}
        >
          ${label}
        </button>`,
      )}
    </div>
  </div>`;
}

function NewestRuling({ table, disabled, actions, ui }) {
  const { ruling } = table;
  if (ruling === null) {
    return html`<section><h3>Newest ruling</h3><p class="none">No ruling at this table yet.</p></section>`;
  }
  const key = `${table.table} ${ruling.number}`;
  return html`<section class="newest">
    <h3>Newest ruling · hand ${ruling.hand}${ruling.at === null ? "" : ` · ${new Date(milliseconds(ruling.at)).toLocaleTimeString([], { hour12: false })}`}</h3>
    <${RulingText} ruling=${ruling} />
    <div class="call-answers">
      <button type="button" class="next" onClick=${() => actions.copy(ruling.incident, key)}>
        ${ui.copied === key ? "✓ Copied" : "Copy incident"}
      </button>
      ${ruling.overrulable &&
      html`<button type="button" disabled=${disabled} onClick=${() => actions.set({ why: ui.why === null ? "" : null })}>Overrule…</button>`}
    </div>
    ${ui.why !== null && ruling.overrulable && html`<${Overrule} table=${table} disabled=${disabled} actions=${actions} ui=${ui} />`}
    <details><summary>Incident text</summary><pre class="incident">${ruling.incident}</pre></details>
  </section>`;
}

function Overrule({ table, disabled, actions, ui }) {
  const submit = async (event) => {
    event.preventDefault();
    const fact = { fact: "RulingOverruled", why: ui.why.trim() };
    if (await actions.tell(table.table, "overrule", "Ruling overruled", fact, String(table.ruling.number))) {
      actions.set({ why: null });
    }
  };
  return html`<form class="overrule" onSubmit=${submit}>
    <label for="why">Why? It is recorded with the hand.</label>
    <textarea
      id="why"
      rows="2"
      maxlength="400"
      value=${ui.why}
      onInput=${(event) => actions.set({ why: event.target.value })}
    ></textarea>
    <button type="submit" class="danger" disabled=${disabled || ui.why.trim() === ""}>Overrule this ruling</button>
  </form>`;
}

const Devices = ({ devices, now }) =>
  html`<section class="devices">
    <h3>Devices</h3>
    ${devices.length === 0 && html`<p class="none">No device has been heard.</p>`}
    <ul>
      ${devices.map(
        (device) => html`<li key=${device.device} class=${device.online && device.faults.length === 0 ? "" : "off"}>
          <b>${device.device}</b>
          <span>${device.online ? "online" : "OFFLINE"}</span>
          ${device.faults.map((fault) => html`<span key=${fault}>${fault}</span>`)}
          ${device.outbox > 0 && html`<span>${device.outbox} waiting to be sent</span>`}
          ${device.last_heard !== null && html`<small>heard ${ago(milliseconds(device.last_heard), now)}</small>`}
        </li>`,
      )}
    </ul>
  </section>`;
