import { printLine, printLines } from '../reports/print.ts';
import { UserError } from '../specs/model/user-error.ts';
import { InterruptedError } from './interruption.ts';
import { systemErrorText } from './system-error.ts';

/** Prints an error on standard error: a mistake of the user with its remedy, anything else as an internal error. */
export function printError(error: unknown): void {
  const system = systemErrorText(error);
  if (system !== undefined) printLine(process.stderr, `pyx: ${system}`);
  else if (error instanceof InterruptedError) printLine(process.stderr, `pyx: ${error.message}`);
  else if (error instanceof UserError) {
    printLine(process.stderr, `pyx: ${error.message}`);
    for (const line of error.details) printLine(process.stderr, `  | ${line}`);
  } else {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
    printLines(process.stderr, `internal error in pyx (please report it): ${text}`);
  }
}
