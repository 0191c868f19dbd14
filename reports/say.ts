import type { TerminalStream } from './colours.ts';
import { forTerminal, visible } from './escape.ts';

/** Writes a text as one line. Whoever has something to print, whatever it came from, does it by this file or by a report. */
export function say(stream: TerminalStream, text: string): void {
  stream.write(`${forTerminal(text)}\n`);
}

/** Writes a text line by line: for texts that people have laid out, such as a stack or a table. */
export function sayLines(stream: TerminalStream, text: string): void {
  for (const line of text.split('\n')) say(stream, line);
}

/** Writes a value as JSON with hidden characters written out: within JSON that is the same value. `indent` spaces. */
export function sayJson(stream: TerminalStream, value: unknown, indent = 0): void {
  stream.write(`${visible(JSON.stringify(value, null, indent))}\n`);
}
