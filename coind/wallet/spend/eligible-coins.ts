import type { WalletCoin } from '../types.ts';
import type { SpendDeps } from './spend-deps.ts';

/** Requirements that a coin must meet to be eligible. */
interface Tier {
  readonly ownConfirmations: number;
  readonly foreignConfirmations: number;
  /** Maximum unconfirmed ancestors and descendants of a coin in the mempool, itself included. */
  readonly chain: number;
}

const WELL_CONFIRMED = 6;

/**
 * Tiers of eligible coins, the safest first: each tier contains the one before. Unconfirmed coins come last, short chains
 * before longer ones, and not at all with -spendzeroconfchange=0.
 */
export function coinTiers(coins: readonly WalletCoin[], { mempool, options }: Pick<SpendDeps, 'mempool' | 'options'>): WalletCoin[][] {
  const limit = Math.min(options.mempool.ancestorCount, options.mempool.descendantCount);
  const confirmed: Tier[] = [
    { ownConfirmations: 1, foreignConfirmations: WELL_CONFIRMED, chain: 0 },
    { ownConfirmations: 1, foreignConfirmations: 1, chain: 0 },
  ];
  const chains = [2, Math.min(4, Math.floor(limit / 3)), Math.floor(limit / 2), limit - 1, Infinity];
  const unconfirmed = chains.map((chain): Tier => ({ ownConfirmations: 0, foreignConfirmations: 1, chain }));
  const chainOf = (coin: WalletCoin): number => {
    const entry = mempool.get(coin.txid);
    return entry ? Math.max(entry.ancestorCount, entry.descendantCount) : 0;
  };
  const tiers = options.wallet.spendZeroConfChange ? [...confirmed, ...unconfirmed] : confirmed;
  const lists = tiers.map(({ ownConfirmations, foreignConfirmations, chain }) =>
    coins.filter((coin) => {
      const asked = coin.fromMe ? ownConfirmations : foreignConfirmations;
      return coin.confirmations >= asked && (coin.confirmations > 0 || chainOf(coin) <= chain);
    }),
  );
  // A tier without an additional coin is skipped.
  return lists.filter((list, index) => index === 0 || list.length > lists[index - 1]!.length);
}
