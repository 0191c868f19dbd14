import type { Case } from '../../engine/case.ts';
import type { Specification } from '../../specs/model/spec.ts';
import { lostNodesOf } from '../support/lost-nodes.ts';
import { notFound, type CheckedCase } from './run-with-draft.ts';

/** Reasons that are shown; there may be one for each case. */
const SHOWN = 6;

/** One run of the first cases. */
export interface Round {
  /** Methods that seemed to be missing, with the case that found them. */
  readonly found: ReadonlyMap<string, Case>;
  readonly checked: readonly CheckedCase[];
  /** Cases that were planned and not reached in time. */
  readonly unreached: number;
}

/** What the first cases make doubtful of a draft: methods that are there or not there, and cases that could not be run. */
export function doubtsOf({ found, checked, unreached }: Round, specification: Specification, limitMs: number): string[] {
  const missing = notFound(checked).filter(({ method }) => specification.find(method)?.beyond === false);
  return [
    ...[...found].map(
      ([method, { id }]) => `${method} was not found when it was called first, and is found in ${id}: it is not written as absent.`,
    ),
    ...missing.map(({ method, by }) => `${method} seemed to be there, and is not found in ${by.id}: it may be absent.`),
    ...lost(checked),
    ...notRun(checked),
    ...(unreached > 0 ? [`${unreached} of the first cases were not reached within ${limitMs / 1000} s.`] : []),
  ];
}

/** Nodes that were lost: an option, or another node beside them, may be what they lack. */
function lost(checked: Round['checked']): string[] {
  const losses = checked.flatMap(({ outcome }) => lostNodesOf(outcome));
  const [first] = losses;
  return first === undefined ? [] : [`nodes were lost in ${losses.length} of the first cases (${first.during}): ${first.message}`];
}

/** Cases that could not be run, by reason. */
function notRun(checked: Round['checked']): string[] {
  const byReason = new Map<string, string[]>();
  for (const { outcome } of checked) {
    if (outcome.status !== 'skipped') continue;
    const { reason = '' } = outcome;
    byReason.set(reason, [...(byReason.get(reason) ?? []), outcome.id]);
  }
  const groups = [...byReason].sort(([, a], [, b]) => b.length - a.length);
  const more = groups.slice(SHOWN).reduce((sum, [, ids]) => sum + ids.length, 0);
  return [
    ...groups.slice(0, SHOWN).map(([reason, ids]) => `${ids.length} of the first cases could not be run (${ids[0]}): ${reason}`),
    ...(more > 0 ? [`${more} more of the first cases could not be run.`] : []),
  ];
}
