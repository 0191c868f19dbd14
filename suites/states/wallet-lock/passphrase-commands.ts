import { newPassphrase, notePassphrase } from '../../../fixtures/world/ingredients/encryption.ts';
import type { StateRowId } from '../../../specs/model/generated/ids.d.ts';
import { holdsWithin, pause } from '../../support/wait-for.ts';
import { at } from '../support/rows.ts';
import { instant, unlockedFor, type PassphraseModel } from './lock-state.ts';
import { canSign, opens, PassphraseCommand, type PassphraseReal } from './passphrase-command.ts';

/** A time that a run can wait for, in seconds. */
export const SHORT_S = 1;
/** A node must have locked the wallet this long after its timeout. */
const LATE_MS = 3_000;

/** Unlocks the wallet for a time in seconds. */
export class Unlock extends PassphraseCommand {
  readonly #timeoutS: number;

  constructor(timeoutS: number) {
    super();
    this.#timeoutS = timeoutS;
  }

  toString(): string {
    return `walletpassphrase(${this.#timeoutS} s)`;
  }

  protected async perform(model: PassphraseModel, { t }: PassphraseReal): Promise<StateRowId | undefined> {
    const before = model.state;
    const sent = instant();
    await t.result('walletpassphrase', { passphrase: model.passphrase, timeout: this.#timeoutS });
    const answered = instant();
    model.state = unlockedFor(this.#timeoutS, sent, answered);
    if (this.#timeoutS === SHORT_S) model.shortEndMs = answered.ms + SHORT_S * 1000;
    if (before.type === 'locked') return 'unlock-wallet';
    return before.type === 'unlocked' && answered.ms < before.earliestEndMs ? 'unlock-wallet-again' : undefined;
  }
}

/** Sends an invalid passphrase to a locked wallet. */
export class UnlockWrong extends PassphraseCommand {
  readonly #which: 'wrong' | 'former';

  constructor(which: 'wrong' | 'former') {
    super();
    this.#which = which;
  }

  toString(): string {
    return `walletpassphrase(${this.#which} passphrase)`;
  }

  /** The condition of the row is about locked wallets. */
  override check({ state, former }: Readonly<PassphraseModel>): boolean {
    return state.type === 'locked' && (this.#which === 'wrong' || former !== undefined);
  }

  protected async perform({ former = '' }: PassphraseModel, real: PassphraseReal): Promise<undefined> {
    const passphrase = this.#which === 'former' ? former : real.wrong;
    const [row, what] = this.#which === 'former' ? (['change-passphrase', 'a replaced'] as const) : (['unlock-wallet', 'a wrong'] as const);
    real.t.ok(!(await opens(real, passphrase, SHORT_S)), `${what} passphrase unlocks the wallet`, at(row, 'refusal'));
  }
}

export class LockWallet extends PassphraseCommand {
  toString(): string {
    return 'walletlock';
  }

  override check({ state }: Readonly<PassphraseModel>): boolean {
    return state.type !== 'locked';
  }

  protected async perform(model: PassphraseModel, { t }: PassphraseReal): Promise<StateRowId | undefined> {
    const before = model.state;
    const answer = await t.call('walletlock');
    const isUnlocked = before.type === 'unlocked' && instant().ms < before.earliestEndMs;
    // The documents do not say how a locked wallet answers.
    if (!answer.ok && isUnlocked) t.reportRefusal('walletlock', answer.error);
    model.state = { type: 'locked' };
    return isUnlocked ? 'lock-wallet' : undefined;
  }
}

/** Waits until the last short time is over. The wallet is then locked, unless a later call has replaced that time. */
export class Wait extends PassphraseCommand {
  toString(): string {
    return `wait(${SHORT_S} s)`;
  }

  override check({ shortEndMs, hasWaited }: Readonly<PassphraseModel>): boolean {
    return shortEndMs !== undefined && !hasWaited;
  }

  protected async perform(model: PassphraseModel, real: PassphraseReal): Promise<StateRowId | undefined> {
    const endMs = model.shortEndMs ?? 0;
    model.hasWaited = true;
    model.shortEndMs = undefined;
    await pause(real.t, Math.max(0, endMs + 50 - performance.now()));
    const { state } = model;
    if (state.type !== 'unlocked' || state.latestEndMs > endMs) return state.type === 'unlocked' ? 'unlock-wallet-again' : undefined;
    const isLocked = await holdsWithin(real.t, LATE_MS, async () => !(await canSign(real)));
    real.t.ok(isLocked, `the wallet signs a message ${LATE_MS / 1000} s after its time is over`, at('unlock-time-over'));
    model.state = { type: 'locked' };
    return 'unlock-time-over';
  }
}

/** Changes the passphrase. */
export class ChangePassphrase extends PassphraseCommand {
  toString(): string {
    return 'walletpassphrasechange';
  }

  protected async perform(model: PassphraseModel, real: PassphraseReal): Promise<StateRowId | undefined> {
    const { t } = real;
    const next = newPassphrase(t.world);
    notePassphrase(t.world, next);
    await t.result('walletpassphrasechange', { oldpassphrase: model.passphrase, newpassphrase: next });
    model.former = model.passphrase;
    model.passphrase = next;
    if (model.state.type !== 'locked') {
      model.state = { type: 'unknown' };
      return undefined;
    }
    t.ok(!(await opens(real, model.former, SHORT_S)), 'the replaced passphrase unlocks the wallet', at('change-passphrase', 'refusal'));
    t.ok(await opens(real, next, SHORT_S), 'the new passphrase does not unlock the wallet', at('change-passphrase'));
    await t.call('walletlock');
    return 'change-passphrase';
  }
}

/** Sends a wrong old passphrase to a locked wallet. */
export class ChangeWrong extends PassphraseCommand {
  toString(): string {
    return 'walletpassphrasechange(wrong passphrase)';
  }

  override check({ state }: Readonly<PassphraseModel>): boolean {
    return state.type === 'locked';
  }

  protected async perform(model: PassphraseModel, real: PassphraseReal): Promise<undefined> {
    const { t, wrong } = real;
    const next = newPassphrase(t.world);
    notePassphrase(t.world, next);
    const answer = await t.call('walletpassphrasechange', { oldpassphrase: wrong, newpassphrase: next });
    t.ok(!answer.ok, 'walletpassphrasechange accepts a wrong old passphrase', at('change-passphrase', 'refusal'));
    notePassphrase(t.world, model.passphrase); // most probably still the valid one
  }
}
