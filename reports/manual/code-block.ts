import { escapeHtml } from '../escape.ts';

/** More may not fit into its box, also on a phone. */
const FITTING_CHARACTERS = 400;
const FITTING_LINES = 12;

/** A text that can be copied. A long one can be scrolled by keys. */
export function codeBlock(code: string): string {
  const fits = code.length <= FITTING_CHARACTERS && code.split('\n').length <= FITTING_LINES;
  return `<div class="code"><pre${fits ? '' : ' tabindex="0"'}>${escapeHtml(code)}</pre><button type="button" hidden>copy</button></div>`;
}
