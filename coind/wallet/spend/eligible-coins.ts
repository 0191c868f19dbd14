import type { WalletCoin } from '../types.ts';
import type { SpendDeps } from './spend-deps.ts';

/** How much is asked of a coin before it is chosen. */
interface Tier {
  readonly ownConfirmations: number;
  readonly foreignConfirmations: number;
  /** Unconfirmed transactions that a coin of the pool may stand on or carry, itself included. */
  readonly chain: number;
}

const WELL_CONFIRMED = 6;

/**
 * The coins to choose from, the surest first: each list holds all of the one before. Coins of the pool come last, those of
 * short chains before others, and only where the node was not started with -spendzeroconfchange=0.
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
  // Those that bring no other coin than the one before are tried but once.
  return lists.filter((list, index) => index === 0 || list.length > lists[index - 1]!.length);
}
