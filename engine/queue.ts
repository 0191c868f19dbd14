import type { ProfileName } from '../fixtures/targets/types.ts';
import type { Case } from './types.ts';

/** So many nodes may be lost in cases of one sort before the others of that sort have to wait. */
const LOSSES_OF_A_SORT = 2;

/** The cases of a plan that are not tried yet. */
export class CaseQueue {
  readonly #ordinary: Case[];
  /** Tried after the ordinary ones, so that none of those finds the node that they leave. */
  #dangerous: Case[];
  /** Of the sorts in which nodes were lost: tried last. */
  readonly #left: Case[] = [];
  readonly #losses = new Map<string, number>();
  /** Profiles other than the default that jobs have a node for. */
  readonly #profiles = new Map<string, ProfileName>();

  constructor(cases: readonly Case[]) {
    this.#ordinary = cases.filter((one) => one.danger === undefined);
    this.#dangerous = cases.filter((one) => one.danger !== undefined);
  }

  /**
   * Takes the next case for a job that has a node of `profile`, if it has one. Among those that need a node started
   * otherwise, cases of that profile come first, then those of a profile that no other job has a node for: each such
   * node and world is made once.
   */
  next(job: string, profile: ProfileName | undefined): Case | undefined {
    const next = this.#takeOrdinary(job, profile) ?? this.#dangerous.shift() ?? this.#left.shift();
    if (next && next.ownNode !== true && next.profile !== 'default') this.#profiles.set(job, next.profile);
    else this.#profiles.delete(job);
    return next;
  }

  /**
   * Notes that a node was lost in a case. After the second one in cases of the same suite and kind, those that remain of
   * this sort are left to the end. Gives how many these are.
   */
  noteLoss(one: Case): number {
    const sort = sortOf(one);
    const losses = (this.#losses.get(sort) ?? 0) + 1;
    this.#losses.set(sort, losses);
    if (losses !== LOSSES_OF_A_SORT) return 0;
    const left = [...this.#ordinary, ...this.#dangerous].filter((other) => sortOf(other) === sort);
    this.#ordinary.splice(0, this.#ordinary.length, ...this.#ordinary.filter((other) => sortOf(other) !== sort));
    this.#dangerous = this.#dangerous.filter((other) => sortOf(other) !== sort);
    this.#left.push(...left);
    return left.length;
  }

  /** Takes all that remain. */
  drain(): Case[] {
    return [...this.#ordinary.splice(0), ...this.#dangerous.splice(0), ...this.#left.splice(0)];
  }

  #takeOrdinary(job: string, profile: ProfileName | undefined): Case | undefined {
    const first = this.#ordinary[0];
    if (!first) return undefined;
    const taken = new Set([...this.#profiles].flatMap(([other, of]) => (other === job ? [] : [of])));
    const fits = (wanted: (profile: ProfileName) => boolean): number =>
      this.#ordinary.findIndex((one) => one.ownNode !== true && one.profile !== 'default' && wanted(one.profile));
    let index = 0;
    if (profile !== undefined && first.profile !== profile) index = fits((other) => other === profile);
    else if (first.ownNode !== true && taken.has(first.profile)) index = -1;
    if (index < 0) index = fits((other) => !taken.has(other));
    if (index < 0) index = this.#ordinary.findIndex((one) => one.ownNode === true);
    // The first is taken nearly always, and leaves the others where they are.
    return index > 0 ? this.#ordinary.splice(index, 1)[0] : this.#ordinary.shift();
  }
}

function sortOf({ suite, kind }: Case): string {
  return `${suite} ${kind}`;
}
