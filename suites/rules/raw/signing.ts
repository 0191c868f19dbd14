import type { Wire } from '../../../specs/model/wire.ts';
import { formatSat } from '../../../client/wire-json.ts';
import { multisigOf } from '../../../fixtures/world/keys.ts';
import type { OutpointValue } from '../../../fixtures/world/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { multisigScript, payToScriptHash, payToWitnessScriptHash } from '../../../oracles/addresses.ts';
import { fromHex, toHex } from '../../../oracles/bytes.ts';
import { parseTransaction } from '../../../oracles/transaction.ts';
import { understood } from '../support/understood.ts';
import { row } from '../row.ts';
import { rule } from '../rule.ts';
import { lockedWallet, prepared, whileUnlocked } from '../support/locked-wallet.ts';

interface Signed {
  readonly hex: string;
  readonly complete: boolean;
  readonly errors?: readonly { readonly txid: string; readonly vout: number; readonly sequence: number; readonly error: string }[];
}

type Signer = 'signrawtransactionwithwallet' | 'signrawtransactionwithkey' | 'signrawtransaction';

/** Neither final nor the default of any node. */
const SEQUENCE = 0xfffffff2;

/** An unsigned transaction that spends these to nobody. */
async function spending(t: Trial, coins: readonly OutpointValue[], amountSat: bigint): Promise<string> {
  const { addresses } = await t.world.use('foreignKey');
  const inputs = coins.map(({ txid, vout }): Wire => ({ txid, vout, sequence: SEQUENCE }));
  return t.world.result<string>('createrawtransaction', { inputs, outputs: [{ [addresses.bech32]: formatSat(amountSat) }] });
}

/** Signs one input of two: the other one's key is known to nobody who is asked. */
async function judgeErrors(t: Trial, signer: Signer): Promise<void> {
  const locked = await t.world.fresh('foreignCoin');
  const foreign = signer === 'signrawtransactionwithwallet' ? undefined : await t.world.fresh('foreignCoin');
  const open = foreign ?? (await t.world.fresh('spendable'));
  const hexstring = await spending(t, [open, locked], (open.amountSat + locked.amountSat) / 2n);
  const args = foreign ? { hexstring, privkeys: [foreign.key.wif] } : { hexstring };
  const { hex, complete, errors = [] } = await t.result<Signed>(signer, args);
  t.equal(complete, false, 'complete, where the key of one input is missing,', { path: 'complete' });
  t.equal(errors.map(({ txid, vout }) => `${txid}:${vout}`), [`${locked.txid}:${locked.vout}`], 'the outpoints of the inputs in errors', { path: 'errors' });
  for (const { sequence, error } of errors) {
    t.equal(sequence, SEQUENCE, 'the sequence of the input in errors', { path: 'errors[0].sequence' });
    t.ok(error !== '', 'error says nothing', { path: 'errors[0].error' });
  }
  const [signed, unsigned] = understood(t, 'the transaction', () => parseTransaction(hex)).inputs.map(({ scriptSig, witness }) => scriptSig.length + witness.length > 0);
  t.ok(signed === true, 'the input whose key is there is not signed', { path: 'hex' });
  t.ok(unsigned === false, 'the input whose key is missing is signed', { path: 'hex' });
}

/** A coin that no chain holds, behind a script of two keys, and what signs for it. */
async function scriptCoin(t: Trial, witness: boolean): Promise<{ hexstring: string; privkeys: string[]; prevtx: { [name: string]: Wire }; redeemScript: string }> {
  const keys = [await t.world.fresh('foreignKey'), await t.world.fresh('foreignKey')];
  const script = multisigScript(2, keys.map(({ publicKey }) => fromHex(publicKey)));
  const coin = { txid: t.random.hex(32), vout: t.random.integer(0, 9) };
  const amountSat = BigInt(t.random.integer(1_000_000, 90_000_000));
  const scriptPubKey = toHex(witness ? payToWitnessScriptHash(script) : payToScriptHash(script));
  return {
    hexstring: await spending(t, [coin], amountSat / 2n),
    privkeys: keys.map(({ wif }) => wif),
    prevtx: { ...coin, scriptPubKey, amount: formatSat(amountSat) },
    redeemScript: multisigOf(keys.map(({ publicKey }) => publicKey), await t.world.use('chainParameters')).redeemScript,
  };
}

