// What opens over the dealer's page: a check before an unusual press, a seat, the table, a report, the ruling's reasons.
import { html } from "./html.js";
import { Report } from "./report.js";
import { RulingText } from "./ruling.js";

const SEATS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const SEAT_WORDS = [
  ["away", "Away"],
  ["back", "Back"],
  ["joined", "New player"],
  ["left", "Left for good"],
];

const TITLES = { check: "Sure?", seat: "Seat", "pick-seat": "Which seat?", table: "Table", report: "Report", ruling: "Why" };

export function Sheet({ view, sheet, menu, disabled, actions }) {
  const Body = BODIES[sheet.kind];
  const title = sheet.kind === "seat" ? `Seat ${sheet.seat}` : TITLES[sheet.kind];
  const shown = (element) => {
    if (element !== null && !element.open) {
      element.showModal();
    }
  };
  return html`<dialog
    ref=${shown}
    class=${sheet.kind === "check" || sheet.kind === "seat" ? "small" : ""}
    aria-label=${title}
    onClose=${actions.close}
  >
    <div class="sheet-head">
      <h2>${title}</h2>
      <button type="button" onClick=${actions.close}>Close</button>
    </div>
    ${disabled && html`<p class="banner lost">Connection lost. Nothing can be sent now.</p>`}
    <div class="sheet-body">
      <${Body} view=${view} sheet=${sheet} menu=${menu} disabled=${disabled} actions=${actions} />
    </div>
  </dialog>`;
}

function Check({ sheet, disabled, actions }) {
  const { button } = sheet;
  return html`<p class="also">${button.check}</p>
    <div class="answers">
      <button
        type="button"
        class="next"
        disabled=${disabled}
        onClick=${() => actions.tell(button.id, button.said || button.label, button.fact, button.about)}
      >
        Yes
      </button>
      <button type="button" class="no" onClick=${actions.close}>No</button>
    </div>`;
}

function SeatSheet({ sheet, disabled, actions }) {
  const { seat } = sheet;
  return html`<div class="choices wide">
    ${SEAT_WORDS.map(
      ([status, label]) => html`<button
        type="button"
        key=${status}
        disabled=${disabled}
        onClick=${() => actions.tell(`seat ${seat} ${status}`, `Seat ${seat}: ${label}`, { fact: "SeatChanged", seat, status })}
      >
        ${label}
      </button>`,
    )}
    <button
      type="button"
      disabled=${disabled}
      onClick=${() => actions.tell(`button ${seat}`, `Button to seat ${seat}`, { fact: "ButtonMoved", seat })}
    >
      Button is here
    </button>
    <button type="button" disabled=${disabled} onClick=${() => actions.open({ kind: "report", seat })}>Report…</button>
  </div>`;
}

const PickSeat = ({ disabled, actions }) =>
  html`<div class="choices">
    ${SEATS.map(
      (seat) => html`<button type="button" key=${seat} disabled=${disabled} onClick=${() => actions.open({ kind: "seat", seat })}>
        ${seat}
      </button>`,
    )}
  </div>`;

function TableSheet({ view, disabled, actions }) {
  const offered = view.buttons.filter((button) => button.id === "deck-changed" || button.id === "watch");
  return html`<div class="choices wide">
      ${offered.map(
        (button) => html`<button type="button" key=${button.id} disabled=${disabled} onClick=${() => actions.press(button)}>
          ${button.label}
        </button>`,
      )}
      <button type="button" disabled=${disabled} onClick=${() => actions.open({ kind: "pick-seat" })}>
        Seats and button…
      </button>
    </div>
    <dl class="facts">
      <div><dt>Game</dt><dd>${view.game}, rules ${view.rulebook}</dd></div>
      <div><dt>Watched</dt><dd>${view.watch.watched.join(", ") || "nothing"}</dd></div>
      <div><dt>Not watched</dt><dd>${view.watch.unwatched.join(", ") || "nothing"}</dd></div>
    </dl>`;
}

const Reasons = ({ view }) => (view.ruling === null ? html`<p>No ruling.</p>` : html`<${RulingText} ruling=${view.ruling} />`);

const BODIES = { check: Check, seat: SeatSheet, "pick-seat": PickSeat, table: TableSheet, report: Report, ruling: Reasons };
