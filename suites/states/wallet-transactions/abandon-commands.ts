import type { StateRowId } from '../../../specs/model/generated/ids.d.ts';
import { at } from '../support/rows.ts';
import {
  descendantsOf,
  hasRival,
  inState,
  type ModelTransaction,
  type TransactionsModel,
  type TransactionState,
} from './transactions-model.ts';
import { nameOf, RIVAL, TransactionsCommand, type TransactionsReal } from './transactions-command.ts';

/** Calls abandontransaction for a transaction in a state. */
abstract class OnTransaction extends TransactionsCommand {
  readonly #state: TransactionState;
  /** Number among the transactions in that state. */
  readonly #number: number;

  constructor(state: TransactionState, number: number) {
    super();
    this.#state = state;
    this.#number = number;
  }

  toString(): string {
    return `abandontransaction(${this.#state}, ${this.#number})`;
  }

  override check(model: Readonly<TransactionsModel>): boolean {
    return inState(model, this.#state).length > 0;
  }

  protected chosen(model: TransactionsModel): ModelTransaction {
    const possible = inState(model, this.#state);
    return possible[this.#number % possible.length]!;
  }
}

/** Abandons a transaction that is neither in a block nor in the pool. */
export class Abandon extends OnTransaction {
  constructor(number: number) {
    super('dropped', number);
  }

  protected async perform(model: TransactionsModel, real: TransactionsReal): Promise<StateRowId> {
    const { t, wallet } = real;
    const chosen = this.chosen(model);
    await t.result('abandontransaction', { txid: chosen.txid }, { wallet });
    const descendants = descendantsOf(model, chosen).filter(({ state }) => state === 'dropped');
    for (const abandoned of [chosen, ...descendants]) abandoned.state = 'abandoned';
    for (const descendant of descendants) if (hasRival(model, descendant)) await this.#compareRival(model, real, descendant);
    return 'abandon-transaction';
  }

  /** Of descendants that spend the same output, each must be abandoned. */
  async #compareRival(model: TransactionsModel, { t, wallet }: TransactionsReal, descendant: ModelTransaction): Promise<void> {
    const { details } = await t.result('gettransaction', { txid: descendant.txid }, { wallet });
    const isAbandoned = details.some(({ abandoned }) => abandoned === true);
    t.ok(
      isAbandoned,
      `${nameOf(model, descendant)} is not abandoned with its ancestor; another transaction spends the same output`,
      at('abandon-transaction', RIVAL),
    );
    if (!isAbandoned) for (const lost of [descendant, ...descendantsOf(model, descendant)]) lost.state = 'unknown';
  }
}

/** The documents do not say whether the call is refused; nothing may change. */
export class AbandonAgain extends OnTransaction {
  constructor(number: number) {
    super('abandoned', number);
  }

  protected async perform(model: TransactionsModel, { t, wallet }: TransactionsReal): Promise<StateRowId> {
    await t.call('abandontransaction', { txid: this.chosen(model).txid }, { wallet });
    return 'abandon-transaction-again';
  }
}

/** Only a transaction that is neither in a block nor in the pool can be abandoned: nothing may change. */
export class AbandonLive extends OnTransaction {
  protected async perform(model: TransactionsModel, { t, wallet }: TransactionsReal): Promise<undefined> {
    await t.call('abandontransaction', { txid: this.chosen(model).txid }, { wallet });
  }
}
