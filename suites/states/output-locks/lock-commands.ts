import type { OutpointValue } from '../../../fixtures/world/types.ts';
import type { StateRowId } from '../../../specs/model/generated/ids.d.ts';
import { at } from '../support/rows.ts';
import { inState, LockCommand, type LockModel, type LockReal, type ModelOutput } from './lock-model.ts';

/** Locks or unlocks the listed outputs. */
abstract class SetLocks extends LockCommand {
  readonly #unlock: boolean;
  /** Numbers of outputs of the model. */
  readonly #numbers: readonly number[];

  constructor(unlock: boolean, numbers: readonly number[]) {
    super();
    this.#unlock = unlock;
    this.#numbers = numbers;
  }

  toString(): string {
    return `${this.#unlock ? 'unlock' : 'lock'}(${this.#numbers.join(', ')})`;
  }

  override check(model: Readonly<LockModel>): boolean {
    return this.#chosen(model).length > 0;
  }

  protected async perform(model: LockModel, { t, wallet }: LockReal): Promise<StateRowId> {
    const row = this.#unlock ? 'unlock-output' : 'lock-output';
    const chosen = this.#chosen(model);
    const done = await t.result('lockunspent', { unlock: this.#unlock, transactions: chosen.map(outpoint) }, { wallet });
    t.equal(done, true, `the result of lockunspent ${this.#unlock}`, at(row));
    for (const output of chosen) output.state = this.#unlock ? 'unlocked' : 'locked';
    return row;
  }

  /** The documents do not say what locking a locked output does, nor unlocking an unlocked one. */
  #chosen(model: Readonly<LockModel>): ModelOutput[] {
    return inState(model, this.#unlock ? 'locked' : 'unlocked').filter((output) => this.#numbers.includes(model.outputs.indexOf(output)));
  }
}

const outpoint = ({ txid, vout }: OutpointValue): OutpointValue => ({ txid, vout });

export class Lock extends SetLocks {
  constructor(...numbers: readonly number[]) {
    super(false, numbers);
  }
}

export class Unlock extends SetLocks {
  constructor(...numbers: readonly number[]) {
    super(true, numbers);
  }
}

/** Unlocks without a list. */
export class UnlockAll extends LockCommand {
  toString(): string {
    return 'unlock all';
  }

  protected async perform(model: LockModel, { t, wallet }: LockReal): Promise<StateRowId | undefined> {
    const locked = inState(model, 'locked');
    const done = await t.result('lockunspent', { unlock: true }, { wallet });
    t.equal(done, true, 'the result of lockunspent true without a list', at('unlock-output'));
    for (const output of locked) output.state = 'unlocked';
    return locked.length > 0 ? 'unlock-output' : undefined;
  }
}
