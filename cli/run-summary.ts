import { join } from 'node:path';
import type { Digest, Totals } from '../reports/digest.ts';

/** The output of `--json` for one run. */
export interface RunSummary {
  readonly exitCode: number;
  readonly totals: Totals;
  readonly out: string;
  readonly results: string;
}

export function runSummary({ totals }: Digest, exitCode: number, out: string): RunSummary {
  return { exitCode, totals, out, results: join(out, 'results.json') };
}
