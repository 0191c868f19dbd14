import type { FundingOptionsArgument } from '../../../specs/model/generated/wire.d.ts';
import { formatSat, satoshis } from '../../../client/wire-json.ts';
import { publicKeyHashScript } from '../../../fixtures/world/keys.ts';
import type { ForeignKey, OutpointValue } from '../../../fixtures/world/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { totalOut, type RawTransaction } from '../../../oracles/transaction.ts';
import { rule } from '../rule.ts';
import { readPsbt } from '../support/psbt.ts';
import { rawTransaction } from '../support/raw-transaction.ts';
import { outpointText } from '../../../fixtures/world/outpoint-text.ts';

const COIN = 100_000_000n;

interface Funded {
  readonly transaction: RawTransaction;
  readonly feeSat: bigint;
  readonly changepos: number;
}

/** Funds a payment with the wallet. */
async function funded(
  t: Trial,
  inputs: readonly OutpointValue[],
  { to, amountSat }: { readonly to: ForeignKey; readonly amountSat: bigint },
  options: FundingOptionsArgument = {},
): Promise<Funded> {
  const answer = await t.result('walletcreatefundedpsbt', {
    inputs: inputs.map(({ txid, vout }) => ({ txid, vout })),
    outputs: [{ [to.addresses.legacy]: formatSat(amountSat) }],
    locktime: 0,
    options,
  });
  const { transaction } = readPsbt(t, answer.psbt);
  return { transaction, feeSat: satoshis(answer.fee), changepos: answer.changepos };
}

/** The index of the output that pays the key. Checks that it exists, and its amount. */
function paysTo(t: Trial, transaction: RawTransaction, to: ForeignKey, amountSat: bigint): number {
  const index = transaction.outputs.findIndex((output) => toHex(output.script) === publicKeyHashScript(to.publicKey));
  if (t.ok(index >= 0, 'no output of the PSBT pays the requested address')) {
    t.equal(formatSat(transaction.outputs[index]?.valueSat ?? 0n), formatSat(amountSat), 'the amount that the PSBT pays to the address');
  }
  return index;
}

/** Checks that the inputs equal the outputs plus the fee. */
async function balances(t: Trial, { transaction, feeSat }: Funded): Promise<void> {
  let spentSat = 0n;
  for (const { txid, vout } of transaction.inputs) spentSat += (await rawTransaction(t, txid)).outputs[vout]?.valueSat ?? 0n;
  const takenSat = totalOut(transaction) + feeSat;
  t.equal(formatSat(spentSat), formatSat(takenSat), 'the sum of the inputs of the PSBT (compared with outputs plus fee)', {
    evidence: 'standard',
    source: 'arithmetic',
  });
}

export const walletcreatefundedpsbtRules: readonly Case[] = [
  rule({
    rule: 'walletcreatefundedpsbt/inputs-added',
    effect: ['wallet'],
    uses: ['getrawtransaction', 'listunspent'],
    run: async (t) => {
      const { amountSat: coinSat } = await t.world.use('spendable');
      const own = new Set((await t.world.result('listunspent', { minconf: 0 })).map(outpointText));
      const to = await t.world.fresh('foreignKey');
      const amountSat = coinSat + BigInt(t.random.integer(1_000_000, 99_000_000));
      const whole = await funded(t, [], { to, amountSat });
      t.ok(whole.transaction.inputs.length > 0, 'the PSBT has no input, expected inputs selected by the wallet');
      for (const input of whole.transaction.inputs)
        t.ok(own.has(outpointText(input)), `the PSBT spends ${outpointText(input)}, which is not an output of the wallet`);
      paysTo(t, whole.transaction, to, amountSat);
      await balances(t, whole);
      const given = await t.world.fresh('spendable');
      const partly = await funded(t, [given], { to, amountSat: given.amountSat + amountSat });
      const places = partly.transaction.inputs.map(outpointText);
      t.ok(places.includes(outpointText(given)), 'the PSBT does not spend the given input');
      t.ok(places.length > 1, 'the PSBT spends only the given input, which does not suffice');
      await balances(t, partly);
    },
  }),
  rule({
    rule: 'walletcreatefundedpsbt/no-change',
    effect: ['wallet'],
    run: async (t) => {
      const coin = await t.world.fresh('spendable');
      const to = await t.world.fresh('foreignKey');
      const whole = await funded(t, [coin], { to, amountSat: coin.amountSat }, { subtractFeeFromOutputs: [0] });
      t.equal(whole.transaction.outputs.length, 1, 'the number of outputs of a PSBT without change');
      t.equal(whole.changepos, -1, 'changepos without change', { path: 'changepos' });
      const part = await funded(t, [coin], { to, amountSat: coin.amountSat / 2n });
      const paying = paysTo(t, part.transaction, to, coin.amountSat / 2n);
      t.equal(part.transaction.outputs.length, 2, 'the number of outputs of a PSBT with change');
      t.equal(part.changepos, 1 - paying, 'changepos (the output that is not the payment)', { path: 'changepos' });
    },
  }),
  rule({
    rule: 'walletcreatefundedpsbt/lock-unspents',
    effect: ['wallet'],
    uses: ['listlockunspent', 'lockunspent'],
    run: async (t) => {
      await t.world.use('funds');
      const to = await t.world.fresh('foreignKey');
      const locks = async (): Promise<string[]> => (await t.result('listlockunspent')).map(outpointText);
      const before = await locks();
      const free = await funded(t, [], { to, amountSat: COIN / 2n }, { lockUnspents: false });
      const untouched = await locks();
      for (const input of free.transaction.inputs)
        t.ok(!untouched.includes(outpointText(input)), `${outpointText(input)} is locked, although lockUnspents is false`);
      const { transaction } = await funded(t, [], { to, amountSat: COIN / 2n }, { lockUnspents: true });
      const chosen = transaction.inputs.map(({ txid, vout }) => ({ txid, vout }));
      try {
        const after = await locks();
        for (const input of chosen) {
          t.ok(!before.includes(outpointText(input)), `the locked output ${outpointText(input)} was selected`);
          t.ok(
            after.includes(outpointText(input)),
            `${outpointText(input)} is not locked, although it was selected with lockUnspents true`,
          );
        }
      } finally {
        await t.world.result('lockunspent', { unlock: true, transactions: chosen });
      }
    },
  }),
];
