import { count, counted } from './format.ts';
import type { Digest, Totals } from './digest.ts';

/**
 * 2 when Pyx itself failed, else 1 when a case failed, the run did not come to its end or something that was asked for
 * was not tried, else 0.
 */
export function exitCode(totals: Totals, run: { readonly complete: boolean; readonly internalErrors: number }): 0 | 1 | 2 {
  if (run.internalErrors > 0) return 2;
  return totals.failed > 0 || !run.complete || totals.skipped > 0 ? 1 : 0;
}

export interface Verdict {
  readonly code: 0 | 1 | 2;
  /** One or two words. */
  readonly title: string;
  /** Sentences that say why. */
  readonly reasons: readonly string[];
}

/** The run in a few words. */
export function verdictOf(digest: Digest): Verdict {
  const { totals, complete, stopped, internalErrors, unconfirmed, planned, failures } = digest;
  const all = Object.values(totals).reduce((sum, value) => sum + value, 0);
  const reasons: string[] = [];
  if (internalErrors > 0) reasons.push(`${counted(internalErrors, 'case')} could not be judged because Pyx itself failed.`);
  if (totals.failed > 0) {
    const causes = failures.length === 1 ? 'one cause' : counted(failures.length, 'cause');
    const doubt = unconfirmed > 0 ? `; ${count(unconfirmed)} not confirmed, because the run ended first` : '';
    reasons.push(`${counted(totals.failed, 'case')} failed, from ${causes}${doubt}.`);
  }
  if (!complete) {
    // Findings about the target file are outcomes that nobody planned.
    const tried = Math.min(planned, all - totals.skipped);
    reasons.push(
      `The run did not come to its end: ${count(tried)} of ${counted(planned, 'case')} tried${stopped === undefined ? '' : ` (${stopped})`}.`,
    );
  } else if (totals.skipped > 0) {
    reasons.push(`${counted(totals.skipped, 'case')} that ${totals.skipped === 1 ? 'was' : 'were'} asked for could not be tried.`);
  }
  const code = exitCode(totals, { complete, internalErrors });
  if (code === 0) reasons.push(`${counted(totals.passed, 'case')} passed, none failed.`);
  const title =
    code === 0 ? 'Passed' : code === 2 ? 'Pyx failed' : totals.failed > 0 ? 'Failed' : complete ? 'Not all tried' : 'Not complete';
  return { code, title, reasons };
}
