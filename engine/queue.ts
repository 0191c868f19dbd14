import type { ProfileName } from '../fixtures/targets/types.ts';
import type { Case } from './case.ts';

/** After this number of lost nodes in cases of the same suite and kind, the remaining ones are run last. */
const MAX_LOSSES = 2;

/** Cases that run on nodes of the default profile, one after another. */
export const sharesNode = ({ ownNode, profile }: Case): boolean => ownNode !== true && profile === 'default';

/** Those of the TPS test send at times that they give, and wait for them: the longest, which must not be the last. */
const waitsForClock = ({ profile }: Case): boolean => profile === 'tpstest';

/** The cases of a plan that were not run yet. */
export class CaseQueue {
  readonly #ordinary: Case[];
  /** Run after the ordinary ones, which must not run on a node that a dangerous case has used. */
  #dangerous: Case[];
  /** Cases of a suite and kind in which nodes were lost: run last. */
  readonly #deferred: Case[] = [];
  readonly #losses = new Map<string, number>();
  /** Profiles other than the default for which a job has a node, by job. */
  readonly #profiles = new Map<string, ProfileName>();
  readonly #lanes: readonly string[];

  /**
   * @param lanes jobs that begin with the cases on nodes of their own and of other profiles, which wait for peers and clocks more than
   *   they work, while the other jobs run those of the default profile. Without any, the cases are run in the order of the plan
   */
  constructor(cases: readonly Case[], lanes: readonly string[] = []) {
    const ordinary = cases.filter((testCase) => testCase.danger === undefined);
    this.#ordinary =
      lanes.length > 0 ? [...ordinary.filter(waitsForClock), ...ordinary.filter((other) => !waitsForClock(other))] : ordinary;
    this.#dangerous = cases.filter((testCase) => testCase.danger !== undefined);
    this.#lanes = lanes;
  }

  /**
   * Takes the next case for a job. `profile`: that of the job's node, if it has one. Among cases with another profile
   * than the default, those with `profile` come first, then those with a profile for which no other job has a node, so
   * that each such node and world is made once.
   */
  next(job: string, profile: ProfileName | undefined): Case | undefined {
    const next = this.#takeOrdinary(job, profile) ?? this.#dangerous.shift() ?? this.#deferred.shift();
    if (next && next.ownNode !== true && next.profile !== 'default') this.#profiles.set(job, next.profile);
    else this.#profiles.delete(job);
    return next;
  }

  /**
   * Records that a node was lost in a case. After the second loss in cases of the same suite and kind, the remaining
   * ones are moved to the end. Returns the number of cases moved.
   */
  noteLoss(testCase: Case): number {
    const group = groupOf(testCase);
    const losses = (this.#losses.get(group) ?? 0) + 1;
    this.#losses.set(group, losses);
    if (losses !== MAX_LOSSES) return 0;
    const moved = [...this.#ordinary, ...this.#dangerous].filter((other) => groupOf(other) === group);
    this.#ordinary.splice(0, this.#ordinary.length, ...this.#ordinary.filter((other) => groupOf(other) !== group));
    this.#dangerous = this.#dangerous.filter((other) => groupOf(other) !== group);
    this.#deferred.push(...moved);
    return moved.length;
  }

  /** Takes all remaining cases. */
  drain(): Case[] {
    return [...this.#ordinary.splice(0), ...this.#dangerous.splice(0), ...this.#deferred.splice(0)];
  }

  #takeOrdinary(job: string, profile: ProfileName | undefined): Case | undefined {
    const inLane = this.#lanes.includes(job);
    const own = (testCase: Case): boolean => this.#lanes.length === 0 || sharesNode(testCase) !== inLane;
    // The others, once its own are done.
    const forJob = this.#ordinary.some(own) ? own : () => true;
    const find = (wanted: (testCase: Case) => boolean): number =>
      this.#ordinary.findIndex((testCase) => forJob(testCase) && wanted(testCase));
    const taken = new Set([...this.#profiles].flatMap(([other, of]) => (other === job ? [] : [of])));
    const fits = (wanted: (profile: ProfileName) => boolean): number =>
      find((testCase) => testCase.ownNode !== true && testCase.profile !== 'default' && wanted(testCase.profile));
    const firstIndex = find(() => true);
    const first = this.#ordinary[firstIndex];
    if (!first) return undefined;
    let index = firstIndex;
    if (profile !== undefined && first.profile !== profile) index = fits((other) => other === profile);
    else if (first.ownNode !== true && taken.has(first.profile)) index = -1;
    if (index < 0) index = fits((other) => !taken.has(other));
    if (index < 0) index = find((testCase) => testCase.ownNode === true);
    if (index < 0) index = firstIndex;
    // Nearly always the first: `shift` is much faster than `splice`.
    return index > 0 ? this.#ordinary.splice(index, 1)[0] : this.#ordinary.shift();
  }
}

function groupOf({ suite, kind }: Case): string {
  return `${suite} ${kind}`;
}
