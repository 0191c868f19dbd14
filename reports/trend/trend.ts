import { coverageOf } from '../../engine/coverage.ts';
import { changesBetween, byStart, type PastRun } from '../earlier-run.ts';
import type { Changes } from '../changed-cases.ts';
import type { SeverityCounts, Totals } from '../digest.ts';
import { count, percent } from '../format.ts';
import { runVerdict } from '../run-verdict.ts';
import type { VerdictTitle } from '../verdict.ts';

/** One run of a trend. */
export interface TrendRun {
  readonly folder: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly pyx: string;
  /** Null for what clients called: nothing was drawn. */
  readonly seed: number | null;
  readonly target: string;
  readonly subversion: string;
  readonly exitCode: number;
  readonly verdict: VerdictTitle;
  readonly totals: Totals;
  readonly severities: SeverityCounts;
  readonly durationMs: number;
  /** Covered rules, in percent, rounded down. */
  readonly rulesPercent: number;
  /** Number of cases that failed and did not in the run before, and the reverse; null for the first run. */
  readonly added: number | null;
  readonly fixed: number | null;
}

/** `trend.json`: runs in the order of their starts. */
export interface Trend {
  readonly kind: 'trend';
  readonly runs: readonly TrendRun[];
  /** From the last run but one to the last; undefined for a single run. */
  readonly last?: Changes;
}

/** That runs are of other cases, so that their numbers say nothing of each other; undefined where they are of as many. */
export function otherSelections(runs: readonly TrendRun[]): string | undefined {
  const numbers = [...new Set(runs.map(({ totals }) => Object.values(totals).reduce((sum, cases) => sum + cases, 0)))];
  if (numbers.length === 1) return undefined;
  return `These runs are of different cases (${numbers.map(count).join(', ')}): a line from one to the next is no trend.`;
}

/** The trend of several runs. */
export function trendOf(runs: readonly PastRun[]): Trend {
  const ordered = byStart(runs);
  const changes = ordered.map((run, index) => {
    const before = ordered[index - 1];
    return before && changesBetween(before, run);
  });
  const last = changes.at(-1);
  return {
    kind: 'trend',
    runs: ordered.map((run, index) => trendRun(run, changes[index])),
    ...(last && { last }),
  };
}

function trendRun({ folder, digest }: PastRun, changes: Changes | undefined): TrendRun {
  const { start, totals, severities, durationMs } = digest;
  const { code, title } = runVerdict(digest);
  const { covered, total } = coverageOf(start.universe, digest.hits).rules;
  return {
    folder,
    startedAt: start.startedAt,
    pyx: start.pyx,
    seed: start.seed,
    target: start.target.name,
    subversion: start.target.subversion,
    exitCode: code,
    verdict: title,
    totals,
    severities,
    durationMs,
    rulesPercent: percent(covered, total),
    added: changes?.added.length ?? null,
    fixed: changes?.fixed.length ?? null,
  };
}
