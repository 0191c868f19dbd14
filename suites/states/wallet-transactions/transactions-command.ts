import { formatSat } from '../../../client/wire-json.ts';
import type { At } from '../../../engine/finding-place.ts';
import { waitUntilDropped } from '../../../fixtures/world/ingredients/dropped.ts';
import type { OutpointValue } from '../../../fixtures/world/types.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { parseTransaction, txidOf } from '../../../oracles/transaction.ts';
import type { StateRowId } from '../../../specs/model/generated/ids.d.ts';
import { amountSat, sumSat } from '../../support/amounts.ts';
import { decoded } from '../../support/decoded.ts';
import type { Payee } from '../support/funded-wallets.ts';
import { at } from '../support/rows.ts';
import { StateCommand } from '../support/state-command.ts';
import type { Subject } from '../support/subject.ts';
import { confirmationsOf, hasRival, outputsOf, stateOf, type ModelTransaction, type TransactionsModel } from './transactions-model.ts';

export interface TransactionsReal extends Subject {
  readonly wallet: string;
  readonly payee: Payee;
  /** A change address of the wallet. */
  readonly change: string;
  /** Blocks that were invalidated, to be reconsidered at the end of the run. */
  readonly invalidated: Set<string>;
}

/** More entries than a run makes. */
const ALL = 1_000;

/** Checks of a transaction of which a rival exists. A run continues on a node that loses one of both. */
export const RIVAL = 'rival';

/** A sequence number below this signals opt-in replacement (BIP 125). */
const FINAL = 0xfffffffe;

const CONFIRMATIONS: At = {
  check: 'confirmations',
  path: 'confirmations',
  evidence: 'standard',
  source: 'arithmetic: the number of blocks from that of the transaction to the tip',
};
const CONFLICTED: At = {
  check: 'conflicted',
  path: 'confirmations',
  source: 'document 1, Wallet transaction entry: negative confirmations',
};
const UNSPENT: At = { check: 'unspent', path: 'listunspent', source: 'document 1, Wallet and address methods: listunspent' };
const BALANCE: At = { check: 'balance', path: 'getbalance', source: 'document 1, Wallet and address methods: getbalance' };

/** A transaction as a finding shows it: its number in the model. */
export const nameOf = ({ transactions }: Readonly<TransactionsModel>, { txid }: { readonly txid: string }): string =>
  `transaction ${transactions.findIndex((transaction) => transaction.txid === txid)}`;

/** The output as a finding shows it. */
function outputName(model: Readonly<TransactionsModel>, output: OutpointValue): string {
  const index = outputsOf(model).findIndex(({ txid, vout }) => txid === output.txid && vout === output.vout);
  return index < 0 ? `${output.txid}:${output.vout}, which the wallet does not have` : `output ${index}`;
}

/** Adds a transaction of the wallet, which was sent, to the model. `inputsSat`: the sum of what it spends. */
export function noteSent(model: TransactionsModel, { t, payee }: TransactionsReal, hex: string, inputsSat: bigint): ModelTransaction {
  const { transaction, txid } = decoded(t, 'the sent transaction', () => {
    const transaction = parseTransaction(hex);
    return { transaction, txid: txidOf(transaction) };
  });
  const made: ModelTransaction = {
    txid,
    inputs: transaction.inputs.map((input) => ({ txid: input.txid, vout: input.vout })),
    outputs: transaction.outputs.flatMap(({ script, valueSat }, vout) =>
      toHex(script) === payee.script ? [] : [{ txid, vout, amountSat: valueSat }],
    ),
    feeSat: inputsSat - sumSat(transaction.outputs.map(({ valueSat }) => valueSat)),
    replaceable: transaction.inputs.some(({ sequence }) => sequence < FINAL),
    state: 'pooled',
  };
  model.transactions.push(made);
  return made;
}

/** Marks what left the pool, and waits until the wallet has noticed it. */
export async function noteDropped({ t, wallet }: TransactionsReal, transactions: readonly ModelTransaction[]): Promise<void> {
  for (const transaction of transactions) {
    transaction.state = 'dropped';
    await waitUntilDropped(t.world, transaction.txid, { wallet });
  }
}

