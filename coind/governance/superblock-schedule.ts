import type { Chain } from '../chain/types.ts';
import type { GovernanceParams } from '../params.ts';

/** The heights of superblocks, and how much each of them may pay (document 3, Governance). */
export class SuperblockSchedule {
  readonly #chain: Pick<Chain, 'subsidy'>;
  readonly #params: Pick<GovernanceParams, 'superblockCycle' | 'budgetDivisor'>;

  constructor(chain: Pick<Chain, 'subsidy'>, params: Pick<GovernanceParams, 'superblockCycle' | 'budgetDivisor'>) {
    this.#chain = chain;
    this.#params = params;
  }

  isSuperblock(height: number): boolean {
    return height > 0 && height % this.#params.superblockCycle === 0;
  }

  /** Height of the last superblock up to a height; 0 before the first. */
  last(height: number): number {
    return height - (height % this.#params.superblockCycle);
  }

  /** Height of the first superblock above a height. */
  next(height: number): number {
    return this.last(height) + this.#params.superblockCycle;
  }

  /** Maximum sum of the payments of the superblock at a height, satoshis; 0 for any other block. */
  budgetSat(height: number): bigint {
    if (!this.isSuperblock(height)) return 0n;
    let subsidies = 0n;
    for (let at = height - this.#params.superblockCycle + 1; at <= height; at++) subsidies += this.#chain.subsidy(at);
    return subsidies / this.#params.budgetDivisor;
  }
}
