import { formatSat } from '../../../client/wire-json.ts';
import { signed } from '../../../fixtures/world/ingredients/signing.ts';
import { sumSat } from '../../support/amounts.ts';
import { REPLACEABLE } from '../../support/replaceability.ts';
import { untilNoticed } from '../support/noticed.ts';
import {
  descendantsOf,
  freeOutputs,
  inState,
  outputsOf,
  type ModelOutput,
  type ModelTransaction,
  type TransactionsModel,
} from './transactions-model.ts';
import { noteDropped, noteSent, TransactionsCommand, type TransactionsReal } from './transactions-command.ts';

/** What a payment pays to the address outside. */
const PAID_SAT = 100_000n;
/** Several times the minimum relay fee of nodes of this family. */
const FEE_SAT = 20_000n;
/** How much more a replacement pays than all that it replaces. */
const MORE_SAT = 50_000n;
/** The change of a payment is at least this, so that it can pay several higher fees. */
export const LEAST_CHANGE_SAT = 300_000n;

interface Payment {
  readonly inputs: readonly ModelOutput[];
  readonly feeSat: bigint;
  readonly replaceable: boolean;
}

/** A sequence number that does not signal opt-in replacement (BIP 125). */
const FINAL = 0xffffffff;

const changeOf = ({ inputs, feeSat }: Payment): bigint => sumSat(inputs.map(({ amountSat }) => amountSat)) - PAID_SAT - feeSat;

/** Signs a payment with change. Output 0 is the change. */
async function sign({ t, wallet, payee, change }: TransactionsReal, payment: Payment): Promise<string> {
  const sequence = payment.replaceable ? REPLACEABLE : FINAL;
  const hexstring = await t.result('createrawtransaction', {
    inputs: payment.inputs.map(({ txid, vout }) => ({ txid, vout, sequence })),
    outputs: [{ [change]: formatSat(changeOf(payment)) }, { [payee.address]: formatSat(PAID_SAT) }],
  });
  return signed(t.world, hexstring, wallet);
}

/** Adds the payment to the model, and waits until the wallet knows it. */
async function note(model: TransactionsModel, real: TransactionsReal, hex: string, { inputs }: Payment): Promise<ModelTransaction> {
  const { t, wallet } = real;
  const made = noteSent(model, real, hex, sumSat(inputs.map(({ amountSat }) => amountSat)));
  await untilNoticed(t, wallet, made.txid);
  return made;
}

/** Pays with outputs of the wallet, confirmed or in the pool. */
export class Pay extends TransactionsCommand {
  readonly #replaceable: boolean;
  /** Numbers of outputs of the model. */
  readonly #numbers: readonly number[];

  constructor(replaceable: boolean, numbers: readonly number[]) {
    super();
    this.#replaceable = replaceable;
    this.#numbers = numbers;
  }

  toString(): string {
    return `pay(outputs ${this.#numbers.join(', ')}${this.#replaceable ? ', replaceable' : ''})`;
  }

  override check(model: Readonly<TransactionsModel>): boolean {
    return changeOf(this.#payment(model)) >= LEAST_CHANGE_SAT;
  }

  protected async perform(model: TransactionsModel, real: TransactionsReal): Promise<undefined> {
    const payment = this.#payment(model);
    const hex = await sign(real, payment);
    await real.t.result('sendrawtransaction', { hexstring: hex });
    await note(model, real, hex, payment);
  }

  #payment(model: Readonly<TransactionsModel>): Payment {
    const [outputs, free] = [outputsOf(model), freeOutputs(model)];
    const chosen = new Set(this.#numbers.map((number) => outputs[number]));
    const inputs = outputs.filter(
      (output) => chosen.has(output) && free.some(({ txid, vout }) => txid === output.txid && vout === output.vout),
    );
    return { inputs, feeSat: FEE_SAT, replaceable: this.#replaceable };
  }
}

/** Replaces a transaction in the pool, and with it those that descend from it, by one that spends its first input only. */
export class Replace extends TransactionsCommand {
  /** Number among the transactions that it can replace. */
  readonly #number: number;

  constructor(number: number) {
    super();
    this.#number = number;
  }

  toString(): string {
    return `replace(${this.#number})`;
  }

  override check(model: Readonly<TransactionsModel>): boolean {
    return this.#chosen(model) !== undefined;
  }

  protected async perform(model: TransactionsModel, real: TransactionsReal): Promise<undefined> {
    const { t } = real;
    const { payment, replaced } = this.#chosen(model)!;
    const hex = await sign(real, payment);
    const answer = await t.answer('sendrawtransaction', { hexstring: hex });
    const pool = new Set(answer.ok ? await t.world.result('getrawmempool') : []);
    if (!answer.ok || replaced.some(({ txid }) => pool.has(txid)))
      t.inapplicable('the pool of this node does not replace a transaction by one with a higher fee');
    await note(model, real, hex, payment);
    await noteDropped(real, replaced);
  }

  #chosen(model: Readonly<TransactionsModel>): { readonly payment: Payment; readonly replaced: readonly ModelTransaction[] } | undefined {
    const outputs = outputsOf(model);
    const possible = inState(model, 'pooled').flatMap((transaction) => {
      const [first] = transaction.inputs;
      const input = outputs.find(({ txid, vout }) => txid === first?.txid && vout === first.vout);
      const replaced = [transaction, ...descendantsOf(model, transaction).filter(({ state }) => state === 'pooled')];
      const payment: Payment = {
        inputs: input ? [input] : [],
        feeSat: replaced.reduce((sum, { feeSat }) => sum + feeSat, MORE_SAT),
        replaceable: true,
      };
      return transaction.replaceable && changeOf(payment) >= LEAST_CHANGE_SAT ? [{ payment, replaced }] : [];
    });
    return possible.length > 0 ? possible[this.#number % possible.length] : undefined;
  }
}