/** A command on the transactions of a wallet. Afterwards the pool and what the wallet shows are compared with the model. */
export abstract class TransactionsCommand extends StateCommand<TransactionsModel, TransactionsReal> {
  protected async compare(model: Readonly<TransactionsModel>, real: TransactionsReal, row: StateRowId | undefined): Promise<void> {
    await this.#comparePool(model, real, row);
    await this.#compareEntries(model, real, row);
    await this.#compareOutputs(model, real, row);
  }

  async #comparePool(model: Readonly<TransactionsModel>, { t }: TransactionsReal, row: StateRowId | undefined): Promise<void> {
    const pool = new Set(await t.result('getrawmempool'));
    for (const transaction of model.transactions) {
      const { state, txid } = transaction;
      if (state === 'unknown') continue;
      const isThere = pool.has(txid);
      t.ok(
        isThere === (state === 'pooled'),
        `${nameOf(model, transaction)}, which is ${state}, is ${isThere ? '' : 'not '}in the memory pool`,
        row === undefined ? { check: 'pool', path: 'getrawmempool' } : at(row, 'pool'),
      );
    }
  }

  async #compareEntries(model: Readonly<TransactionsModel>, { t, wallet }: TransactionsReal, row: StateRowId | undefined): Promise<void> {
    const entries = await t.result('listtransactions', { label: '*', count: ALL, skip: 0 }, { wallet });
    for (const transaction of model.transactions) {
      const { state, txid } = transaction;
      if (state === 'unknown') continue;
      const what = `${nameOf(model, transaction)}, which is ${state}`;
      const entry = entries.find((entry) => entry.txid === txid && entry.category === 'send');
      if (!t.ok(entry !== undefined, `listtransactions has no entry of ${what}`, { check: 'entry', path: 'listtransactions' })) continue;
      const { confirmations, abandoned } = entry as typeof entry & { readonly confirmations: number };
      if (state === 'conflicted') {
        const place: At = hasRival(model, transaction) ? { ...CONFLICTED, check: RIVAL } : CONFLICTED;
        t.ok(confirmations < 0, `confirmations of ${what} is ${confirmations}, expected less than 0`, place);
        continue; // the documents do not say whether it is still abandoned
      }
      t.equal(confirmations, confirmationsOf(model, transaction), `confirmations of ${what}`, CONFIRMATIONS);
      t.equal(abandoned ?? false, state === 'abandoned', `abandoned of ${what}`, at(row ?? 'abandon-transaction', 'abandoned'));
    }
  }

  async #compareOutputs(model: Readonly<TransactionsModel>, { t, wallet }: TransactionsReal, row: StateRowId | undefined): Promise<void> {
    const listed = new Map(
      (await t.result('listunspent', { minconf: 0 }, { wallet })).map((coin) => [`${coin.txid}:${coin.vout}`, coin.amount] as const),
    );
    const unspent: At = row === 'abandon-transaction' ? at(row, 'inputs') : UNSPENT;
    const confirmed: Record<'free' | 'unstated', bigint> = { free: 0n, unstated: 0n };
    for (const output of outputsOf(model)) {
      const state = stateOf(model, output);
      const amount = listed.get(`${output.txid}:${output.vout}`);
      const origin = model.transactions.find(({ txid }) => txid === output.txid);
      if (state === 'unstated') {
        confirmed.unstated += output.amountSat;
        continue;
      }
      const expected = state === 'free' ? output.amountSat : undefined;
      t.equal(
        amount === undefined ? undefined : amountSat(t, amount, 'amount'),
        expected,
        `the amount in satoshis of ${outputName(model, output)}, which is ${state}, in listunspent`,
        unspent,
      );
      if (state === 'free' && origin?.state !== 'pooled') confirmed.free += output.amountSat;
    }
    const balanceSat = amountSat(t, await t.result('getbalance', { dummy: '*', minconf: 1 }, { wallet }), 'getbalance');
    const [least, most] = [confirmed.free, confirmed.free + confirmed.unstated];
    const range = least === most ? formatSat(least) : `${formatSat(least)} to ${formatSat(most)}`;
    t.ok(
      balanceSat >= least && balanceSat <= most,
      `the balance with one confirmation or more is ${formatSat(balanceSat)}, expected ${range}`,
      BALANCE,
    );
  }
}
