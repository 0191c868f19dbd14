import { formatSat } from '../../../client/wire-json.ts';
import type { OutpointValue } from '../../../fixtures/world/types.ts';
import type { Answer, Trial } from '../../../engine/trial.ts';
import { parsePsbt } from '../../../oracles/psbt.ts';
import type { StateRowId } from '../../../specs/model/generated/ids.d.ts';
import type { Services } from '../../../specs/model/generated/wire.d.ts';
import { decoded } from '../../support/decoded.ts';
import type { Payee } from '../support/funded-wallets.ts';
import { at } from '../support/rows.ts';
import { StateCommand } from '../support/state-command.ts';
import { outpointText } from '../../../fixtures/world/outpoint-text.ts';

/** An output of the wallet. */
export interface ModelOutput extends OutpointValue {
  readonly amountSat: bigint;
  /** Change of a transaction in the pool is not: the wallet may select it, and need not. */
  readonly confirmed: boolean;
  /** The documents do not say whether a spent output is still locked. */
  state: 'unlocked' | 'locked' | 'spent';
}

/** The outputs of a wallet. */
export interface LockModel {
  readonly outputs: ModelOutput[];
}

export interface LockReal {
  readonly t: Trial;
  readonly wallet: string;
  readonly payee: Payee;
}

/** Left for the fee of a transaction that spends all outputs. */
const FEES_SAT = 100_000n;
/** Paid beyond what the unlocked outputs have: more than dust, and less than any confirmed output. */
const MORE_SAT = 100_000n;

export const inState = ({ outputs }: Readonly<LockModel>, state: ModelOutput['state']): ModelOutput[] =>
  outputs.filter((output) => output.state === state);

const sumOf = (outputs: readonly ModelOutput[]): bigint => outputs.reduce((sum, { amountSat }) => sum + amountSat, 0n);

/** The output of the model at this outpoint. */
export const found = ({ outputs }: Readonly<LockModel>, outpoint: OutpointValue): ModelOutput | undefined =>
  outputs.find((output) => outpointText(output) === outpointText(outpoint));

/** The outpoint as a finding shows it: its number in the model. */
function nameOf(model: Readonly<LockModel>, outpoint: OutpointValue): string {
  const output = found(model, outpoint);
  return output ? `output ${model.outputs.indexOf(output)}` : `${outpointText(outpoint)}, which the wallet does not have`;
}

/** Checks that the wallet selected unlocked outputs only. */
export function checkSelected(model: Readonly<LockModel>, { t }: LockReal, inputs: readonly OutpointValue[], by: string): void {
  t.ok(inputs.length > 0, `${by} selected no output`, at('lock-output', 'selection'));
  for (const input of inputs) {
    const state = found(model, input)?.state ?? 'unknown';
    t.ok(state === 'unlocked', `${by} selected ${nameOf(model, input)}, which is ${state}`, at('lock-output', 'selection'));
  }
}

/** Funds a PSBT that pays an amount in satoshis. */
export function fundPsbt(
  { t, wallet, payee }: LockReal,
  amountSat: bigint,
  lockUnspents: boolean,
): Promise<Answer<Services['walletcreatefundedpsbt']['result']>> {
  const outputs = [{ [payee.address]: formatSat(amountSat) }];
  return t.answer('walletcreatefundedpsbt', { inputs: [], outputs, locktime: 0, options: { lockUnspents } }, { wallet });
}

export const inputsOf = ({ t }: LockReal, psbt: string): readonly OutpointValue[] =>
  decoded(t, 'the PSBT', () => parsePsbt(psbt)).transaction.inputs;

/** A command on the outputs of a wallet. Afterwards the locks are compared with the model, and what the wallet selects. */
export abstract class LockCommand extends StateCommand<LockModel, LockReal> {
  protected async compare(model: Readonly<LockModel>, real: LockReal, row: StateRowId | undefined): Promise<void> {
    const { t, wallet } = real;
    const listed = (await t.result('listlockunspent', {}, { wallet })).filter((outpoint) => found(model, outpoint)?.state !== 'spent');
    const named = (outpoints: readonly OutpointValue[]): string[] => outpoints.map((outpoint) => nameOf(model, outpoint)).sort();
    t.equal(named(listed), named(inState(model, 'locked')), 'the list of locked outputs', at(row ?? 'lock-output'));
    if (row === 'unlock-output') await this.#selectsUnlocked(model, real);
    else if (row !== undefined) await this.#ignoresLocked(model, real);
  }

  /** More than the unlocked outputs are worth cannot be paid, since only locked ones could. */
  async #ignoresLocked(model: Readonly<LockModel>, real: LockReal): Promise<void> {
    if (inState(model, 'locked').length === 0) return;
    const unlockedSat = sumOf(inState(model, 'unlocked'));
    const amountSat = unlockedSat + MORE_SAT;
    const answer = await fundPsbt(real, amountSat, false);
    const amounts = `${formatSat(amountSat)}, although the unlocked outputs have ${formatSat(unlockedSat)}`;
    real.t.ok(!answer.ok, `walletcreatefundedpsbt funds a payment of ${amounts}`, at('lock-output', 'selection'));
  }

  /** What the unlocked outputs are worth, less a fee, can be paid. */
  async #selectsUnlocked(model: Readonly<LockModel>, real: LockReal): Promise<void> {
    const unlockedSat = sumOf(inState(model, 'unlocked').filter(({ confirmed }) => confirmed));
    if (unlockedSat <= 2n * FEES_SAT) return;
    const answer = await fundPsbt(real, unlockedSat - FEES_SAT, false);
    if (answer.ok) return checkSelected(model, real, inputsOf(real, answer.result.psbt), 'walletcreatefundedpsbt');
    const amounts = `${formatSat(unlockedSat - FEES_SAT)}, although the unlocked outputs have ${formatSat(unlockedSat)}`;
    real.t.ok(false, `walletcreatefundedpsbt does not fund a payment of ${amounts}`, at('unlock-output', 'selection'));
  }
}
