import type { JudgedCase } from './case.ts';
import { UNEXPLAINED } from './acceptance.ts';
import type { Finding } from './outcome.ts';
import type { TargetFile } from './target-file.ts';

/** The cases that were not run. */
export interface Untried {
  /** Ids of cases that were not selected. */
  readonly leftOut: readonly string[];
  /** Statuses of cases that were selected and not run. */
  readonly untried: ReadonlyMap<string, 'skipped' | 'inapplicable'>;
  /** The target can start nodes with any profile: a case that is inapplicable there is so in every run. */
  readonly startsNodes: boolean;
  /** The cases of the plan. */
  readonly planned?: readonly JudgedCase[];
  /** Nothing was planned: clients called what they liked, and an entry that was not met is not needless. */
  readonly unplanned?: true;
}

/** What one run shows of an accepted difference, or several together: the shards of a run, or the runs with several seeds. */
export interface AcceptanceStanding {
  /** `waiver`: by cases, as earlier releases wrote it. */
  readonly kind: 'accepted' | 'waiver';
  /** The difference in one line; for a waiver `waiver "rules/getblock/*" at tx[].fee`. */
  readonly what: string;
  readonly why: string;
  /** The file that it is in, with the line: `acme.yaml:12`. */
  readonly source: string;
  /** Its last day, if that was before the run. */
  readonly expired?: string;
  /** Number of findings that it covered. */
  readonly met: number;
  /** A case that could meet it was not run completely, and could be in another run. */
  readonly open: boolean;
  /** Number of cases that could meet it. */
  readonly cases: number;
  /** At least one of them was run completely. */
  readonly ran: boolean;
  /** What it is about was seen, and was as expected. */
  readonly gone: boolean;
  /** Only some seeds need it. */
  readonly someSeeds: boolean;
}

/** The checks of findings about the files of the user. Each begins the id of an outcome: see `targetFileOutcomes`. */
export const ACCEPTANCE_CHECKS = {
  expired: 'expired-acceptance',
  gone: 'gone-acceptance',
  unmet: 'unmet-acceptance',
  unknown: 'unknown-acceptance',
  unexplained: 'unexplained-acceptance',
} as const;

const RENEW = 'fix the difference, or renew the entry with a reason';

/** Findings for accepted differences that are expired, that are gone, that no case could meet, or that none met. */
export function staleAcceptances(standings: readonly AcceptanceStanding[]): Finding[] {
  return standings.flatMap((standing) => (standing.kind === 'waiver' ? staleWaiver(standing) : staleAcceptance(standing)));
}

const findingOf = (check: string, { source, what }: AcceptanceStanding, message: string): Finding[] => [
  { check, evidence: 'baseline', source, message: `${what} ${message}` },
];

function staleAcceptance(standing: AcceptanceStanding): Finding[] {
  const { expired, met, open, cases, ran, gone, someSeeds } = standing;
  const finding = (check: string, message: string): Finding[] =>
    findingOf(check, { ...standing, what: `the accepted difference "${standing.what}"` }, message);
  if (expired !== undefined) return finding(ACCEPTANCE_CHECKS.expired, `was valid until ${expired}: ${RENEW}`);
  if (met > 0 || open || someSeeds) return [];
  if (cases === 0) return finding(ACCEPTANCE_CHECKS.unmet, 'can be met by no case: correct or remove it');
  if (!ran) return [];
  if (gone) return finding(ACCEPTANCE_CHECKS.gone, 'is gone: what it is about was seen, and is as expected; remove it');
  const tried = cases === 1 ? 'the case that could meet it was run' : `all ${cases} cases that could meet it were run`;
  return finding(ACCEPTANCE_CHECKS.unmet, `matched nothing although ${tried}: remove it, or mark it by seeds: some`);
}

function staleWaiver(standing: AcceptanceStanding): Finding[] {
  const { expired, met, open, cases, ran, someSeeds } = standing;
  if (expired !== undefined)
    return findingOf('expired-waiver', standing, `was valid until ${expired}: fix the difference, or renew the waiver with a reason`);
  if (met > 0 || open) return [];
  if (cases === 0) return findingOf('stale-waiver', standing, 'matches no case: correct or remove it');
  return someSeeds || !ran ? [] : findingOf('stale-waiver', standing, 'matched nothing although its cases ran: remove it');
}

/** Findings for entries that nobody has explained, if they are refused. */
export function unexplained(standings: readonly AcceptanceStanding[], target: Pick<TargetFile, 'unexplained'> | undefined): Finding[] {
  if (target?.unexplained !== 'fail') return [];
  return standings.flatMap((standing) =>
    standing.why === UNEXPLAINED
      ? findingOf(ACCEPTANCE_CHECKS.unexplained, standing, 'is accepted and not explained: write why, or fix it')
      : [],
  );
}

/** What several runs show together; each has the same entries in the same order. */
export function joinedStandings(runs: readonly (readonly AcceptanceStanding[])[]): AcceptanceStanding[] {
  const [first = []] = runs;
  return first.map((standing, index) => {
    const all = runs.map((run) => run[index] ?? standing);
    return {
      ...standing,
      met: all.reduce((sum, { met }) => sum + met, 0),
      open: all.some(({ open }) => open),
      cases: all.reduce((sum, { cases }) => sum + cases, 0),
      ran: all.some(({ ran }) => ran),
      gone: all.some(({ gone }) => gone),
    };
  });
}
