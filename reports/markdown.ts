import { codeBlock, codeSpan, escapeHtml, oneLine } from './escape.ts';
import { shortened } from './format.ts';

/** CI services cut or refuse summaries above 1 MiB, which other steps share. */
const TEXT_CHARACTERS = 1_000;

/** A text of a node or a user in a cell of a table, shortened. */
export const markdownCell = (text: string): string => codeSpan(shortened(text, TEXT_CHARACTERS), { cell: true });

/** A text of a node or a user in a line, shortened. */
export const markdownText = (text: string): string => codeSpan(shortened(text, TEXT_CHARACTERS));

/** Labelled values on one line: ``Target `embedded` · Seed `1` ``. */
export function markdownFacts(facts: readonly (readonly [label: string, value: string])[]): string {
  return facts.map(([label, value]) => `${label} ${markdownText(value)}`).join(' · ');
}

/** A table of cells that are Markdown. The first column to the left, the others to the right. */
export function markdownTable(head: readonly string[], rows: readonly (readonly string[])[], title: string): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [title, '', line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

/** A list under a title, with as many items as are shown at most; empty if there are none. `rest`: where the others are. */
export function markdownList(
  title: string,
  items: readonly string[],
  { most, rest }: { readonly most: number; readonly rest: string },
): string {
  if (items.length === 0) return '';
  const more = items.length > most ? ['', `… and ${items.length - most} more in ${rest}`] : [];
  return [title, '', ...items.slice(0, most), ...more].join('\n');
}

/** Parts that are shown on a click. */
export function folded(title: string, parts: readonly string[]): string {
  // In `code`, services do not turn a node's text into links or mentions.
  return [`<details><summary><code>${escapeHtml(oneLine(title))}</code></summary>`, ...parts, '</details>'].join('\n\n');
}

/** What a node logged, folded. `when`: `while the case ran`. `indent`: spaces, within a list. */
export function foldedLog(text: string, when: string, indent = 0): string {
  const lines = folded(`the last lines that the node logged ${when}`, [codeBlock(text, 'text')]).split('\n');
  return lines.map((line) => (line === '' ? line : `${' '.repeat(indent)}${line}`)).join('\n');
}

/** The parts that are not empty, as one document. */
export function markdownDocument(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}
