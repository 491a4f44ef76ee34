// The two vendored modules joined: `html` makes what `render` draws.
import { h, render } from "../vendor/preact.mjs";
import htm from "../vendor/htm.mjs";

export const html = htm.bind(h);
export { render };
