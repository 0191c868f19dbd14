import { shortened } from './format.ts';

/**
 * Output of a node is untrusted: each function here makes a text safe for one kind of document. All of them first make
 * characters visible that could hide, reorder or overwrite the text around them.
 */

/** Control characters (C0 but for line feed, DEL, C1), zero-width and direction marks, line separators, lone surrogates. */
const HIDDEN =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** The text with hidden characters escaped (`\u001b`); line feeds are kept. The other functions use it. */
export function visible(text: string): string {
  return text.replace(HIDDEN, writtenOut);
}

function writtenOut(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** `visible`, on one line. */
export function oneLine(text: string): string {
  return visible(text).replaceAll('\n', ' ');
}

/**
 * Log text that a CI server executes: `::` at the start of a line (GitHub, which ignores spaces before it), and `##[`,
 * `##vso[` and `##teamcity[` anywhere.
 */
const COMMAND = /(?<=^\s*):(?=:)|#(?=#(?:vso|teamcity)?\[)/gi;
/** Longer texts are cut; the reports have them in full. */
const TERMINAL_CHARACTERS = 2_000;

/** The text as one line, or part of one, of a terminal or a CI log: cut, without control sequences and CI commands. */
export function forTerminal(text: string, limit = TERMINAL_CHARACTERS): string {
  return oneLine(shortened(text, limit)).replace(COMMAND, writtenOut);
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** For text and quoted attributes of HTML. */
export function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}

/** For text and quoted attributes of XML 1.0, which has no way to write most control characters. */
export function escapeXml(text: string): string {
  return escapeHtml(text).replaceAll('\n', '&#10;');
}

/**
 * The text as a code span of Markdown, in which markup has no effect: the fence is longer than any run of backticks in
 * it. `cell`: for a table, where `|` ends the cell even in a code span.
 */
export function codeSpan(text: string, { cell = false } = {}): string {
  const line = oneLine(text);
  const fence = '`'.repeat(longestRun(line) + 1);
  const padded = /^[`\s]|[`\s]$|^$/.test(line) ? ` ${line} ` : line;
  const span = `${fence}${padded}${fence}`;
  return cell ? span.replaceAll('|', '\\|') : span;
}

/** The text as a fenced block of Markdown, `indent` spaces deep. */
export function codeBlock(text: string, language: 'json' | 'sh' | 'text' | 'yaml', indent = 0): string {
  const shown = visible(text);
  const fence = '`'.repeat(Math.max(3, longestRun(shown) + 1));
  return [`${fence}${language}`, ...shown.split('\n'), fence].map((line) => `${' '.repeat(indent)}${line}`).join('\n');
}

function longestRun(text: string): number {
  return Math.max(0, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
}
