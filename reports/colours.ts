import pico from 'picocolors';
import type { Status } from '../engine/outcome.ts';

export type Colours = ReturnType<typeof pico.createColors>;

/** An output stream for lines, such as `process.stderr`. */
export interface TerminalStream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
  readonly columns?: number;
}

/** Colours for a stream: none if it is not a terminal, unless FORCE_COLOR is set, and none if NO_COLOR is set (no-color.org). */
export function coloursFor(stream: TerminalStream, environment: NodeJS.ProcessEnv = process.env): Colours {
  const { NO_COLOR, FORCE_COLOR, TERM } = environment;
  const refused = (NO_COLOR !== undefined && NO_COLOR !== '') || TERM === 'dumb';
  const forced = FORCE_COLOR !== undefined && FORCE_COLOR !== '' && FORCE_COLOR !== '0';
  return pico.createColors(!refused && (forced || stream.isTTY === true));
}

export const colourOf: { readonly [status in Status]: 'green' | 'red' | 'cyan' | 'yellow' | 'magenta' | 'gray' } = {
  passed: 'green',
  failed: 'red',
  unstable: 'yellow',
  observed: 'cyan',
  waived: 'yellow',
  skipped: 'magenta',
  inapplicable: 'gray',
};
