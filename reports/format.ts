import { stringify } from 'lossless-json';
import type { CutText, ShownAnswer, ShownCall } from '../engine/outcome.ts';

/** `840 ms`, `12.3 s`, `4 min 05 s`. */
export function duration(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1_000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1_000);
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`;
}

/** `2,604` */
export function count(value: number): string {
  return value.toLocaleString('en-GB');
}

/** The text with a capital letter first. */
export function capitalised(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;
}

/** `1 case`, `2 cases`. */
export function counted(value: number, singular: string, plural = `${singular}s`): string {
  return `${count(value)} ${value === 1 ? singular : plural}`;
}

/** Percentage, rounded down, so that 100 % means complete. */
export function percent(part: number, whole: number): number {
  return whole === 0 ? 100 : Math.floor((part / whole) * 100);
}

/** The same as a text: `93 %`; of nothing there is no part. */
export function percentText(part: number, whole: number): string {
  return whole === 0 ? '–' : `${percent(part, whole)} %`;
}

/** The call as JSON. `indent` spaces; 0 puts it on one line. */
export function callText(call: ShownCall, indent: number): string {
  const { jsonrpc, method, params, wallet, cut } = call;
  const shown = cut === undefined ? { params } : { paramsCut: cutText(cut) };
  return json({ ...(jsonrpc && { jsonrpc }), method, ...shown, ...(wallet !== undefined && { wallet }) }, indent);
}

/** The answer as JSON with all received digits, or the fault with the beginning of the received text. */
export function answerText(answer: ShownAnswer, indent: number): string {
  if ('cut' in answer) return cutText(answer.cut);
  if ('fault' in answer) return `no answer: ${answer.fault}${answer.excerpt === undefined ? '' : `\n${answer.excerpt}`}`;
  return 'error' in answer ? json({ error: answer.error }, indent) : json({ result: answer.result }, indent);
}

/** The beginning of a text, and its length. */
function cutText({ beginning, characters, sha256 }: CutText): string {
  return `${beginning}… (${count(Number(characters))} characters, sha256 ${sha256})`; // a number read from a journal is a LosslessNumber
}

function json(value: unknown, indent: number): string {
  return stringify(value, undefined, indent) ?? 'null';
}

/** Indented JSON on one line. Strings in JSON contain no line feeds. */
export function compact(text: string): string {
  return text.replace(/\n\s*/g, ' ');
}

/** About `limit` characters, followed by the number of omitted ones if that is shorter than they are. */
export function shortened(text: string, limit: number): string {
  const note = `… (${counted(text.length - limit, 'more character')})`;
  if (text.length <= limit + note.length) return text;
  return `${detached(text.slice(0, limit))}${note}`;
}

/** A copy of the text: a slice would keep the whole long text in memory (V8). */
export function detached(text: string): string {
  return Buffer.from(text).toString();
}
