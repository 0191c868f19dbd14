import type { PrevtxArgument } from '../../../specs/model/generated/wire.d.ts';
import { formatSat } from '../../../client/wire-json.ts';
import { multisigOf } from '../../../fixtures/world/keys.ts';
import type { Trial } from '../../../engine/trial.ts';
import { multisigScript, payToScriptHash, payToWitnessScriptHash } from '../../../oracles/addresses.ts';
import { fromHex, toHex } from '../../../oracles/bytes.ts';
import { unsignedSpend } from './signing-errors.ts';

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

/** Signs coins of scripts with given keys: all keys and the redeemScript suffice, all keys alone do not. */
export async function judgeRedeemScript(t: Trial, signer: 'signrawtransactionwithkey' | 'signrawtransaction'): Promise<void> {
  for (const witness of [false, true]) {
    const what = witness ? 'P2WSH' : 'P2SH';
    const { hexstring, privkeys, prevtx, redeemScript } = await scriptCoin(t, witness);
    const whole = await t.result(signer, { hexstring, privkeys, prevtxs: [{ ...prevtx, redeemScript }] });
    t.equal(whole.complete, true, `complete with all keys and the redeemScript of a ${what} output`, { path: 'complete' });
    // The documents leave open whether the call fails or its answer lists the input in errors.
    const without = await t.answer(signer, { hexstring, privkeys, prevtxs: [prevtx] });
    const complete = without.ok && without.result.complete;
    t.ok(!complete, `the input is signed without the redeemScript of its ${what} output`, { path: 'complete' });
  }
}
