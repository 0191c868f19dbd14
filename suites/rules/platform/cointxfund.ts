import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { ownAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import { unfundedBurn } from '../../../fixtures/world/ingredients/service-transactions.ts';
import { formatSat, toPlain } from '../../../client/wire-json.ts';
import { Malformed, toHex } from '../../../oracles/bytes.ts';
import { parseTransaction, type RawTransaction } from '../../../oracles/transaction.ts';
import type { Json } from '../../../specs/model/types.ts';
import { amountSat, sumSat } from '../../support/amounts.ts';
import { foreignAddress, payFromTrial } from '../../support/payments.ts';
import { decoded } from '../../support/decoded.ts';
import { rule } from '../rule.ts';
import { outpointText } from '../../../fixtures/world/outpoint-text.ts';

/** The texts within a value. */
function textsIn(value: Json): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap((member) => textsIn(member as Json)) : [];
}

/** The transaction in a result, whose form the documents do not show. */
function transactionIn(result: Json): RawTransaction | undefined {
  for (const text of textsIn(result)) {
    try {
      return parseTransaction(text);
    } catch (error) {
      if (!(error instanceof Malformed)) throw error;
    }
  }
  return undefined;
}

async function valueSat(t: Trial, { txid, vout }: { readonly txid: string; readonly vout: number }): Promise<bigint> {
  const output = await t.result('gettxout', { txid, n: vout, include_mempool: true });
  return output === null ? 0n : amountSat(t, output.value, 'value');
}

const outputsOf = ({ outputs }: RawTransaction): string[] => outputs.map((output) => `${output.valueSat} ${toHex(output.script)}`);

interface Funding {
  readonly hex: string;
  readonly address: string;
  readonly index: number | undefined;
}

interface Funded {
  readonly before: RawTransaction;
  readonly after: RawTransaction;
  /** What the inputs hold, and the outputs pay. */
  readonly heldSat: bigint;
  readonly paidSat: bigint;
}

/** Funds a transaction, and checks that all of it is kept and paid for. Undefined where the result has no transaction. */
async function fundedBy(t: Trial, { hex, address, index }: Funding): Promise<Funded | undefined> {
  const before = decoded(t, 'the unfunded transaction', () => parseTransaction(hex));
  const locks = async (): Promise<string[]> => (await t.result('listlockunspent')).map(outpointText).sort();
  const locked = await locks();
  const answer = await t.call('cointxfund', { hexstring: hex, address, ...(index !== undefined && { output_index: index }) });
  if (!answer.ok)
    return t.inapplicable(
      `the documents do not show the form of asset transactions, and the node refuses this one: ${answer.error.message}`,
    );
  // Only lockunspent and the option lockUnspents lock outputs (document 1, States and transitions).
  t.equal(await locks(), locked, 'the locked outputs after cointxfund');
  const after = transactionIn(toPlain(answer.result));
  t.ok(after !== undefined, 'the result contains no transaction');
  if (after === undefined) return undefined;
  const kept = new Set(outputsOf(after));
  t.ok(
    outputsOf(before).every((output) => kept.has(output)),
    'an output of the transaction is changed or missing after funding',
  );
  const heldSat = sumSat(await Promise.all(after.inputs.map((input) => valueSat(t, input))));
  const paidSat = sumSat(after.outputs.map((output) => output.valueSat));
  t.ok(heldSat > paidSat, `the inputs have ${heldSat} satoshis, which do not cover the outputs of ${paidSat} and a fee`);
  const places = new Set(after.inputs.map(outpointText));
  t.equal(places.size, after.inputs.length, 'number of different outputs that the inputs spend');
  t.ok(
    before.inputs.every(({ txid, vout }) => places.has(`${txid}:${vout}`)),
    'an input of the transaction is missing after funding',
  );
  return { before, after, heldSat, paidSat };
}

/** Each of as many coins as an address gets. */
const COIN_SAT = 50_000_000n;
const COINS = 3;

