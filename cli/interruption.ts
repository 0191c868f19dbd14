import { printLines } from '../reports/print.ts';

/** Exit code of a command that was interrupted by Ctrl-C or SIGTERM. */
export const INTERRUPTED = 130;

/** Interrupted by Ctrl-C or SIGTERM before there was a result to report. */
export class InterruptedError extends Error {
  override readonly name = 'InterruptedError';
}

export interface Interruption {
  readonly signal: AbortSignal;
  /** Removes the signal handlers. */
  release(): void;
}

/** Catches Ctrl-C and SIGTERM: the first one prints `notice` to stderr and aborts `signal`; a second one exits at once. */
export function catchInterruption(notice: string): Interruption {
  const abort = new AbortController();
  const onSignal = (): void => {
    if (abort.signal.aborted) process.exit(INTERRUPTED);
    printLines(process.stderr, `\n${notice} (press Ctrl-C again to exit at once)`);
    abort.abort();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return { signal: abort.signal, release: () => void process.off('SIGINT', onSignal).off('SIGTERM', onSignal) };
}
