import type { NodeContext } from './node-context.ts';
import type { Outpoint } from './primitives/types.ts';
import type { Wallet } from './wallet/wallet.ts';

/** Keeps the collateral of a masternode from being spent by accident, if it is an output of the wallet. */
export function lockCollateral(wallet: Wallet, outpoint: Outpoint): void {
  if (wallet.ledger.own(outpoint) !== undefined && wallet.ledger.spender(outpoint) === undefined) wallet.lockedCoins.add(outpoint);
}

/** Does so for the masternodes of masternode.conf. Throws `MasternodeError` for a file that cannot be read. */
export function lockCollaterals({ wallets, masternodes }: Pick<NodeContext, 'wallets' | 'masternodes'>): void {
  const configured = masternodes.configured();
  if (configured.length === 0) return;
  for (const name of wallets.list()) {
    const wallet = wallets.get(name);
    for (const { outpoint } of wallet === undefined ? [] : configured) lockCollateral(wallet!, outpoint);
  }
}
