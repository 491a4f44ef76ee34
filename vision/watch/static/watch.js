// Looking: every card in sight with its outline, its name and how sure that is.
import { follow } from "/static/live.js";
import { byId, shape, written } from "/static/shapes.js";
import { pixel, placeName } from "/static/sight.js";

const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };
const SURE = 0.9;
const PITCH = 1.2; // of a card's width: so far apart lie the cards of a board, about

const kind = (card) => (card.face === "down" ? "back" : card.card ? "read" : "unread");
const name = (card) => (card.card ? card.card[0].replace("T", "10") + SUITS[card.card[1]] : card.face === "down" ? "" : "?");
const percent = (value) => (value >= 0.9995 ? "100 %" : `${(value * 100).toFixed(1)} %`);

// Beside the name or, where the next card's label would cover it, below it: how sure that is; on a small card neither.
function form(words, sure, room) {
  const name = 14 + 10.5 * words.length;
  const chance = 8 * sure.length;
  if (name + chance <= room) return { look: "", height: 26, up: 20 };
  if (Math.max(name, chance + 12) <= room) return { look: " tall", height: 42, up: 36 };
  return { look: " small", height: 17, up: 13 };
}

function label(card, px) {
  const xs = card.corners.map((at) => at[0]);
  const x = Math.min(...xs);
  const y = Math.min(...card.corners.map((at) => at[1]));
  const words = name(card);
  const sure = card.card ? ` ${Math.floor(card.confidence * 100)}%` : "";
  const { look, height, up } = form(words, sure, (PITCH * (Math.max(...xs) - x)) / px);
  const foot = Math.max(y - 6 * px, up * px);
  const group = shape("g", { class: `label ${kind(card)}${look}`, transform: `translate(${x}, ${foot}) scale(${px})` });
  group.append(shape("rect", { y: -up, rx: 5, height }));
  const text = shape("text", { x: 0, y: look === " tall" ? -16 : 0 }, words);
  if (look !== " small") text.append(shape("tspan", look ? { x: 0, dy: 16 } : {}, sure));
  group.append(text);
  return group;
}

// As wide as what is written: known once it stands on the page.
function fitted(group) {
  const pad = group.classList.contains("small") ? 0.5 : 5;
  const { x, width } = group.querySelector("text").getBBox();
  const rect = group.querySelector("rect");
  rect.setAttribute("x", x - pad);
  rect.setAttribute("width", width + 2 * pad);
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
  byId("drawing").querySelectorAll("g.label").forEach(fitted);
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
