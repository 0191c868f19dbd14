import { formatSat } from '../../../client/wire-json.ts';
import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import type { OutpointValue } from '../../../fixtures/world/types.ts';
import type { World } from '../../../fixtures/world/world.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { fromHex, toHex } from '../../../oracles/bytes.ts';
import { verifyInput, type InputVerdict } from '../../../oracles/input-signature.ts';
import type { Psbt } from '../../../oracles/psbt.ts';
import { payFromTrial } from '../../support/payments.ts';
import { rule } from '../rule.ts';
import { decoded } from '../../support/decoded.ts';
import { lockedWallet, prepared, whileUnlocked } from '../support/locked-wallet.ts';
import { isSigned, readPsbt } from '../support/psbt.ts';

/** A PSBT as `createpsbt` makes it, which spends these outputs to an address outside the wallet. */
async function createdPsbt(world: World, inputs: readonly (OutpointValue & { readonly amountSat: bigint })[]): Promise<string> {
  const { addresses } = await world.fresh('foreignKey');
  const total = inputs.reduce((sum, { amountSat }) => sum + amountSat, 0n);
  return world.result('createpsbt', {
    inputs: inputs.map(({ txid, vout }) => ({ txid, vout })),
    outputs: [{ [addresses.bech32]: formatSat(total - (await feeFor(world))) }],
  });
}

/** Checks the signature of an input that spends a P2WPKH output, finalized or not. */
function checkWitnessInput(
  t: Trial,
  psbt: Psbt,
  index: number,
  spent: { readonly amountSat: bigint; readonly scriptPubKey: string },
): InputVerdict {
  const input = psbt.inputs[index];
  const [partial] = input?.partialSignatures ?? [];
  const witness = input?.finalWitness ?? (partial ? [fromHex(partial[1]), fromHex(partial[0])] : []);
  const inputs = psbt.transaction.inputs.map((each, at) => (at === index ? { ...each, witness } : each));
  const output = { valueSat: spent.amountSat, script: fromHex(spent.scriptPubKey) };
  return decoded(t, `input ${index} of the PSBT`, () => verifyInput({ ...psbt.transaction, inputs }, index, output));
}

const COIN_SAT = 1_000_000n;
/** The index of an output that no transaction of a few outputs has. */
const NO_OUTPUT = 1_000;

/** The byte that a signature of each type ends in. */
const SIGHASH_FLAGS = [
  ['ALL', 0x01],
  ['NONE', 0x02],
  ['SINGLE', 0x03],
  ['ALL|ANYONECANPAY', 0x81],
  ['NONE|ANYONECANPAY', 0x82],
  ['SINGLE|ANYONECANPAY', 0x83],
] as const;

