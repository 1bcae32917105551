// What pages that draw state use of lit-html, which makes of a template of HTML only what changed since it was last
// drawn.

export { html, nothing, render, svg } from "../vendor/lit-html-3.3.3/lit-html.js";
export { guard } from "../vendor/lit-html-3.3.3/directives/guard.js";
export { repeat } from "../vendor/lit-html-3.3.3/directives/repeat.js";
