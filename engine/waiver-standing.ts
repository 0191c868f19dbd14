import type { Finding } from './outcome.ts';

/** What one run shows of a waiver, or several together: the shards of a run, or the runs with several seeds. */
export interface WaiverStanding {
  /** `waiver "rules/getblock/*" at tx[].fee` */
  readonly what: string;
  /** The file that it is in. */
  readonly source: string;
  /** Its last day, if that was before the run. */
  readonly expired?: string;
  /** It matched a finding. */
  readonly used: boolean;
  /** A case that it matches was not run completely, and could be in another run. */
  readonly open: boolean;
  /** Number of cases that it matches. */
  readonly cases: number;
  /** At least one of them was run completely. */
  readonly ran: boolean;
  /** Only some seeds need it. */
  readonly someSeeds: boolean;
}

/** Findings for waivers that are expired, that match no case, or that none of their cases needed. */
export function staleWaivers(standings: readonly WaiverStanding[]): Finding[] {
  return standings.flatMap(({ what, source, expired, used, open, cases, ran, someSeeds }) => {
    const finding = (check: string, message: string): Finding[] => [{ check, evidence: 'baseline', source, message: `${what} ${message}` }];
    if (expired !== undefined)
      return finding('expired-waiver', `was valid until ${expired}: fix the difference, or renew the waiver with a reason`);
    if (used || open) return [];
    if (cases === 0) return finding('stale-waiver', 'matches no case: correct or remove it');
    return someSeeds || !ran ? [] : finding('stale-waiver', 'matched nothing although its cases ran: remove it');
  });
}

/** What several runs show together; each has the same waivers in the same order. */
export function joinedStandings(runs: readonly (readonly WaiverStanding[])[]): WaiverStanding[] {
  const [first = []] = runs;
  return first.map((standing, index) => {
    const all = runs.map((run) => run[index] ?? standing);
    return {
      ...standing,
      used: all.some(({ used }) => used),
      open: all.some(({ open }) => open),
      cases: all.reduce((sum, { cases }) => sum + cases, 0),
      ran: all.some(({ ran }) => ran),
    };
  });
}