export const walletprocesspsbtRules: readonly Case[] = [
  rule({
    rule: 'walletprocesspsbt/updates',
    effect: ['wallet'],
    uses: ['createpsbt'],
    run: async (t) => {
      const coin = await t.world.fresh('spendable');
      const psbt = await createdPsbt(t.world, [coin]);
      const answer = await t.result('walletprocesspsbt', { psbt, sign: false });
      const after = readPsbt(t, answer.psbt).inputs[0];
      const spent = after?.witnessOutput ?? after?.previous?.outputs[coin.vout];
      if (t.ok(spent !== undefined, 'walletprocesspsbt did not add the spent output', { path: 'psbt' }) && spent) {
        t.equal(formatSat(spent.valueSat), formatSat(coin.amountSat), 'the amount of the added output', { path: 'psbt' });
        t.equal(toHex(spent.script), coin.scriptPubKey, 'the script of the added output', { path: 'psbt' });
      }
      t.ok(after !== undefined && !isSigned(after), 'walletprocesspsbt signed an input, although sign is false', { path: 'psbt' });
    },
  }),
  rule({
    rule: 'walletprocesspsbt/signs',
    effect: ['wallet', 'chain'],
    uses: ['createpsbt'],
    run: async (t) => {
      const coins = [await t.world.fresh('spendable'), await t.world.fresh('spendable')];
      const foreign = await t.world.use('foreignCoin');
      const { psbt, complete } = await t.result('walletprocesspsbt', { psbt: await createdPsbt(t.world, [...coins, foreign]) });
      const processed = readPsbt(t, psbt);
      for (const [index, coin] of coins.entries()) {
        const verdict = checkWitnessInput(t, processed, index, coin);
        t.ok(verdict.valid, `input ${index} belongs to the wallet, but is not validly signed: ${verdict.valid ? '' : verdict.problem}`, {
          path: 'psbt',
        });
      }
      const other = processed.inputs[coins.length];
      t.ok(other !== undefined && !isSigned(other), 'the PSBT has a signature for an input that does not belong to the wallet', {
        path: 'psbt',
      });
      t.equal(complete, false, 'complete when a signature is missing', { path: 'complete' });
      const whole = await t.result('walletprocesspsbt', { psbt: await createdPsbt(t.world, coins) });
      t.equal(whole.complete, true, 'complete when all inputs belong to the wallet', { path: 'complete' });
    },
  }),
  rule({
    rule: ['walletprocesspsbt/signs', 'walletprocesspsbt/updates'],
    case: 'each-type',
    effect: ['wallet', 'chain'],
    uses: ['createpsbt', 'getnewaddress'],
    run: async (t) => {
      const { world } = t;
      const types = ['legacy', 'p2sh-segwit', 'bech32'] as const;
      const addresses: string[] = [];
      for (const address_type of types) addresses.push(await t.result('getnewaddress', { address_type }));
      const { txid } = await payFromTrial(
        t,
        addresses.map((address) => ({ address, amountSat: COIN_SAT })),
      );
      for (const [vout, type] of types.entries()) {
        const { complete } = await t.result('walletprocesspsbt', { psbt: await createdPsbt(world, [{ txid, vout, amountSat: COIN_SAT }]) });
        t.equal(complete, true, `complete when the only input spends a coin of a ${type} address of the wallet`, {
          path: 'complete',
        });
      }
      // An output that a transaction of the wallet does not have. How a node says so is not stated.
      await t.call('walletprocesspsbt', { psbt: await createdPsbt(world, [{ txid, vout: NO_OUTPUT, amountSat: COIN_SAT }]) });
    },
  }),
  rule({
    rule: 'walletprocesspsbt/signs',
    case: 'sighash-type',
    effect: ['wallet', 'chain'],
    uses: ['createpsbt'],
    run: async (t) => {
      const psbt = await createdPsbt(t.world, [await t.world.fresh('spendable')]);
      for (const [sighashtype, flag] of SIGHASH_FLAGS) {
        const processed = readPsbt(t, (await t.result('walletprocesspsbt', { psbt, sign: true, sighashtype })).psbt);
        const input = processed.inputs[0];
        const [partial] = input?.partialSignatures.values() ?? [];
        const signature = input?.finalWitness?.[0] ?? fromHex(partial ?? '');
        t.equal(signature.at(-1), flag, `the last byte of a signature with sighashtype ${sighashtype}`, {
          path: 'psbt',
          evidence: 'standard',
          source: 'BIP 143',
        });
      }
    },
  }),
  rule({
    rule: 'walletprocesspsbt/unlocked',
    effect: ['wallet'],
    profile: 'encrypted',
    uses: ['walletpassphrase', 'createpsbt'],
    run: async (t) => {
      const wallet = await lockedWallet(t);
      const psbt = await prepared(t, wallet, async () => createdPsbt(t.world, [await t.world.fresh('spendable')]));
      const locked = await t.answer('walletprocesspsbt', { psbt });
      if (locked.ok) {
        t.equal(locked.result.complete, false, 'complete from a locked wallet', { path: 'complete' });
        t.ok(
          readPsbt(t, locked.result.psbt).inputs.every((input) => !isSigned(input)),
          'a locked wallet signed an input',
          { path: 'psbt' },
        );
      }
      await whileUnlocked(t, wallet, async () => {
        const { complete } = await t.result('walletprocesspsbt', { psbt });
        t.equal(complete, true, 'complete from the unlocked wallet', { path: 'complete' });
      });
    },
  }),
];