export const cointxfundRules: readonly Case[] = [
  rule({
    rule: 'cointxfund/funds',
    effect: ['wallet'],
    uses: ['gettxout', 'listlockunspent'],
    run: async (t) => {
      const { hex, address } = await unfundedBurn(t.world);
      for (const index of [undefined, 0]) await fundedBy(t, { hex, address, index });
      // The address does not have so many outputs. How a node says so is not stated.
      await t.call('cointxfund', { hexstring: hex, address, output_index: 1_000_000 });
    },
  }),
  rule({
    rule: ['cointxfund/all-needed', 'cointxfund/funds'],
    effect: ['wallet', 'chain'],
    uses: ['gettxout', 'getaddressinfo', 'listlockunspent'],
    run: async (t) => {
      const { address } = await ownAddress(t.world, 'bech32');
      // Each in its own transaction: one that pays an address twice cannot be made.
      for (let count = 0; count < COINS; count++) await payFromTrial(t, [{ address, amountSat: COIN_SAT }]);
      await t.world.mine(1);
      // One coin of the address suffices, two, all, and all with others of the wallet.
      for (let count = 1n; count <= COINS + 1; count++) {
        const { hex } = await unfundedBurn(t.world, count * COIN_SAT - BigInt(t.random.integer(10_000_000, 40_000_000)));
        const made = await fundedBy(t, { hex, address, index: undefined });
        if (made === undefined) return;
        const { before, after, heldSat, paidSat } = made;
        if (count > COINS) continue; // which of them are needed depends on the others
        const given = new Set(before.inputs.map(outpointText));
        const feeSat = heldSat - paidSat;
        const neededSat = feeSat + sumSat(before.outputs.map((output) => output.valueSat));
        const added: { readonly what: string; readonly sat: bigint; readonly owners: readonly string[] }[] = [];
        for (const input of after.inputs.filter((one) => !given.has(outpointText(one)))) {
          const spent = await t.result('gettxout', { txid: input.txid, n: input.vout, include_mempool: true });
          const owners = spent?.scriptPubKey.addresses ?? [];
          added.push({ what: `the input ${outpointText(input)}`, sat: await valueSat(t, input), owners });
        }
        // Beside others of the wallet, which it selects by their amounts, a coin of the address may not be needed.
        const areOfAddress = added.every(({ owners }) => owners.length === 0 || owners.includes(address));
        for (const { what, sat, owners } of added) {
          if (areOfAddress) t.ok(heldSat - sat < neededSat, `${what} of ${sat} satoshis is selected, and not needed`);
          for (const owner of owners) {
            const { ismine } = await t.result('getaddressinfo', { address: owner });
            t.ok(ismine, `${what} is neither of the wallet nor of the given address`, { rule: 'cointxfund/funds' });
          }
        }
      }
    },
  }),
  rule({
    rule: ['cointxfund/all-needed', 'cointxfund/funds'],
    case: 'inputs-given',
    effect: ['wallet', 'chain'],
    uses: ['createrawtransaction', 'gettxout', 'listlockunspent'],
    run: async (t) => {
      const { address } = await ownAddress(t.world, 'bech32');
      await payFromTrial(t, [{ address, amountSat: COIN_SAT }]);
      const large = await t.world.fresh('spendable');
      const outputs = { [await foreignAddress(t)]: formatSat(large.amountSat / 2n) };
      const unfunded = async (txid: string, vout: number): Promise<string> =>
        t.world.result('createrawtransaction', { inputs: [{ txid, vout }], outputs });
      const made = await fundedBy(t, { hex: await unfunded(large.txid, large.vout), address, index: undefined });
      if (made !== undefined) t.equal(made.after.inputs.length, 1, 'number of inputs of a transaction whose own input covers it');
      // What they hold nobody knows: they may be refused, but in order.
      for (const [txid, vout] of [
        [t.random.hex(32), 0],
        [large.txid, 99],
      ] as const)
        await t.call('cointxfund', { hexstring: await unfunded(txid, vout), address });
    },
  }),
];
