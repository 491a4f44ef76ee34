// Looking: every card in sight with its outline, its name and how sure that is.
import { follow } from "/static/live.js";
import { byId, shape, written } from "/static/shapes.js";
import { pixel, placeName } from "/static/sight.js";

const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const SURE = 0.9;
const ROOM = 40; // a card narrower than this on the screen bears its name alone

const kind = (card) => (card.face === "down" ? "back" : card.card ? "read" : "unread");
const name = (card) => (card.card ? card.card[0].replace("T", "10") + SUITS[card.card[1]] : card.face === "down" ? "" : "?");
const percent = (value) => (value >= 0.9995 ? "100 %" : `${(value * 100).toFixed(1)} %`);

function label(card, px) {
  const xs = card.corners.map((at) => at[0]);
  const x = Math.min(...xs);
  const y = Math.min(...card.corners.map((at) => at[1]));
  const small = (Math.max(...xs) - x) / px < ROOM;
  const group = shape("g", { class: `label ${kind(card)}${small ? " small" : ""}`, transform: `translate(${x}, ${Math.max(26 * px, y) - 6 * px}) scale(${px})` });
  const words = name(card);
  const sure = card.card && !small ? ` ${Math.floor(card.confidence * 100)}%` : "";
  const width = small ? 4 + 8 * words.length : 14 + 10.5 * words.length + 8 * sure.length;
  group.append(shape("rect", { x: small ? -2 : -4, y: small ? -13 : -20, rx: 5, height: small ? 18 : 26, width }));
  const text = shape("text", { x: small ? 0 : 4, y: 0 }, words);
  text.append(shape("tspan", {}, sure));
  group.append(text);
  return group;
}

function draw(state) {
  const parts = [];
  const px = pixel(byId("drawing"));
  for (const region of state.regions) {
    parts.push(shape("polygon", { class: "region", points: written(region.corners) }));
    parts.push(placeName(region.place, region.corners, px));
  }
  for (const card of state.cards) {
    const classes = `card ${kind(card)}${card.covered ? " covered" : ""}`;
    parts.push(shape("polygon", { class: classes, points: written(card.corners) }));
  }
  parts.push(...state.cards.filter((card) => card.face !== "down").map((card) => label(card, px)));
  byId("drawing").replaceChildren(...parts);
}

function row(card) {
  const line = document.createElement("li");
  const face = document.createElement("span");
  face.className = `face ${kind(card)}${card.card && "dh".includes(card.card[1]) ? " red" : ""}`;
  face.textContent = name(card);
  const where = document.createElement("span");
  where.className = "where";
  where.textContent = card.place || "beside every place";
  const note = document.createElement("small");
  note.textContent = [card.face === "down" ? "face down" : card.card ? "" : "not read", card.covered ? "covered" : ""].filter(Boolean).join(", ");
  if (note.textContent) where.append(note);
  const sure = document.createElement("span");
  sure.className = `sure${card.confidence < SURE ? " low" : ""}`;
  sure.textContent = card.card ? percent(card.confidence) : "";
  line.append(face, where, sure);
  return line;
}

function facts(state) {
  const rows = state.closed
    ? []
    : [
        ["from above", state.calibrated ? `${state.px_per_mm.toFixed(2)} px a mm` : "not calibrated"],
        ["marks off by", state.error_mm ? `${state.error_mm.toFixed(2)} mm` : "not measured"],
        ["cards in sight", state.cards.length],
        ["a frame takes", `${state.frame_ms.toFixed(1)} ms`],
      ];
  byId("facts").replaceChildren(
    ...rows.flatMap(([term, value]) => {
      const [dt, dd] = [document.createElement("dt"), document.createElement("dd")];
      dt.textContent = term;
      dd.textContent = value;
      return [dt, dd];
    }),
  );
}

const order = (card) => (card.place.startsWith("board") ? `0${card.place}` : card.place ? `1${card.place}` : "2");

follow({
  show(state) {
    byId("dot").className = `dot ${state.trouble ? "bad" : state.closed ? "off" : ""}`;
    byId("trouble").textContent = state.trouble || (state.closed ? "runs, unseen" : "all well");
    facts(state);
    const cards = [...state.cards].sort((one, other) => order(one).localeCompare(order(other)));
    byId("cards").replaceChildren(...cards.map(row));
    byId("none").hidden = cards.length > 0 || Boolean(state.closed);
    if (!state.closed) draw(state);
  },
});
