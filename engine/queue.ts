import type { ProfileName } from '../fixtures/targets/types.ts';
import type { Case } from './case.ts';

/** After this number of lost nodes in cases of the same suite and kind, the remaining ones are run last. */
const MAX_LOSSES = 2;

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

  constructor(cases: readonly Case[]) {
    this.#ordinary = cases.filter((testCase) => testCase.danger === undefined);
    this.#dangerous = cases.filter((testCase) => testCase.danger !== undefined);
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
    const first = this.#ordinary[0];
    if (!first) return undefined;
    const taken = new Set([...this.#profiles].flatMap(([other, of]) => (other === job ? [] : [of])));
    const fits = (wanted: (profile: ProfileName) => boolean): number =>
      this.#ordinary.findIndex((testCase) => testCase.ownNode !== true && testCase.profile !== 'default' && wanted(testCase.profile));
    let index = 0;
    if (profile !== undefined && first.profile !== profile) index = fits((other) => other === profile);
    else if (first.ownNode !== true && taken.has(first.profile)) index = -1;
    if (index < 0) index = fits((other) => !taken.has(other));
    if (index < 0) index = this.#ordinary.findIndex((testCase) => testCase.ownNode === true);
    // Nearly always the first: `shift` is much faster than `splice`.
    return index > 0 ? this.#ordinary.splice(index, 1)[0] : this.#ordinary.shift();
  }
}

function groupOf({ suite, kind }: Case): string {
  return `${suite} ${kind}`;
}