const errorsMember = (signer: 'signrawtransactionwithkey' | 'signrawtransaction'): Case =>
  rule({ rule: `${signer}/errors-member`, effect: ['read'], run: (t) => judgeErrors(t, signer) });

const errorsRow = (signer: Signer): Case =>
  row({ table: 'errors', row: 'signing-per-input', method: signer, effect: ['read'], run: (t) => judgeErrors(t, signer) });

export const signingRules: readonly Case[] = [
  errorsMember('signrawtransactionwithkey'),
  errorsMember('signrawtransaction'),
  errorsRow('signrawtransactionwithwallet'),
  errorsRow('signrawtransactionwithkey'),
  errorsRow('signrawtransaction'),
  rule({
    rule: 'signrawtransaction/unlocked-wallet',
    effect: ['wallet'],
    profile: 'encrypted',
    uses: ['walletpassphrase', 'walletlock'],
    run: async (t) => {
      const wallet = await lockedWallet(t);
      const { hex } = await prepared(t, wallet, () => t.world.fresh('unsignedTransaction'));
      await t.refused('signrawtransaction', { hexstring: hex }, 'the wallet is locked');
      await whileUnlocked(t, wallet, async () => {
        const { complete } = await t.result<Signed>('signrawtransaction', { hexstring: hex });
        t.equal(complete, true, 'complete, with the wallet unlocked,', { path: 'complete' });
      });
    },
  }),
  rule({
    rule: 'signrawtransactionwithkey/only-these-keys',
    effect: ['read'],
    run: async (t) => {
      const own = await t.world.fresh('spendable');
      const foreign = await t.world.fresh('foreignCoin');
      const hexstring = await spending(t, [own, foreign], own.amountSat / 2n);
      const { hex, complete } = await t.result<Signed>('signrawtransactionwithkey', { hexstring, privkeys: [foreign.key.wif] });
      const inputs = understood(t, 'the transaction', () => parseTransaction(hex)).inputs;
      const signed = inputs.map(({ scriptSig, witness }) => scriptSig.length + witness.length > 0);
      t.equal(signed, [false, true], 'whether the inputs (one of the wallet, one of the key given) are signed', { path: 'hex' });
      t.equal(complete, false, 'complete, where a key of the wallet would be needed,', { path: 'complete' });
    },
  }),
  rule({
    rule: 'signrawtransactionwithkey/prevtxs-null',
    effect: ['read'],
    run: async (t) => {
      const { spending: hexstring, key } = await t.world.use('foreignCoin');
      const { complete } = await t.result<Signed>('signrawtransactionwithkey', { hexstring, privkeys: [key.wif], prevtxs: null });
      t.equal(complete, true, 'complete, with null for prevtxs and a coin that the node knows,', { path: 'complete' });
    },
  }),
  rule({
    rule: 'signrawtransactionwithkey/redeem-script',
    effect: ['read'],
    run: async (t) => {
      for (const witness of [false, true]) {
        const what = witness ? 'P2WSH' : 'P2SH';
        const { hexstring, privkeys, prevtx, redeemScript } = await scriptCoin(t, witness);
        const whole = await t.result<Signed>('signrawtransactionwithkey', { hexstring, privkeys, prevtxs: [{ ...prevtx, redeemScript }] });
        t.equal(whole.complete, true, `complete, with all keys and the redeemScript of a ${what} output,`, { path: 'complete' });
        // Whether the call fails or its answer tells of the input is left open.
        const without = await t.call('signrawtransactionwithkey', { hexstring, privkeys, prevtxs: [prevtx] });
        const complete = without.ok && (without.result as unknown as Signed).complete;
        t.ok(!complete, `the input is signed without the redeemScript of its ${what} output`, { path: 'complete' });
      }
    },
  }),
];
