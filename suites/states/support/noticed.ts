import type { Trial } from '../../../engine/trial.ts';
import { holdsWithin } from '../../support/wait-for.ts';

/** Time limit for a wallet to notice a transaction of its own node. */
const NOTICED_MS = 5_000;

/** Waits until the wallet knows a transaction that was sent. Returns also if it does not in time. */
export async function untilNoticed(t: Trial, wallet: string, txid: string): Promise<void> {
  await holdsWithin(t, NOTICED_MS, async () => (await t.world.service.call('gettransaction', { txid }, { wallet })).type === 'result');
}
