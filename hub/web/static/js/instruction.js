// The one thing to do now, large: a STOP, a question, a step; else where the hand stands.
import { html } from "./html.js";

export function Instruction({ view, disabled, presses, actions }) {
  const asked = view.question && html`<${Question} question=${view.question} disabled=${disabled} presses=${presses} actions=${actions} />`;
  if (view.stop !== null) {
    return html`<section class="instruction" aria-label="Stop">
      <p class=${`stop-word ${asked ? "beside" : ""}`}>STOP</p>
      ${asked || html`<p class="big">${view.stop}</p>`}
    </section>`;
  }
  if (asked) {
    return html`<section class="instruction" aria-label="Question">${asked}</section>`;
  }
  const due = view.steps.filter((step) => step.state === "due");
  if (due.length > 0) {
    return html`<${Steps} view=${view} due=${due} disabled=${disabled} presses=${presses} actions=${actions} />`;
  }
  return html`<section class="instruction" aria-label="Where the hand stands">
    <p class="big calm">${view.state_words}</p>
    ${view.hint !== "" && html`<p class="under">${view.hint}</p>`}
    <${Notes} notes=${view.notes} />
    ${view.ruling !== null && html`<${LastRuling} ruling=${view.ruling} current=${view.ruling_is_current} actions=${actions} />`}
  </section>`;
}

function Question({ question, disabled, presses, actions }) {
  return html`<p class="big">${question.text}</p>
    <div class="answers">
      ${question.answers.map(
        (answer) => html`<button
          type="button"
          key=${`${answer.about} ${answer.id}`}
          class=${answer.id === "answer-no" ? "no" : "next"}
          disabled=${disabled}
          aria-busy=${presses.busy.has(answer.id)}
          onClick=${() => actions.press(answer)}
        >
          ${answer.label}
        </button>`,
      )}
    </div>`;
}

function Steps({ view, due, disabled, presses, actions }) {
  const [first, ...also] = due;
  const number = view.steps.indexOf(first) + 1;
  const { ruling, done } = view;
  const later = view.steps.filter((step) => step.state === "later");
  return html`<section class="instruction steps-due" aria-label="Step to do now">
    <p class="eyebrow">
      ${ruling !== null && html`<span class="kind">${ruling.kind_words}</span><span>${ruling.clause}</span>`}
      <span>step ${number} of ${view.steps.length}</span>
    </p>
    <p class="big">${first.text}</p>
    ${also.length > 0 && html`<p class="also">Also now: ${also.map((step) => step.text).join(" · ")}</p>`}
    ${later.length > 0 && html`<p class="under">Then: ${later.map((step) => step.text).join(" · ")}</p>`}
    <div class="done-line">
      ${done !== null
        ? html`<button
            type="button"
            key=${`${done.id} ${done.about}`}
            class="done next"
            disabled=${disabled}
            aria-busy=${presses.busy.has(`${done.id} ${done.about}`)}
            onClick=${() => actions.tell(`${done.id} ${done.about}`, done.label, done.fact, done.about)}
          >
            ✓ ${done.label}
          </button>`
        : html`<p class="sensed">The table sees this by itself: no tap needed.</p>`}
      ${ruling !== null && html`<button type="button" onClick=${() => actions.open({ kind: "ruling" })}>Why?</button>`}
    </div>
  </section>`;
}

const Notes = ({ notes }) =>
  notes.length === 0 ? null : html`<ul class="notes">${notes.map((note) => html`<li key=${note}>${note}</li>`)}</ul>`;

const LastRuling = ({ ruling, current, actions }) =>
  html`<div class="last">
    <span>
      <b>${ruling.kind_words}: ${ruling.title}</b>
      <small>${current ? "this hand" : `hand ${ruling.hand}`} · ${ruling.clause}</small>
    </span>
    <button type="button" onClick=${() => actions.open({ kind: "ruling" })}>Why?</button>
  </div>`;
