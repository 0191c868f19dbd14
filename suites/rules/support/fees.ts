import { sendTransaction } from '../../../fixtures/world/ingredients/sending.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { SpendableOutput } from '../../../fixtures/world/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import { totalOut, type RawTransaction } from '../../../oracles/transaction.ts';
import { rawTransaction } from './raw-transaction.ts';

/** Fee in satoshis: sum of the spent outputs less sum of its own outputs. */
export async function feeOf(t: Trial, transaction: RawTransaction): Promise<bigint> {
  let spent = 0n;
  for (const { txid, vout } of transaction.inputs) spent += (await rawTransaction(t, txid)).outputs[vout]?.valueSat ?? 0n;
  return spent - totalOut(transaction);
}

/** Sends a coin of the wallet, less the fee, to an address outside it. Returns the id of the transaction in the pool. */
export async function payWithFee(t: Trial, feeSat: bigint, coin?: SpendableOutput): Promise<string> {
  const { world } = t;
  const { txid, vout, amountSat } = coin ?? (await world.fresh('spendable'));
  const { addresses } = await world.use('foreignKey');
  const hexstring = await world.result('createrawtransaction', {
    inputs: [{ txid, vout }],
    outputs: [{ [addresses.bech32]: formatSat(amountSat - feeSat) }],
  });
  const { hex } = await world.result('signrawtransactionwithwallet', { hexstring });
  return sendTransaction(world, hex);
}
