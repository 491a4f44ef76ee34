// The board and the strip of seats.
import { html } from "./html.js";
import { Card } from "./parts.js";
import { say } from "./say.js";

const BOARD_SLOTS = 5;

export function Board({ view }) {
  if (view.board.length === 0) {
    return null;
  }
  const empty = Math.max(0, BOARD_SLOTS - view.board.length);
  return html`<section class="board" aria-label="Board">
    ${view.board.map(({ card }, index) => html`<${Card} key=${index} card=${card} />`)}
    ${Array.from({ length: empty }, (_, index) => html`<span key=${`slot${index}`} class="card slot" aria-hidden="true"></span>`)}
    <span class="burns">${view.burns}</span>
  </section>`;
}

export const Seats = ({ view, disabled, actions }) =>
  html`<section class="seats" aria-label="Seats">
    ${view.seats.map((seat) => html`<${Seat} key=${seat.seat} seat=${seat} disabled=${disabled} actions=${actions} />`)}
  </section>`;

function Seat({ seat, disabled, actions }) {
  const word = seat.amber !== null ? say("seat-check", "check") : seat.to_act ? say("seat-to-act", "to act") : seat.words;
  const spoken = [
    say("seat-title", "Seat {seat}", { seat: seat.seat }),
    seat.words,
    `${seat.cards} ${seat.cards === 1 ? "card" : "cards"}`,
    seat.to_act ? say("seat-to-act", "to act") : "",
    seat.button ? "button" : "",
    seat.amber ?? "",
  ];
  const classes = `seat ${seat.state} ${seat.to_act ? "to-act" : ""} ${seat.amber !== null ? "amber" : ""}`;
  return html`<button
    type="button"
    class=${classes}
    disabled=${disabled}
    aria-label=${spoken.filter((part) => part !== "").join(", ")}
    onClick=${() => actions.open({ kind: "seat", seat: seat.seat })}
  >
    <span class="number">${seat.seat}</span>
    <span class="pips">${Array.from({ length: seat.cards }, (_, index) => html`<i key=${index}></i>`)}</span>
    <span class="word">${word}</span>
    ${seat.amber !== null && html`<span class="badge">!</span>`}
    ${seat.button && html`<span class="dealer-button">D</span>`}
  </button>`;
}
