import { sayLines } from '../reports/say.ts';

/** Exit code of a command that was ended by Ctrl-C or SIGTERM. */
export const INTERRUPTED = 130;

/** Ended by Ctrl-C or SIGTERM before there was anything to report. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

export interface Interruption {
  readonly signal: AbortSignal;
  /** Leaves signals to others again. */
  release(): void;
}

/** Catches Ctrl-C and SIGTERM: the first aborts `signal`, after `notice` was written to stderr; a second ends the program at once. */
export function catchInterruption(notice: string): Interruption {
  const abort = new AbortController();
  const onSignal = (): void => {
    if (abort.signal.aborted) process.exit(INTERRUPTED);
    sayLines(process.stderr, `\n${notice} (again to stop at once)`);
    abort.abort();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return { signal: abort.signal, release: () => void process.off('SIGINT', onSignal).off('SIGTERM', onSignal) };
}
