import { outpointKey } from '../../primitives/outpoint.ts';
import type { WalletCoin } from '../types.ts';
import type { Wallet } from '../wallet.ts';

/** The spendable coins of an output script that carry no asset, the oldest first. */
export function coinsOfScript(script: Buffer, wallet: Wallet): WalletCoin[] {
  return wallet.coins
    .list({ includeUnsafe: false })
    .filter((coin) => coin.scriptPubKey.equals(script) && coin.ownership === 'spendable')
    .sort((a, b) => b.confirmations - a.confirmations || (outpointKey(a) < outpointKey(b) ? -1 : 1));
}
