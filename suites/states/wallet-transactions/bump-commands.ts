import { sumSat, amountSat } from '../../support/amounts.ts';
import type { StateRowId } from '../../../specs/model/generated/ids.d.ts';
import { at } from '../support/rows.ts';
import { LEAST_CHANGE_SAT } from './payment-commands.ts';
import { descendantsOf, inState, isLive, outputsOf, type ModelTransaction, type TransactionsModel } from './transactions-model.ts';
import { nameOf, noteDropped, noteSent, TransactionsCommand, type TransactionsReal } from './transactions-command.ts';
import { outpointText } from '../../../fixtures/world/outpoint-text.ts';

/** Replaces a transaction by bumpfee. */
export class Bump extends TransactionsCommand {
  /** Number among the transactions that can be replaced. */
  readonly #number: number;

  constructor(number: number) {
    super();
    this.#number = number;
  }

  toString(): string {
    return `bumpfee(${this.#number})`;
  }

  override check(model: Readonly<TransactionsModel>): boolean {
    return this.#possible(model).length > 0;
  }

  protected async perform(model: TransactionsModel, real: TransactionsReal): Promise<StateRowId> {
    const { t, wallet } = real;
    const possible = this.#possible(model);
    const original = possible[this.#number % possible.length]!;
    const { txid, origfee, fee } = await t.result('bumpfee', { txid: original.txid }, { wallet });
    t.ok(txid !== original.txid, 'txid in the result of bumpfee is that of the old transaction', at('bump-fee', 'new-txid'));
    t.equal(amountSat(t, origfee, 'origfee'), original.feeSat, 'origfee in satoshis', at('bump-fee', 'origfee'));
    const { hex } = await t.result('gettransaction', { txid }, { wallet });
    const replacement = noteSent(model, real, hex, spentSat(model, original));
    t.equal(
      places(replacement),
      places(original),
      `the inputs of the transaction that replaces ${nameOf(model, original)}`,
      at('bump-fee', 'inputs'),
    );
    t.equal(amountSat(t, fee, 'fee'), replacement.feeSat, 'fee in satoshis (compared with the new transaction)', at('bump-fee', 'fee'));
    t.ok(
      replacement.feeSat > original.feeSat,
      `the new fee is ${replacement.feeSat} sat, the old one ${original.feeSat} sat`,
      at('bump-fee', 'fee'),
    );
    const pool = new Set(await t.result('getrawmempool'));
    t.ok(
      !pool.has(original.txid),
      `${nameOf(model, original)}, which bumpfee has replaced, is still in the memory pool`,
      at('bump-fee', 'pool'),
    );
    if (!pool.has(original.txid)) await noteDropped(real, [original]);
    return 'bump-fee';
  }

  #possible(model: Readonly<TransactionsModel>): ModelTransaction[] {
    return inState(model, 'pooled').filter(
      (transaction) =>
        transaction.replaceable &&
        descendantsOf(model, transaction).length === 0 &&
        transaction.outputs.some(({ amountSat }) => amountSat >= LEAST_CHANGE_SAT),
    );
  }
}

/** What it spends; the documents state no order. */
const places = ({ inputs }: ModelTransaction): string[] => inputs.map(outpointText).sort();

const spentSat = (model: Readonly<TransactionsModel>, { inputs }: ModelTransaction): bigint =>
  sumSat(
    outputsOf(model)
      .filter((output) => inputs.some(({ txid, vout }) => txid === output.txid && vout === output.vout))
      .map(({ amountSat }) => amountSat),
  );

/** Calls bumpfee for a transaction that does not signal replacement, or whose output another one spends. */
export class BumpRefused extends TransactionsCommand {
  readonly #why: 'final' | 'spent';

  constructor(why: 'final' | 'spent') {
    super();
    this.#why = why;
  }

  toString(): string {
    return `bumpfee(${this.#why === 'final' ? 'not replaceable' : 'output spent'})`;
  }

  override check(model: Readonly<TransactionsModel>): boolean {
    return this.#chosen(model) !== undefined;
  }

  protected async perform(model: TransactionsModel, { t, wallet }: TransactionsReal): Promise<undefined> {
    const chosen = this.#chosen(model)!;
    const answer = await t.call('bumpfee', { txid: chosen.txid }, { wallet });
    const why = this.#why === 'final' ? 'does not signal replacement' : 'has an output that another transaction spends';
    t.ok(!answer.ok, `bumpfee replaces ${nameOf(model, chosen)}, which ${why}`, at('bump-fee', 'refusal'));
  }

  #chosen(model: Readonly<TransactionsModel>): ModelTransaction | undefined {
    return inState(model, 'pooled').find((transaction) =>
      this.#why === 'final' ? !transaction.replaceable : transaction.replaceable && descendantsOf(model, transaction).some(isLive),
    );
  }
}
