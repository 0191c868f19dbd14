import { sendTransaction } from '../../../fixtures/world/ingredients/sending.ts';
import { formatSat } from '../../../client/wire-json.ts';
import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import type { World } from '../../../fixtures/world/world.ts';

/** Sends an unconfirmed payment to `address`, signed by keys outside the wallets of the node. Returns its output. */
export async function payFromOutside(world: World, address: string): Promise<{ txid: string; vout: number; amountSat: bigint }> {
  const coin = await world.fresh('foreignCoin');
  const amountSat = coin.amountSat - (await feeFor(world));
  const hexstring = await world.result('createrawtransaction', {
    inputs: [{ txid: coin.txid, vout: coin.vout }],
    outputs: [{ [address]: formatSat(amountSat) }],
  });
  const { hex } = await world.result('signrawtransactionwithkey', { hexstring, privkeys: [coin.key.wif] });
  const txid = await sendTransaction(world, hex);
  return { txid, vout: 0, amountSat };
}
