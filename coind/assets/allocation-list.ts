import type { Rejection } from '../primitives/rejection.ts';
import type { TxParts } from '../primitives/types.ts';
import { isUnspendable } from '../script/script.ts';
import { MAX_ASSET_SUPPLY } from './limits.ts';
import type { Allocation, SpentCoin } from './types.ts';

/** Checks an allocation list against the outputs of its transaction; undefined if it is well-formed. */
export function checkAllocations(allocations: readonly Allocation[], { outputs }: Pick<TxParts, 'outputs'>): Rejection | undefined {
  const guids = new Set<number>();
  const taken = new Set<number>();
  for (const { guid, outputs: list } of allocations) {
    if (guids.has(guid) || list.length === 0)
      return { reason: 'bad-asset-allocations', detail: `asset ${guid} is listed twice or without outputs` };
    guids.add(guid);
    for (const { n, amount } of list) {
      const output = outputs[n];
      if (output === undefined || isUnspendable(output.scriptPubKey) || taken.has(n))
        return { reason: 'bad-asset-output', detail: `output ${n} does not exist, cannot be spent, or carries another asset` };
      if (amount > MAX_ASSET_SUPPLY) return { reason: 'bad-asset-amount', detail: `${amount} units of asset ${guid} are out of range` };
      taken.add(n);
    }
  }
  return undefined;
}

export const totalOf = ({ outputs }: Pick<Allocation, 'outputs'>): bigint => outputs.reduce((sum, { amount }) => sum + amount, 0n);

/** Sums of the allocations that coins carry, by guid. Undefined if one of them is the ownership of an asset. */
export function allocationsSpent(coins: readonly SpentCoin[]): Map<number, bigint> | undefined {
  const sums = new Map<number, bigint>();
  for (const { asset } of coins) {
    if (asset === undefined) continue;
    if (asset.amount === 0n) return undefined;
    sums.set(asset.guid, (sums.get(asset.guid) ?? 0n) + asset.amount);
  }
  return sums;
}
