// A ruling in full: what happened, what the book says, and where its steps stand.
import { html } from "./html.js";
import { WithCards } from "./parts.js";
import { say } from "./say.js";

const mark = (state) =>
  ({ done: say("step-done", "✓ done"), due: say("step-now", "▸ now"), later: say("step-later", "· later"), open: say("step-open", "· unseen"), keep: "·" })[state] ?? state;

export const RulingSteps = ({ steps }) =>
  html`<ol class="steps">
    ${steps.map(
      (step) => html`<li key=${step.key} class=${step.state}>
        <span class="mark">${mark(step.state)}</span><span><${WithCards} text=${step.text} cards=${step.cards} /></span>
      </li>`,
    )}
  </ol>`;

export const RulingText = ({ ruling }) =>
  html`<div class=${`ruling ${ruling.past ? "past" : ""}`}>
    <p class="ruling-title">
      <span class="kind">${ruling.kind_words}</span> ${ruling.title}
    </p>
    <p lang=${ruling.english ? "en" : null} dir=${ruling.english ? "ltr" : null}><${WithCards} text=${ruling.because} cards=${ruling.cards} /></p>
    <p class="clause" lang="en" dir="ltr"><b>${ruling.clause}</b> ${ruling.says}</p>
    ${ruling.options.length > 0 &&
    html`<p><b>${say("options", "Options:")}</b></p>
      <ul class="options" lang="en" dir="ltr">${ruling.options.map((option) => html`<li key=${option}>${option}</li>`)}</ul>`}
    ${ruling.standing !== "given" && html`<p class=${`outcome ${ruling.standing}`}>${ruling.outcome}</p>`}
    ${ruling.steps.length > 0 && html`<${RulingSteps} steps=${ruling.steps} />`}
  </div>`;
