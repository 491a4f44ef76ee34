// The room's newest rulings in a line each.
import { html } from "./html.js";
import { ago, milliseconds } from "./words.js";

const STANDING_WORDS = {
  open: "under way",
  completed: "✓ done",
  waiting: "later",
  closed: "not all seen",
  withdrawn: "withdrawn",
  given: "",
};

export function Recent({ view, now, actions }) {
  if (view.recent.length === 0) {
    return null;
  }
  return html`<section class="recent" aria-label="Newest rulings">
    <h2>Newest rulings</h2>
    <ul>
      ${view.recent.map(
        (line) => html`<li key=${`${line.table} ${line.number}`}>
          <button type="button" class=${line.standing} onClick=${() => actions.show(line.table)}>
            <span class="recent-line">
              <b>${line.table_name}</b>
              <span class="since">${line.at === null ? "" : ago(milliseconds(line.at), now)}</span>
            </span>
            <span class="recent-what"><b>${line.kind_words}.</b> ${line.title}</span>
            <span class="recent-line small"><span>${line.clause}</span><span>${STANDING_WORDS[line.standing]}</span></span>
          </button>
        </li>`,
      )}
    </ul>
  </section>`;
}
