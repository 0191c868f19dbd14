import { formatSat, satoshis, stringify } from '../../../client/wire-json.ts';
import type { Schema } from '../../../specs/model/types.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import type { ArgumentPlace } from './argument-places.ts';
import { amountUnits, isInteger, isText } from './forms.ts';
import type { ValuePool } from './value-pool.ts';

/**
 * Another legal value for an argument than `value`, or undefined if none is known. A closed set and a boolean have one by
 * their schema; any other place has the values that nodes accepted there, else a neighbouring number, a longer text or a hash of nothing.
 * `turn`, from 0 to 1, selects among several.
 */
export function otherValue(place: ArgumentPlace, value: Wire, pool: ValuePool, turn: number): Wire | undefined {
  const byForm = place.forms.flatMap((form) => closedValues(form));
  const candidates = byForm.length > 0 ? byForm : pool.valuesFor(place);
  const others = candidates.filter((candidate) => stringify(candidate) !== stringify(value) && !isSameAmount(candidate, value));
  return others[Math.floor(turn * others.length)] ?? neighbour(place.forms, value);
}

function closedValues({ enum: values, type }: Schema): readonly Wire[] {
  if (values) return values as readonly Wire[];
  return type === 'boolean' ? [true, false] : [];
}

/** `1` and `"1.00000000"` are one amount. */
function isSameAmount(a: Wire, b: Wire): boolean {
  const sat = (value: Wire): bigint | undefined => {
    try {
      return satoshis(value);
    } catch (error) {
      if (error instanceof RangeError || error instanceof TypeError) return undefined;
      throw error;
    }
  };
  const amount = sat(a);
  return amount !== undefined && amount === sat(b);
}

/** The form of any hash; of nothing that exists. */
const OTHER_HASH = '5'.repeat(64);

function neighbour(forms: readonly Schema[], value: Wire): Wire | undefined {
  for (const form of forms) {
    if (isInteger(form) && typeof value === 'number') {
      if (value + 1 <= (form.maximum ?? Number.MAX_SAFE_INTEGER)) return value + 1;
      if (value - 1 >= (form.minimum ?? Number.MIN_SAFE_INTEGER)) return value - 1;
    }
    // Half of it can be paid by whatever could pay the whole.
    if (form.unit !== undefined && amountUnits.has(form.unit) && typeof value === 'object') return formatSat(satoshis(value) / 2n);
    if (isText(form) && form.pattern !== undefined && value !== OTHER_HASH && new RegExp(form.pattern, 'u').test(OTHER_HASH))
      return OTHER_HASH;
    if (isText(form) && form.pattern === undefined && form.minLength === undefined && typeof value === 'string') return `${value} (other)`;
  }
  return undefined;
}
