import type { TerminalStream } from './colours.ts';
import { forTerminal, oneLine } from './escape.ts';
import { jsonText } from './json-text.ts';

/** How results are printed for people. */
export interface PrintOptions {
  readonly stream: TerminalStream;
  /** The folder of the results, which is named. */
  readonly outDir: string;
  readonly environment?: NodeJS.ProcessEnv;
}

/** Writes a text as one line. All output of the commands goes through this file or a report, which escape it. */
export function printLine(stream: TerminalStream, text: string): void {
  stream.write(`${forTerminal(text)}\n`);
}

/** Writes a text line by line, such as a stack or a table. */
export function printLines(stream: TerminalStream, text: string): void {
  for (const line of text.split('\n')) printLine(stream, line);
}

/** Writes a command for a CI service, which `printLine` would make a plain text. The caller escapes what is not its own. */
export function printCiCommand(stream: TerminalStream, command: string): void {
  stream.write(`${oneLine(command)}\n`);
}

/** Writes a value as JSON on one line, or indented by `indent` spaces: see `jsonText`. */
export function printJson(stream: TerminalStream, value: unknown, indent = 0): void {
  stream.write(`${jsonText(value, indent)}\n`);
}
