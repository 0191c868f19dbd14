import type { FundingOptionsArgument, InputItemArgument, OutputItemArgument } from '../../../specs/model/generated/wire.d.ts';
import { formatSat, satoshis } from '../../../client/wire-json.ts';
import type { WorldCallOptions } from '../../../fixtures/world/world.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { parseTransaction, totalOut, type RawTransaction, type TxOutput } from '../../../oracles/transaction.ts';
import { rule } from '../rule.ts';
import { decoded } from '../../support/decoded.ts';
import { feeOf } from '../support/fees.ts';
import { inFundedWallet } from '../support/funded-wallet.ts';
import { payFromOutside } from '../support/outside-payment.ts';
import { refusedIn, withWallet } from '../support/own-wallet.ts';
import { withReplacementOnly } from '../support/unsafe-replacement.ts';
import { outpointText } from '../../../fixtures/world/outpoint-text.ts';

const COIN = 100_000_000n;
/** Neither final nor the default of any node, so that a change is noticed. */
const SEQUENCE = 0xfffffff0;

const amount = (t: Trial): bigint => BigInt(t.random.integer(10_000_000, 90_000_000));

interface Funded {
  readonly transaction: RawTransaction;
  readonly feeSat: bigint;
  readonly changepos: number;
  /** The outputs without the change. */
  readonly others: readonly TxOutput[];
}

/** An unfunded transaction of these inputs that pays these amounts to addresses outside the wallet, in order. */
async function unfunded(
  t: Trial,
  amountsSat: readonly bigint[],
  inputs: readonly InputItemArgument[] = [],
): Promise<{ hex: string; outputs: readonly TxOutput[] }> {
  await t.world.use('funds');
  const outputs: OutputItemArgument[] = [];
  for (const amountSat of amountsSat) {
    const { addresses } = await t.world.fresh('foreignKey');
    outputs.push({ [addresses.bech32]: formatSat(amountSat) });
  }
  const hex = await t.world.result('createrawtransaction', { inputs, outputs });
  // The bytes of a transaction without inputs could be read as a witness transaction.
  const made = decoded(t, 'the unfunded transaction', () => parseTransaction(hex, { witness: false }));
  return { hex, outputs: made.outputs };
}

/**
 * As `unfunded`, with coins of the wallet as inputs that hold more than the payment, so that there is change. With coins
 * that hold hardly more than the payment a wallet may make no change and leave the rest to the fee.
 */
async function unfundedWithChange(t: Trial, amountsSat: readonly bigint[]): Promise<{ hex: string; outputs: readonly TxOutput[] }> {
  const paidSat = amountsSat.reduce((sum, amountSat) => sum + amountSat, 0n);
  const inputs: InputItemArgument[] = [];
  let heldSat = 0n;
  while (heldSat < paidSat + COIN) {
    const { txid, vout, amountSat } = await t.world.fresh('spendable');
    inputs.push({ txid, vout });
    heldSat += amountSat;
  }
  return unfunded(t, amountsSat, inputs);
}

/** Funds a transaction without witness, and parses the answer. */
async function fund(
  t: Trial,
  hexstring: string,
  options: FundingOptionsArgument | true = {},
  call: WorldCallOptions = {},
): Promise<Funded> {
  const { hex, fee, changepos } = await t.result('fundrawtransaction', { hexstring, options, iswitness: false }, call);
  const transaction = decoded(t, 'the funded transaction', () => parseTransaction(hex, { witness: false }));
  return { transaction, feeSat: satoshis(fee), changepos, others: transaction.outputs.filter((_, index) => index !== changepos) };
}

/** Outputs as text, for comparison: satoshis and script. */
const shown = (outputs: readonly TxOutput[]): string[] => outputs.map(({ valueSat, script }) => `${valueSat} ${toHex(script)}`);

