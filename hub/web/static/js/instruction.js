// The one thing to do now, large: a STOP, a question, a step; else where the hand stands.
import { html } from "./html.js";
import { WithCards } from "./parts.js";
import { say } from "./say.js";

const lined = (steps) =>
  steps.map((step, index) => html`${index > 0 && " · "}<${WithCards} key=${step.key} text=${step.text} cards=${step.cards} />`);

export function Instruction({ view, disabled, presses, actions }) {
  const asked = view.question && html`<${Question} question=${view.question} disabled=${disabled} presses=${presses} actions=${actions} />`;
  if (view.stop !== null) {
    return html`<section class="instruction" aria-label="Stop">
      <p class=${`stop-word ${asked ? "beside" : ""}`}>${say("stop", "STOP")}</p>
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
  const { ruling } = view;
  const later = view.steps.filter((step) => step.state === "later");
  const alone = view.taps.length === 1 && view.taps[0].weight === "plain";
  return html`<section class="instruction steps-due" aria-label="Step to do now">
    <p class="eyebrow">
      ${ruling !== null && html`<span class="kind">${ruling.kind_words}</span><span>${ruling.clause}</span>`}
      ${view.steps.length > 1 && html`<span>${say("step-of", "step {number} of {all}", { number, all: view.steps.length })}</span>`}
      ${view.keep !== "" && html`<span class="keep">${view.keep}</span>`}
    </p>
    <p class="big"><${WithCards} text=${first.text} cards=${first.cards} /></p>
    ${also.length > 0 && html`<p class="also">${say("also-now", "Also now: ")}${lined(also)}</p>`}
    ${later.length > 0 && html`<p class="under">${say("then", "Then: ")}${lined(later)}</p>`}
    <div class="done-line">
      ${alone && html`<p class="sensed">${say("sensed", "The table sees this by itself.")}</p>`}
      ${view.taps.map(
        (tap) => html`<${Tap} key=${`${tap.id} ${tap.about}`} tap=${tap} view=${view} disabled=${disabled} presses=${presses} actions=${actions} />`,
      )}
      ${ruling !== null && html`<button type="button" onClick=${() => actions.open({ kind: "ruling" })}>${say("why", "Why?")}</button>`}
    </div>
  </section>`;
}

function Tap({ tap, view, disabled, presses, actions }) {
  const busy = presses.busy.has(tap.id);
  const cards = view.steps.find((step) => step.key === tap.about)?.cards ?? [];
  return html`<button
    type="button"
    class=${tap.weight === "next" ? `done next ${view.taps.length > 1 ? "one-of-two" : ""}` : ""}
    disabled=${disabled}
    aria-disabled=${busy}
    aria-busy=${busy}
    onClick=${() => actions.press(tap)}
  >
    ${tap.weight === "next" && "✓ "}<span><${WithCards} text=${tap.label} cards=${cards} /></span>
  </button>`;
}

const Notes = ({ notes }) =>
  notes.length === 0 ? null : html`<ul class="notes">${notes.map((note) => html`<li key=${note}>${note}</li>`)}</ul>`;

const LastRuling = ({ ruling, current, actions }) =>
  html`<div class=${`last ${ruling.past ? "past" : ""}`}>
    <span>
      <b>${ruling.kind_words}: ${ruling.title}</b>
      <small>${ruling.past && `${ruling.standing === "completed" ? say("step-done", "✓ done") : say("over", "over")} · `}${current ? say("this-hand", "this hand") : say("hand", "hand {hand}", { hand: ruling.hand })} · ${ruling.clause}</small>
    </span>
    <button type="button" onClick=${() => actions.open({ kind: "ruling" })}>${say("why", "Why?")}</button>
  </div>`;
