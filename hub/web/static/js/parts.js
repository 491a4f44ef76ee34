// Pieces that both pages show: a playing card, the banner of a lost connection, the line that says how a press went.
import { html } from "./html.js";
import { say } from "./say.js";
import { cardWords, clockTime, rankSign, suitSign } from "./words.js";

export const Card = ({ card }) =>
  card === null
    ? html`<span class="card back" role="img" aria-label="a card face down"></span>`
    : html`<span class="card suit-${card[1]}" role="img" aria-label=${cardWords(card)}>
        <b aria-hidden="true">${rankSign(card)}</b><i aria-hidden="true">${suitSign(card)}</i>
      </span>`;

// A sentence with the named `cards` in it shown by their signs: "Put 9c 2d into the stub" as "Put 9♣ 2♦ into the stub".
export const WithCards = ({ text, cards }) => {
  const named = new Set(cards);
  return text.split(/(\b[2-9TJQKA][cdhs]\b[;,.:]?)/).map((piece) => {
    const card = piece.slice(0, 2);
    return named.has(card)
      ? html`<span class="nowrap"><span class=${`named suit-${card[1]}`} role="img" aria-label=${cardWords(card)}>${rankSign(card)}${suitSign(card)}</span>${piece.slice(2)}</span>`
      : piece;
  });
};

export const LostBanner = ({ connection }) => {
  if (connection.up) {
    return null;
  }
  if (connection.view === null && connection.lostAt === null) {
    return html`<p class="banner connecting" role="status">${say("connecting", "Connecting to the hub…")}</p>`;
  }
  const since = connection.lostAt === null ? "" : ` ${say("since", "since")} ${clockTime(connection.lostAt)}`;
  const old = connection.view === null ? "" : `${say("old", "What you see is old.")} `;
  return html`<p class="banner lost" role="alert">
    <b>${say("lost", "Connection lost")}${since}.</b> ${old}${say("trying", "Trying again…")}
  </p>`;
};

export const PressLine = ({ presses }) =>
  html`<div class="press-line">
    <div role="status">${presses.said && html`<p class="said">✓ ${presses.said}</p>`}</div>
    <div role="alert">
      ${presses.failure &&
      html`<p class="failure">
        <span><b>${say("not-recorded", "Not recorded:")}</b> ${presses.failure}</span>
        <button type="button" onClick=${presses.dismiss}>OK</button>
      </p>`}
    </div>
  </div>`;