/** A transaction with a coin of the wallet as input and a payment above its amount. */
async function partlyFunded(t: Trial): Promise<{ hex: string; outputs: ReturnType<typeof shown>; outpoint: string }> {
  const { txid, vout, amountSat } = await t.world.fresh('spendable');
  const { hex, outputs } = await unfunded(t, [amountSat, amount(t)], [{ txid, vout, sequence: SEQUENCE }]);
  return { hex, outputs: shown(outputs), outpoint: `${txid}:${vout}` };
}

export const fundrawtransactionRules: readonly Case[] = [
  rule({
    rule: 'fundrawtransaction/adds-inputs',
    effect: ['wallet'],
    uses: ['getrawtransaction'],
    run: async (t) => {
      const { hex, outputs } = await unfunded(t, [amount(t)]);
      const { transaction, feeSat } = await fund(t, hex);
      t.ok(transaction.inputs.length > 0, 'no input was added');
      t.equal(await feeOf(t, transaction), feeSat, 'the sum of the added inputs less the outputs (compared with fee)', { path: 'fee' });
      t.ok(
        totalOut(transaction) >= totalOut({ outputs }),
        'the outputs of the funded transaction are less than those of the given transaction',
      );
      for (const [index, { scriptSig, witness }] of transaction.inputs.entries()) {
        t.ok(scriptSig.length === 0 && witness.length === 0, `the added input ${index} is signed, expected no signature`);
      }
    },
  }),
  rule({
    rule: 'fundrawtransaction/one-change-output',
    effect: ['wallet'],
    run: async (t) => {
      const { hex, outputs } = await unfunded(t, [amount(t), amount(t)]);
      const { transaction, changepos } = await fund(t, hex);
      const added = transaction.outputs.length - outputs.length;
      t.ok(added === 0 || added === 1, `${added} outputs were added, expected 0 or 1`);
      t.equal(changepos >= 0, added === 1, '"changepos is 0 or more" (compared with "an output was added")', { path: 'changepos' });
      t.ok(
        changepos < transaction.outputs.length,
        `changepos is ${changepos}, expected less than the number of outputs, ${transaction.outputs.length}`,
        {
          path: 'changepos',
        },
      );
    },
  }),
  rule({
    rule: 'fundrawtransaction/no-change',
    effect: ['wallet'],
    run: async (t) => {
      // The whole coin is paid, less the fee.
      const { txid, vout, amountSat } = await t.world.fresh('spendable');
      const { hex } = await unfunded(t, [amountSat], [{ txid, vout }]);
      const { transaction, changepos } = await fund(t, hex, { subtractFeeFromOutputs: [0] });
      t.equal(transaction.outputs.length, 1, 'the number of outputs when the whole input is paid');
      t.equal(changepos, -1, 'changepos without change', { path: 'changepos' });
    },
  }),
  rule({
    rule: 'fundrawtransaction/inputs-kept',
    effect: ['wallet'],
    run: async (t) => {
      const { hex, outpoint } = await partlyFunded(t);
      const { transaction } = await fund(t, hex);
      const kept = transaction.inputs.filter((input) => outpointText(input) === outpoint);
      t.equal(kept.length, 1, 'the number of inputs that spend the output of the given input');
      for (const { sequence } of kept) t.equal(sequence, SEQUENCE, 'the sequence of the given input');
      t.ok(transaction.inputs.length > 1, 'no input was added, although the given input does not suffice');
    },
  }),
  rule({
    rule: 'fundrawtransaction/outputs-kept',
    effect: ['wallet'],
    run: async (t) => {
      const { hex, outputs } = await partlyFunded(t);
      const { others } = await fund(t, hex);
      t.equal(shown(others), outputs, 'the outputs (satoshis and script) without the change');
    },
  }),
  rule({
    rule: 'fundrawtransaction/previous-in-wallet',
    effect: ['wallet', 'chain'],
    uses: ['gettransaction'],
    run: async (t) => {
      const { addresses } = await t.world.fresh('foreignKey');
      const { txid, vout } = await payFromOutside(t.world, addresses.legacy);
      await t.refused('gettransaction', { txid }, 'the transaction has no address of the wallet', { check: 'setup' });
      const { hex } = await unfunded(t, [amount(t)], [{ txid, vout }]);
      await t.refused(
        'fundrawtransaction',
        { hexstring: hex, options: {}, iswitness: false },
        'the wallet does not have the transaction of the spent output',
      );
    },
  }),
  rule({
    rule: 'fundrawtransaction/change-type',
    effect: ['wallet'],
    run: async (t) => {
      const { hex } = await unfundedWithChange(t, [amount(t)]);
      const { address } = await t.world.use('bech32Address');
      for (const [type, start] of [
        ['legacy', '76a914'],
        ['p2sh-segwit', 'a914'],
        ['bech32', '0014'],
      ] as const) {
        const { transaction, changepos } = await fund(t, hex, { change_type: type });
        const change = transaction.outputs[changepos];
        if (t.ok(change !== undefined, `there is no output at changepos ${changepos}`, { path: 'changepos' }) && change) {
          t.ok(toHex(change.script).startsWith(start), `the script of the change is ${toHex(change.script)}, expected type ${type}`, {
            path: 'hex',
          });
        }
      }
      const both = { changeAddress: address, change_type: 'legacy' };
      await t.refused(
        'fundrawtransaction',
        { hexstring: hex, options: both, iswitness: false },
        'change_type is not valid with a changeAddress',
      );
    },
  }),
  rule({
    rule: 'fundrawtransaction/fee-indexes',
    effect: ['wallet'],
    run: async (t) => {
      const { hex, outputs } = await unfundedWithChange(t, [amount(t), amount(t), amount(t)]);
      const bearer = t.random.integer(0, 2);
      // The change comes first, so that every other output changes its index.
      const { others, feeSat } = await fund(t, hex, { subtractFeeFromOutputs: [bearer], changePosition: 0 });
      const expected = outputs.map((output, index) => (index === bearer ? { ...output, valueSat: output.valueSat - feeSat } : output));
      t.equal(
        shown(others),
        shown(expected),
        `the outputs (satoshis and script) without the change when output ${bearer} pays the fee of ${feeSat} sat`,
      );
    },
  }),
  rule({
    rule: 'fundrawtransaction/fee-split',
    effect: ['wallet'],
    run: async (t) => {
      const { hex, outputs } = await unfundedWithChange(t, [amount(t), amount(t), amount(t)]);
      const { others, feeSat } = await fund(t, hex, { subtractFeeFromOutputs: [0, 2], changePosition: 1 });
      const borne = outputs.map(({ valueSat }, index) => valueSat - (others[index]?.valueSat ?? 0n));
      const [first = 0n, second = 0n, third = 0n] = borne;
      t.equal(second, 0n, 'the part of the fee paid by an output that is not named');
      t.equal(first + third, feeSat, 'the parts of the fee paid by the two named outputs (compared with fee)', { path: 'fee' });
      const difference = first > third ? first - third : third - first;
      // An odd fee cannot be divided equally.
      t.ok(difference <= 1n, `one output pays ${first} sat of the fee and the other ${third} sat, expected equal parts`);
    },
  }),
  rule({
    rule: 'fundrawtransaction/fee-from-sender',
    effect: ['wallet'],
    uses: ['getrawtransaction'],
    run: async (t) => {
      const { hex, outputs } = await unfunded(t, [amount(t), amount(t)]);
      const { transaction, others, feeSat } = await fund(t, hex, { subtractFeeFromOutputs: [] });
      t.equal(shown(others), shown(outputs), 'the outputs (satoshis and script) without the change when no output pays the fee');
      t.ok(feeSat > 0n, `the fee is ${feeSat} sat, expected more than 0`, { path: 'fee' });
      t.equal(await feeOf(t, transaction), feeSat, 'the sum of the inputs less the outputs (compared with fee)', { path: 'fee' });
    },
  }),
  rule({
    rule: 'fundrawtransaction/true-for-options',
    effect: ['wallet', 'chain'],
    uses: ['importpubkey'],
    run: async (t) =>
      withWallet(t, async (wallet) => {
        const key = await t.world.fresh('foreignKey');
        await t.world.result('importpubkey', { pubkey: key.publicKey, label: '', rescan: false }, { wallet });
        const { txid, vout } = await payFromOutside(t.world, key.addresses.legacy);
        await t.world.mine(1);
        // The only coin is watch-only and suffices.
        const { hex } = await unfunded(t, [BigInt(t.random.integer(1_000_000, 5_000_000))]);
        await refusedIn(
          t,
          wallet,
          { method: 'fundrawtransaction', args: { hexstring: hex, options: {}, iswitness: false } },
          { why: 'the only coin of the wallet is watch-only, and includeWatching is not set' },
        );
        for (const options of [true, { includeWatching: true }] as const) {
          const { transaction } = await fund(t, hex, options, { wallet });
          const places = transaction.inputs.map((input) => `${input.txid}:${input.vout}`);
          t.equal(places, [`${txid}:${vout}`], `the inputs that are added with ${JSON.stringify(options)} as options`, {
            path: 'hex',
          });
        }
      }),
  }),
  rule({
    rule: 'fundrawtransaction/safe-coins',
    effect: ['wallet', 'chain'],
    uses: ['listunspent'],
    run: async (t) =>
      inFundedWallet(t, [5_000_000n], async ({ name: wallet, outputs: [safe] }) => {
        const address = await t.world.result('getnewaddress', { label: '', address_type: 'bech32' }, { wallet });
        const unsafe = await payFromOutside(t.world, address);
        const listed = await t.result('listunspent', { minconf: 0 }, { wallet });
        t.equal(listed.find(({ txid }) => txid === unsafe.txid)?.safe, false, 'safe of an unconfirmed coin from outside', { path: 'safe' });
        const small = await unfunded(t, [BigInt(t.random.integer(1_000_000, 4_000_000))]);
        const { transaction } = await fund(t, small.hex, {}, { wallet });
        const places = transaction.inputs.map((input) => `${input.txid}:${input.vout}`);
        t.equal(places, [`${safe?.txid}:${safe?.vout}`], 'the inputs that are added when one coin is safe and the other is not', {
          path: 'hex',
        });
        const large = await unfunded(t, [unsafe.amountSat - 1_000_000n]);
        await refusedIn(
          t,
          wallet,
          { method: 'fundrawtransaction', args: { hexstring: large.hex, options: {}, iswitness: false } },
          { why: 'only an unsafe coin would suffice' },
        );
      }),
  }),
  rule({
    rule: 'fundrawtransaction/safe-coins',
    case: 'replacement',
    effect: ['wallet', 'chain'],
    uses: ['bumpfee', 'listunspent'],
    run: async (t) => {
      const { hex } = await unfunded(t, [BigInt(t.random.integer(1_000_000, 4_000_000))]);
      const args = { hexstring: hex, options: {}, iswitness: false };
      let replacement = '';
      await withReplacementOnly(
        t,
        async (wallet, txid) => {
          replacement = txid;
          await refusedIn(
            t,
            wallet,
            { method: 'fundrawtransaction', args },
            { why: 'the only coin of the wallet is of an unconfirmed replacement' },
          );
        },
        async (wallet) => {
          const { transaction } = await fund(t, hex, {}, { wallet });
          const spent = transaction.inputs.map(({ txid }) => txid);
          t.equal(spent, [replacement], 'the transactions whose outputs are added when the replacement is confirmed', { path: 'hex' });
        },
      );
    },
  }),
];
