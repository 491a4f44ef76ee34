// The report menu: what happened, in plain words; then the seat, the number and the card where they matter.
import { html } from "./html.js";
import { rankSign, suitSign } from "./words.js";
import { say } from "./say.js";

const SEATS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const COUNTS = [0, 1, 2, 3, 4, 5, 6];
const RANKS = [..."AKQJT98765432"];
const SUITS = [..."shdc"];
const SUIT_WORDS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };

// The sheet keeps what was chosen: group, item, seat, count, rank, suit.
export function Report({ view, sheet, menu, disabled, actions }) {
  if (menu === null) {
    return html`<p>Loading…</p>`;
  }
  const choose = (chosen) => actions.open({ ...sheet, ...chosen });
  return sheet.item === undefined
    ? html`<${Menu} menu=${menu} group=${sheet.group ?? 0} choose=${choose} />`
    : html`<${Details} view=${view} sheet=${sheet} disabled=${disabled} choose=${choose} actions=${actions} />`;
}

const Menu = ({ menu, group, choose }) =>
  html`<div class="choices groups" role="group" aria-label="What is it about?">
      ${menu.map(
        ({ label }, index) => html`<button type="button" key=${label} aria-pressed=${index === group} onClick=${() => choose({ group: index })}>
          ${label}
        </button>`,
      )}
    </div>
    <h3>${say("menu-asks", "{group}: what happened?", { group: menu[group].label })}</h3>
    <div class="choices wide">
      ${menu[group].items.map(
        (item) => html`<button type="button" key=${item.situation} onClick=${() => choose({ item })}>${item.label}</button>`,
      )}
    </div>`;

function Details({ view, sheet, disabled, choose, actions }) {
  const { item, seat, count, rank, suit } = sheet;
  const needs = (what) => item.needs.includes(what);
  const asksSeat = needs("seat") || needs("any-seat");
  const seats = needs("any-seat") ? SEATS : view.seats.map((each) => each.seat);
  const half = (rank === undefined) !== (suit === undefined);
  const missing = (asksSeat && !seats.includes(seat)) || (needs("count") && count === undefined) || (needs("card") && half);
  const fact = { fact: "PersonReported", situation: item.situation };
  if (asksSeat) {
    fact.seat = seat;
  }
  if (needs("count")) {
    fact.count = count;
  }
  if (needs("card") && rank !== undefined && suit !== undefined) {
    fact.card = rank + suit;
  }
  return html`<p class="also">${item.label}</p>
    ${asksSeat && html`<${Pick} label=${say("seat-label", "Seat")} values=${seats} chosen=${seat} onPick=${(value) => choose({ seat: value })} />`}
    ${needs("count") &&
    html`<${Pick} label=${say("how-many", "How many cards are there?")} values=${COUNTS} chosen=${count} onPick=${(value) => choose({ count: value })} />`}
    ${needs("card") &&
    html`<${Pick}
        label=${say("which-card", "Card (leave open when you do not know)")}
        values=${RANKS}
        chosen=${rank}
        show=${(value) => rankSign(`${value}s`)}
        onPick=${(value) => choose({ rank: value === rank ? undefined : value })}
      />
      <${Pick}
        label=${say("suit", "Suit")}
        layout="suits"
        values=${SUITS}
        chosen=${suit}
        show=${(value) => `${suitSign(`A${value}`)} ${SUIT_WORDS[value]}`}
        onPick=${(value) => choose({ suit: value === suit ? undefined : value })}
      />`}
    <div class="answers">
      <button
        type="button"
        class="next"
        disabled=${disabled || missing}
        onClick=${() => actions.tell(`report ${JSON.stringify(fact)}`, item.label, fact)}
      >
        ${say("send", "Report")}
      </button>
      <button type="button" class="no" onClick=${() => choose({ item: undefined })}>${say("back", "Back")}</button>
    </div>`;
}

const Pick = ({ label, values, chosen, onPick, show = String, layout = "" }) =>
  html`<div role="group" aria-label=${label}>
    <h3>${label}</h3>
    <div class=${`choices ${layout}`}>
      ${values.map(
        (value) => html`<button type="button" key=${value} aria-pressed=${value === chosen} onClick=${() => onPick(value)}>
          ${show(value)}
        </button>`,
      )}
    </div>
  </div>`;
