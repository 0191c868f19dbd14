import type { Services } from '../../../specs/model/generated/wire.d.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { OutpointValue } from '../../../fixtures/world/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { decodedTransaction } from '../../support/decoded.ts';
import { outpointText } from '../../../fixtures/world/outpoint-text.ts';

type Signer = 'signrawtransactionwithwallet' | 'signrawtransactionwithkey' | 'signrawtransaction';

/** Neither final nor the default of any node. */
const SEQUENCE = 0xfffffff2;

/** An unsigned transaction that spends these outputs to an address outside the wallet. */
export async function unsignedSpend(t: Trial, coins: readonly OutpointValue[], amountSat: bigint): Promise<string> {
  const { addresses } = await t.world.use('foreignKey');
  const inputs = coins.map(({ txid, vout }) => ({ txid, vout, sequence: SEQUENCE }));
  return t.world.result('createrawtransaction', { inputs, outputs: [{ [addresses.bech32]: formatSat(amountSat) }] });
}

/** Signs a transaction with two inputs, one of which has a key that the signer lacks. */
export async function judgeSigningErrors(t: Trial, signer: Signer): Promise<void> {
  const locked = await t.world.fresh('foreignCoin');
  const foreign = signer === 'signrawtransactionwithwallet' ? undefined : await t.world.fresh('foreignCoin');
  const open = foreign ?? (await t.world.fresh('spendable'));
  const hexstring = await unsignedSpend(t, [open, locked], (open.amountSat + locked.amountSat) / 2n);
  const args: Services[Signer]['named'] = foreign ? { hexstring, privkeys: [foreign.key.wif] } : { hexstring };
  const { hex, complete, errors = [] } = await t.result(signer, args);
  t.equal(complete, false, 'complete when the key of one input is missing', { path: 'complete' });
  t.equal(errors.map(outpointText), [`${locked.txid}:${locked.vout}`], 'the outpoints of the inputs in errors', { path: 'errors' });
  const inputs = decodedTransaction(t, hex).inputs;
  for (const { scriptSig, sequence, error } of errors) {
    t.equal(scriptSig, toHex(inputs[1]?.scriptSig ?? new Uint8Array()), 'the scriptSig of the input in errors', {
      path: 'errors[0].scriptSig',
    });
    t.equal(sequence, SEQUENCE, 'the sequence of the input in errors', { path: 'errors[0].sequence' });
    t.ok(typeof error === 'string' && error !== '', `error is ${JSON.stringify(error)}, expected a text`, { path: 'errors[0].error' });
  }
  const [signed, unsigned] = inputs.map(({ scriptSig, witness }) => scriptSig.length + witness.length > 0);
  t.ok(signed === true, 'the input with an available key is not signed', { path: 'hex' });
  t.ok(unsigned === false, 'the input with a missing key is signed', { path: 'hex' });
}
