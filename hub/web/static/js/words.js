// Small words that both pages use.

const SUITS = { c: ["♣", "clubs"], d: ["♦", "diamonds"], h: ["♥", "hearts"], s: ["♠", "spades"] };
const RANKS = { T: "10", J: "jack", Q: "queen", K: "king", A: "ace" };

export const suitSign = (card) => SUITS[card[1]][0];
export const rankSign = (card) => (card[0] === "T" ? "10" : card[0]);
export const cardWords = (card) => `${RANKS[card[0]] ?? card[0]} of ${SUITS[card[1]][1]}`;

// "just now", "4 min", "2 h 5 min": how long ago `at` (ms) was at `now` (ms).
export function ago(at, now) {
  const minutes = Math.floor(Math.max(0, now - at) / 60000);
  if (minutes < 1) {
    return "just now";
  }
  return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export const clockTime = (date) => date.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit", second: "2-digit", hour12: false });
export const milliseconds = (nanoseconds) => nanoseconds / 1e6;
