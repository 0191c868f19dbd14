import type { PrevtxArgument } from '../../../specs/model/generated/wire.d.ts';
import { formatSat } from '../../../client/wire-json.ts';
import { multisigOf } from '../../../fixtures/world/keys.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { multisigScript, payToScriptHash, payToWitnessScriptHash } from '../../../oracles/addresses.ts';
import { fromHex, toHex } from '../../../oracles/bytes.ts';
import { parseTransaction } from '../../../oracles/transaction.ts';
import { row } from '../row.ts';
import { rule } from '../rule.ts';
import { decoded } from '../../support/decoded.ts';
import { judgeSigningErrors, unsignedSpend } from '../support/signing-errors.ts';

/** A P2SH or P2WSH coin of two keys that no chain contains, with the arguments for signing it. */
async function scriptCoin(
  t: Trial,
  witness: boolean,
): Promise<{ hexstring: string; privkeys: string[]; prevtx: PrevtxArgument; redeemScript: string }> {
  const keys = [await t.world.fresh('foreignKey'), await t.world.fresh('foreignKey')];
  const script = multisigScript(
    2,
    keys.map(({ publicKey }) => fromHex(publicKey)),
  );
  const coin = { txid: t.random.hex(32), vout: t.random.integer(0, 9) };
  const amountSat = BigInt(t.random.integer(1_000_000, 90_000_000));
  const scriptPubKey = toHex(witness ? payToWitnessScriptHash(script) : payToScriptHash(script));
  return {
    hexstring: await unsignedSpend(t, [coin], amountSat / 2n),
    privkeys: keys.map(({ wif }) => wif),
    prevtx: { ...coin, scriptPubKey, amount: formatSat(amountSat) },
    redeemScript: multisigOf(
      keys.map(({ publicKey }) => publicKey),
      await t.world.use('chainParameters'),
    ).redeemScript,
  };
}

export const signrawtransactionwithkeyRules: readonly Case[] = [
  rule({
    rule: 'signrawtransactionwithkey/errors-member',
    effect: ['read'],
    run: (t) => judgeSigningErrors(t, 'signrawtransactionwithkey'),
  }),
  row({
    table: 'errors',
    row: 'signing-per-input',
    method: 'signrawtransactionwithkey',
    effect: ['read'],
    run: (t) => judgeSigningErrors(t, 'signrawtransactionwithkey'),
  }),
  rule({
    rule: 'signrawtransactionwithkey/only-these-keys',
    effect: ['read'],
    run: async (t) => {
      const own = await t.world.fresh('spendable');
      const foreign = await t.world.fresh('foreignCoin');
      const hexstring = await unsignedSpend(t, [own, foreign], own.amountSat / 2n);
      const { hex, complete } = await t.result('signrawtransactionwithkey', { hexstring, privkeys: [foreign.key.wif] });
      const inputs = decoded(t, 'the transaction', () => parseTransaction(hex)).inputs;
      const signed = inputs.map(({ scriptSig, witness }) => scriptSig.length + witness.length > 0);
      t.equal(signed, [false, true], 'the list of "is signed" for the inputs (first: key of the wallet, second: given key)', {
        path: 'hex',
      });
      t.equal(complete, false, 'complete for a transaction that also needs a key of the wallet', { path: 'complete' });
    },
  }),
  rule({
    rule: 'signrawtransactionwithkey/prevtxs-null',
    effect: ['read'],
    run: async (t) => {
      const { spending: hexstring, key } = await t.world.use('foreignCoin');
      const { complete } = await t.result('signrawtransactionwithkey', [hexstring, [key.wif], null]);
      t.equal(complete, true, 'complete with null for prevtxs and a coin that the node knows', { path: 'complete' });
    },
  }),
  rule({
    rule: 'signrawtransactionwithkey/redeem-script',
    effect: ['read'],
    run: async (t) => {
      for (const witness of [false, true]) {
        const what = witness ? 'P2WSH' : 'P2SH';
        const { hexstring, privkeys, prevtx, redeemScript } = await scriptCoin(t, witness);
        const whole = await t.result('signrawtransactionwithkey', { hexstring, privkeys, prevtxs: [{ ...prevtx, redeemScript }] });
        t.equal(whole.complete, true, `complete with all keys and the redeemScript of a ${what} output`, { path: 'complete' });
        // The documents leave open whether the call fails or its answer lists the input in errors.
        const without = await t.answer('signrawtransactionwithkey', { hexstring, privkeys, prevtxs: [prevtx] });
        const complete = without.ok && without.result.complete;
        t.ok(!complete, `the input is signed without the redeemScript of its ${what} output`, { path: 'complete' });
      }
    },
  }),
];
