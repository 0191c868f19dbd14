import { appendFileSync } from 'node:fs';
import { markdownText } from '../reports/markdown.ts';
import { printJson } from '../reports/print.ts';
import { reportedVerdict, signOf, verdictOf, type Verdict } from '../reports/verdict.ts';
import { UserError } from '../specs/model/user-error.ts';
import { InterruptedError } from './interruption.ts';
import { systemErrorText } from './system-error.ts';

/** The verdict of a command that ends by an error, without results. */
export function endVerdict(error: unknown): Verdict {
  if (error instanceof InterruptedError) return verdictOf({ untried: [`${error.message}.`] }, { interrupted: true });
  const reason = systemErrorText(error) ?? (error instanceof UserError ? error.message : 'internal error in Pyx (please report it)');
  return verdictOf({ notDone: [reason.endsWith('.') ? reason : `${reason}.`] });
}

/** Where a command reports its verdict if it has no results. */
export interface EndOptions {
  readonly json: boolean;
  /** GitHub's summary. */
  readonly githubStepSummary: string | undefined;
}

/** Reports the verdict of a command that ends by an error: to programs, and in the summary of a pipeline. The error itself is printed later. */
export function reportEnd(error: unknown, { json, githubStepSummary = '' }: EndOptions): void {
  const verdict = endVerdict(error);
  if (json) printJson(process.stdout, { verdict: reportedVerdict(verdict) });
  if (githubStepSummary === '') return;
  appendFileSync(githubStepSummary, `# ${signOf(verdict.title)} Pyx: ${verdict.title}\n\n${markdownText(verdict.reasons.join(' '))}\n\n`);
}
