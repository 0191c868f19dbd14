import { escapeHtml } from '../escape.ts';

/** What a node logged, folded. `when`: `while the case ran`. */
export function foldedLog(text: string, when: string): string {
  return `<details class="log"><summary class="soft">the last lines that the node logged ${when}</summary><pre tabindex="0">${escapeHtml(text)}</pre></details>`;
}
