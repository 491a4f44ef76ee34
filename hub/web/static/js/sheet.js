// What opens over the dealer's page: a check before an unusual press, a seat, the table, a report, the ruling's reasons.
import { html } from "./html.js";
import { Report } from "./report.js";
import { RulingText } from "./ruling.js";
import { say } from "./say.js";

const SEATS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const seatWords = () => [
  ["away", say("status-away", "Away")],
  ["back", say("status-back", "Back")],
  ["joined", say("status-joined", "New player")],
  ["left", say("status-left", "Left for good")],
];

const titles = () => ({
  check: say("sure", "Sure?"),
  "pick-seat": say("which-seat", "Which seat?"),
  table: say("table-title", "Table"),
  report: say("report-title", "Report"),
  ruling: say("why-title", "Why"),
});

export function Sheet({ view, sheet, menu, disabled, actions }) {
  const Body = BODIES[sheet.kind];
  const title = sheet.kind === "seat" ? say("seat-title", "Seat {seat}", { seat: sheet.seat }) : titles()[sheet.kind];
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
      <button type="button" onClick=${actions.close}>${say("close", "Close")}</button>
    </div>
    ${disabled && html`<p class="banner lost">${say("lost", "Connection lost")}. ${say("nothing-sent", "Nothing can be sent now.")}</p>`}
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
        ${say("yes", "Yes")}
      </button>
      <button type="button" class="no" onClick=${actions.close}>${say("no", "No")}</button>
    </div>`;
}

function SeatSheet({ sheet, disabled, actions }) {
  const { seat } = sheet;
  return html`<div class="choices wide">
    ${seatWords().map(
      ([status, label]) => html`<button
        type="button"
        key=${status}
        disabled=${disabled}
        onClick=${() => actions.tell(`seat ${seat} ${status}`, `${say("seat-title", "Seat {seat}", { seat })}: ${label}`, { fact: "SeatChanged", seat, status })}
      >
        ${label}
      </button>`,
    )}
    <button
      type="button"
      disabled=${disabled}
      onClick=${() => actions.tell(`button ${seat}`, `${say("button-here", "Button is here")}: ${say("seat-title", "Seat {seat}", { seat })}`, { fact: "ButtonMoved", seat })}
    >
      ${say("button-here", "Button is here")}
    </button>
    <button type="button" disabled=${disabled} onClick=${() => actions.open({ kind: "report", seat })}>${say("report", "Report…")}</button>
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
        ${say("seats-and-button", "Seats and button…")}
      </button>
    </div>
    <dl class="facts">
      <div><dt>${say("game", "Game")}</dt><dd>${view.game}, ${say("rules", "rules {book}", { book: view.rulebook })}</dd></div>
      <div><dt>${say("watched", "Watched:")}</dt><dd>${view.watch.watched.join(", ") || say("nothing", "nothing")}</dd></div>
      <div><dt>${say("not-watched", "Not:")}</dt><dd>${view.watch.unwatched.join(", ") || say("nothing", "nothing")}</dd></div>
    </dl>`;
}

const Reasons = ({ view }) => (view.ruling === null ? html`<p>${say("no-ruling", "No ruling.")}</p>` : html`<${RulingText} ruling=${view.ruling} />`);

const BODIES = { check: Check, seat: SeatSheet, "pick-seat": PickSeat, table: TableSheet, report: Report, ruling: Reasons };
