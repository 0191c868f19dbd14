import { formatSat } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';

const FEE_SAT = 10_000n;

/** A confirmed transaction of which every output is spent, in a later block. */
export async function spentTransaction(t: Trial): Promise<{ txid: string; blockhash: string }> {
  const { world } = t;
  const coin = await world.fresh('spendable');
  const send = async (from: { txid: string; vout: number }, amountSat: bigint): Promise<{ txid: string; blockhash: string }> => {
    const { address } = await world.use('bech32Address');
    const hexstring = await world.result<string>('createrawtransaction', {
      inputs: [{ txid: from.txid, vout: from.vout }], outputs: [{ [address]: formatSat(amountSat) }],
    });
    const { hex } = await world.result<{ hex: string }>('signrawtransactionwithwallet', { hexstring });
    const txid = await world.result<string>('sendrawtransaction', { hexstring: hex });
    const [blockhash = ''] = await world.mine(1);
    return { txid, blockhash };
  };
  const spent = await send(coin, coin.amountSat - FEE_SAT);
  await send({ txid: spent.txid, vout: 0 }, coin.amountSat - 2n * FEE_SAT);
  return spent;
}
