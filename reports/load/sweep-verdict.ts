import type { SweepResults } from '../../load/tps/sweep-results.ts';
import { jointVerdict } from '../joint-verdict.ts';
import type { Verdict, VerdictOptions } from '../verdict.ts';

/** What the tests of a sweep show together: the most serious of their verdicts. */
export function sweepVerdict({ option, tests }: SweepResults, { inconclusive }: VerdictOptions = {}): Verdict {
  const parts = tests.map(({ label, title, exitCode }) => ({ name: `${option} ${label}`, title, exitCode }));
  const whole = tests.filter(({ exitCode }) => exitCode === 0).length;
  return jointVerdict(parts, { facts: [`${whole} of ${tests.length} tests received all.`] }, inconclusive);
}
