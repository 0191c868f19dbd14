import type { TerminalStream } from './colours.ts';
import { forTerminal, visible } from './escape.ts';

/** Writes a text as one line. All output of the commands goes through this file or a report, which escape it. */
export function printLine(stream: TerminalStream, text: string): void {
  stream.write(`${forTerminal(text)}\n`);
}

/** Writes a text line by line, such as a stack or a table. */
export function printLines(stream: TerminalStream, text: string): void {
  for (const line of text.split('\n')) printLine(stream, line);
}

/** Writes a value as JSON with hidden characters escaped, which is the same JSON value. `indent` spaces. */
export function printJson(stream: TerminalStream, value: unknown, indent = 0): void {
  stream.write(`${visible(JSON.stringify(value, null, indent))}\n`);
}
