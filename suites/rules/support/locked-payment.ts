import type { Wire } from '../../../specs/model/wire.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { Arguments } from '../../../fixtures/world/service.ts';
import type { Trial } from '../../../engine/trial.ts';
import { lockedWallet, prepared, whileUnlocked } from './locked-wallet.ts';

/** An amount that any wallet of a trial can pay: a tenth of a coin. */
const amount = formatSat(10_000_000n);

/** Holds that a payment is refused while the wallet is locked, leaves nothing behind, and goes through once it is unlocked. */
export async function paysOnlyUnlocked(t: Trial, method: 'sendtoaddress' | 'sendmany', args: (address: string, amount: Wire) => Arguments): Promise<void> {
  const wallet = await lockedWallet(t);
  const { addresses } = await prepared(t, wallet, async () => {
    await t.world.use('funds');
    return t.world.fresh('foreignKey');
  });
  const before = await t.result<string[]>('getrawmempool');
  await t.refused(method, args(addresses.bech32, amount), 'the wallet is locked');
  t.equal(await t.result('getrawmempool'), before, 'the memory pool after a payment of a locked wallet was refused');
  await whileUnlocked(t, wallet, async () => {
    const txid = await t.result<string>(method, args(addresses.bech32, amount));
    t.ok((await t.result<string[]>('getrawmempool')).includes(txid), `the payment ${txid} of the unlocked wallet is not in the memory pool`);
  });
}
