import { join } from 'node:path';
import type { Digest, Totals } from '../reports/digest.ts';
import { reportedVerdict, type ReportedVerdict } from '../reports/verdict.ts';

/** The output of `--json` for one run. */
export interface RunSummary {
  readonly exitCode: number;
  readonly verdict: ReportedVerdict;
  readonly totals: Totals;
  readonly out: string;
  readonly results: string;
}

export function runSummary({ totals }: Digest, verdict: ReportedVerdict, out: string): RunSummary {
  return { exitCode: verdict.code, verdict: reportedVerdict(verdict), totals, out, results: join(out, 'results.json') };
}
