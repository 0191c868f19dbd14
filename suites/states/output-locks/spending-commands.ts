import { formatSat } from '../../../client/wire-json.ts';
import type { OutpointValue } from '../../../fixtures/world/types.ts';
import type { StateRowId } from '../../../specs/model/generated/ids.d.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { parseTransaction, txidOf } from '../../../oracles/transaction.ts';
import { decoded } from '../../support/decoded.ts';
import { loaded } from '../support/funded-wallets.ts';
import { untilNoticed } from '../support/noticed.ts';
import { at } from '../support/rows.ts';
import { checkSelected, found, fundPsbt, inputsOf, inState, LockCommand, type LockModel, type LockReal } from './lock-model.ts';

/** What a command pays: less than any confirmed output. */
const PAID_SAT = 200_000n;
const FEE_SAT = 20_000n;

const hasUnlocked = (model: Readonly<LockModel>): boolean => inState(model, 'unlocked').some(({ confirmed }) => confirmed);

/** Funds a transaction, which is not sent. */
export class Fund extends LockCommand {
  readonly #method: 'fundrawtransaction' | 'walletcreatefundedpsbt';
  readonly #locks: boolean;

  constructor(method: 'fundrawtransaction' | 'walletcreatefundedpsbt', locks: boolean) {
    super();
    this.#method = method;
    this.#locks = locks;
  }

  toString(): string {
    return `${this.#method}(lockUnspents ${this.#locks})`;
  }

  override check(model: Readonly<LockModel>): boolean {
    return hasUnlocked(model);
  }

  protected async perform(model: LockModel, real: LockReal): Promise<StateRowId | undefined> {
    const inputs = this.#method === 'fundrawtransaction' ? await this.#fundRaw(real) : await this.#fundPsbt(real);
    checkSelected(model, real, inputs, this.#method);
    if (!this.#locks) return undefined;
    for (const input of inputs) {
      const output = found(model, input);
      if (output) output.state = 'locked';
    }
    return 'lock-output-by-funding';
  }

  async #fundRaw({ t, wallet, payee }: LockReal): Promise<readonly OutpointValue[]> {
    const hexstring = await t.result('createrawtransaction', { inputs: [], outputs: [{ [payee.address]: formatSat(PAID_SAT) }] });
    const { hex } = await t.result('fundrawtransaction', { hexstring, options: { lockUnspents: this.#locks } }, { wallet });
    return decoded(t, 'the funded transaction', () => parseTransaction(hex)).inputs;
  }

  async #fundPsbt(real: LockReal): Promise<readonly OutpointValue[]> {
    const answer = await fundPsbt(real, PAID_SAT, this.#locks);
    return answer.ok ? inputsOf(real, answer.result.psbt) : real.t.reportRefusal('walletcreatefundedpsbt', answer.error);
  }
}

/** Pays with outputs that the wallet selects. */
export class Send extends LockCommand {
  toString(): string {
    return 'sendtoaddress';
  }

  override check(model: Readonly<LockModel>): boolean {
    return hasUnlocked(model);
  }

  protected async perform(model: LockModel, real: LockReal): Promise<undefined> {
    const { t, wallet, payee } = real;
    const txid = await t.result('sendtoaddress', { address: payee.address, amount: formatSat(PAID_SAT) }, { wallet });
    const hex = await t.result('getrawtransaction', { txid, verbose: false });
    await noteSent(model, real, hex, (inputs) => checkSelected(model, real, inputs, 'sendtoaddress'));
  }
}

/** Spends a locked output that the transaction names: a lock is against automatic selection only. */
export class SpendLocked extends LockCommand {
  readonly #number: number;

  constructor(number: number) {
    super();
    this.#number = number;
  }

  toString(): string {
    return `spend(${this.#number})`;
  }

  override check({ outputs }: Readonly<LockModel>): boolean {
    const output = outputs[this.#number];
    return output?.state === 'locked' && output.amountSat > 2n * FEE_SAT;
  }

  protected async perform(model: LockModel, real: LockReal): Promise<undefined> {
    const { t, wallet, payee } = real;
    const { txid, vout, amountSat } = model.outputs[this.#number]!;
    const outputs = [{ [payee.address]: formatSat(amountSat - FEE_SAT) }];
    const hexstring = await t.result('createrawtransaction', { inputs: [{ txid, vout }], outputs });
    const { hex } = await t.result('signrawtransactionwithwallet', { hexstring }, { wallet });
    await t.result('sendrawtransaction', { hexstring: hex });
    await noteSent(model, real, hex, () => undefined);
  }
}

/** Restarts the node: locks are in memory only. */
export class Restart extends LockCommand {
  toString(): string {
    return 'restart';
  }

  protected async perform(model: LockModel, { t, wallet }: LockReal): Promise<StateRowId | undefined> {
    await t.node.restart();
    await t.world.use('wallet'); // loads the wallet of the trial if the node did not
    await loaded(t, wallet);
    const locked = inState(model, 'locked');
    for (const output of locked) output.state = 'unlocked';
    const listed = await t.result('listlockunspent', {}, { wallet });
    t.equal(listed.length, 0, 'the number of locked outputs after a restart of the node', at('lock-output', 'memory-only'));
    return locked.length > 0 ? 'lock-output' : undefined;
  }
}

/** Changes the model by a transaction that was sent, and waits until the wallet knows it. */
async function noteSent(
  model: LockModel,
  { t, wallet, payee }: LockReal,
  hex: string,
  checkInputs: (inputs: readonly OutpointValue[]) => void,
): Promise<void> {
  const transaction = decoded(t, 'the sent transaction', () => parseTransaction(hex));
  const txid = txidOf(transaction);
  checkInputs(transaction.inputs);
  for (const input of transaction.inputs) {
    const output = found(model, input);
    if (output) output.state = 'spent';
  }
  for (const [vout, { script, valueSat }] of transaction.outputs.entries()) {
    if (toHex(script) === payee.script) continue;
    model.outputs.push({ txid, vout, amountSat: valueSat, confirmed: false, state: 'unlocked' });
  }
  await untilNoticed(t, wallet, txid);
}
