import type { AmountArgument, Services } from '../../../specs/model/generated/wire.d.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { Arguments } from '../../../fixtures/world/service.ts';
import type { Trial } from '../../../engine/trial.ts';
import { lockedWallet, prepared, whileUnlocked } from './locked-wallet.ts';

/** An amount that any wallet of a trial can pay: a tenth of a coin. */
const amount = formatSat(10_000_000n);

type Payment = 'sendtoaddress' | 'sendmany';

/** Checks that a payment is refused without effect while the wallet is locked, and succeeds after it is unlocked. */
export async function paysOnlyUnlocked(
  t: Trial,
  method: Payment,
  args: (address: string, amount: AmountArgument) => Arguments & Services[Payment]['named'],
): Promise<void> {
  const wallet = await lockedWallet(t);
  const { addresses } = await prepared(t, wallet, async () => {
    await t.world.use('funds');
    return t.world.fresh('foreignKey');
  });
  const before = await t.result('getrawmempool');
  await t.refused(method, args(addresses.bech32, amount), 'the wallet is locked');
  t.equal(await t.result('getrawmempool'), before, 'the list of pool transactions after a refused payment of a locked wallet');
  await whileUnlocked(t, wallet, async () => {
    const txid = await t.result(method, args(addresses.bech32, amount));
    t.ok((await t.result('getrawmempool')).includes(txid), `the payment ${txid} of the unlocked wallet is not in the memory pool`);
  });
}
