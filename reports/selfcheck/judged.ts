import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StartLine } from '../../engine/journal-lines.ts';
import type { SelfcheckResults } from '../../engine/selfcheck-results.ts';
import { specsFolder } from '../../specs/model/specs-folder.ts';
import { judgedIds } from './tally.ts';

/** What a selfcheck shows to be judged, by coverage ids: `judged.json`. */
export interface Judged {
  /** Its target. */
  readonly target: string;
  readonly seed: number;
  /** All its faults were tried. Otherwise some ids are not judged only because none of their faults was. */
  readonly whole: boolean;
  readonly judged: readonly string[];
  /** Ids of which faults were reached and none was found. */
  readonly notJudged: readonly string[];
  /** Ids of which no fault was reached, or tried. */
  readonly notReached: readonly string[];
  /** Ids of which no fault contradicts a sentence, by the reason. */
  readonly outside: Readonly<Record<string, readonly string[]>>;
}

/** What is judged by the results of a selfcheck. */
export function judgedOf(selfcheck: SelfcheckResults): Judged {
  const { complete, selection, seed, target, faults } = selfcheck;
  const { judged, notJudged, notReached } = judgedIds(selfcheck);
  const known = new Set([...judged, ...notJudged.map(({ id }) => id), ...notReached]);
  const untried = faults.flatMap(({ outOfScope, covers }) => (outOfScope === undefined ? covers.filter((id) => !known.has(id)) : []));
  const inScope = new Set([...known, ...untried]);
  const outside = new Map<string, Set<string>>();
  for (const { outOfScope, covers } of faults) {
    if (outOfScope === undefined) continue;
    const ids = outside.get(outOfScope.reason) ?? new Set();
    for (const id of covers) if (!inScope.has(id)) ids.add(id);
    outside.set(outOfScope.reason, ids);
  }
  return {
    target: target.name,
    seed,
    whole: complete && Object.keys(selection).every((name) => name === 'all'),
    judged,
    notJudged: notJudged.map(({ id }) => id),
    notReached: [...new Set([...notReached, ...untried])],
    outside: Object.fromEntries([...outside].filter(([, ids]) => ids.size > 0).map(([reason, ids]) => [reason, [...ids].toSorted()])),
  };
}

/** What the selfcheck of this release shows, with which it was built: CONTRIBUTING.md, Releases. */
export function releasedJudged(): Judged {
  return JSON.parse(readFileSync(join(specsFolder(), '../suites/selfcheck/judged.json'), 'utf8')) as Judged;
}

/** What is judged of the standard of a run: by the selfcheck of this release, unless that is another standard. */
export const judgedByRelease = ({ ownStandard }: Pick<StartLine, 'ownStandard'>): Judged | undefined =>
  ownStandard === true ? undefined : releasedJudged();
