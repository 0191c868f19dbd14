import { satoshis } from '../../client/wire-json.ts';
import type { WireNumber } from '../../specs/model/wire.ts';
import type { Checker } from '../../engine/checker.ts';
import { CaseOver } from '../../engine/trial.ts';

/** An amount of an answer in satoshis. Anything but an exact amount is a finding and ends the case. */
export function amountSat(t: Checker, amount: WireNumber | undefined, path: string): bigint {
  try {
    return satoshis(amount ?? null);
  } catch (error) {
    if (!(error instanceof TypeError) && !(error instanceof RangeError)) throw error;
    t.ok(false, `${path} is not an exact amount: ${error.message}`, { path, check: 'amount' });
    throw new CaseOver();
  }
}

export function sumSat(values: readonly bigint[]): bigint {
  return values.reduce((sum, value) => sum + value, 0n);
}

/** A number of an answer as a double: for rates, times and shares, never for amounts. NaN when it is missing. */
export function toNumber(value: WireNumber | undefined): number {
  return typeof value === 'number' ? value : Number(value?.value);
}
