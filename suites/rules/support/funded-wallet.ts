import { sendTransaction } from '../../../fixtures/world/ingredients/sending.ts';
import { newChangeAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import type { OutpointValue } from '../../../fixtures/world/types.ts';
import type { World } from '../../../fixtures/world/world.ts';
import type { Trial } from '../../../engine/trial.ts';
import { withSpareWallet } from '../../support/spare-wallets.ts';
import { makeTransaction } from './spending.ts';

export interface FundedOutput extends OutpointValue {
  readonly address: string;
  readonly amountSat: bigint;
}

/** A wallet whose only outputs are these, confirmed, of one transaction. */
export interface FundedWallet {
  readonly name: string;
  readonly txid: string;
  readonly outputs: readonly FundedOutput[];
}

/** Runs `use` with such a wallet; see `withSpareWallet`. Amounts in satoshis, less than 2 coins in total. */
export async function inFundedWallet(t: Trial, amountsSat: readonly bigint[], use: (wallet: FundedWallet) => Promise<void>): Promise<void> {
  await withSpareWallet(t, async (name) => use({ name, ...(await fund(t.world, name, amountsSat)) }));
}

/** Pays the wallet from the wallet of the trial, with one transaction that is mined at once. */
async function fund(world: World, wallet: string, amountsSat: readonly bigint[]): Promise<Omit<FundedWallet, 'name'>> {
  const coin = await world.fresh('spendable');
  const payments: { address: string; amountSat: bigint }[] = [];
  for (const amountSat of amountsSat) {
    const address = await world.result('getnewaddress', { label: '', address_type: 'bech32' }, { wallet });
    payments.push({ address, amountSat });
  }
  const change = coin.amountSat - amountsSat.reduce((sum, amount) => sum + amount, 0n) - (await feeFor(world));
  const amounts = payments.map(({ address, amountSat }) => [address, amountSat] as const);
  const txid = await sendTransaction(world, await makeTransaction(world, [coin], [...amounts, [await newChangeAddress(world), change]]));
  await world.mine(1);
  return { txid, outputs: payments.map((payment, vout) => ({ txid, vout, ...payment })) };
}
