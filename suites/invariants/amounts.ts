import type { Wire } from '../../specs/model/wire.ts';
import { CaseOver, type Trial } from '../../engine/trial.ts';
import { sat } from './recomputed/reading.ts';

/**
 * An amount of an answer in satoshis. Amounts are numbers (document 1, What the service does): a string, or what is no
 * exact amount, becomes a finding, and the case is over.
 */
export function amountSat(t: Trial, value: Wire | undefined, path: string): bigint {
  if (typeof value === 'string') {
    t.ok(false, `${path} is the string ${JSON.stringify(value)}, expected a number`, { path, check: 'type' });
    throw new CaseOver();
  }
  return sat(t, value, path);
}

export function sumSat(values: readonly bigint[]): bigint {
  return values.reduce((sum, value) => sum + value, 0n);
}

/** A number that may have come as a decimal, as a double: for rates and times, never for amounts. */
export function toNumber(value: Wire | undefined): number {
  return typeof value === 'number' ? value : Number(String(value));
}
