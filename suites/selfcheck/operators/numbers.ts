import { isLosslessNumber, LosslessNumber } from 'lossless-json';
import { formatSat, satoshis } from '../../../client/wire-json.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { isAmount, isNumeric } from '../places/forms.ts';
import type { AnswerPlace } from '../places/answer-places.ts';
import type { FieldOperator } from './operator.ts';

const isNumber = (value: Wire): value is number | LosslessNumber => typeof value === 'number' || isLosslessNumber(value);
const hasNumber = ({ forms }: AnswerPlace): boolean => forms.some((form) => isNumeric(form) && !isAmount(form));
const hasAmount = ({ forms }: AnswerPlace): boolean => forms.some(isAmount);

/** Adds an integer to a number of any size and precision, exactly: the digits after the point stay. */
export function plus(value: number | LosslessNumber, addend: bigint): number | LosslessNumber | undefined {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(isLosslessNumber(value) ? value.value : String(value));
  if (!match) return undefined;
  const [, sign = '', whole = '', decimals = '', exponent = '0'] = match;
  const shift = Number(exponent) - decimals.length;
  if (Math.abs(shift) > 400) return undefined; // beyond the range of a double
  const places = Math.max(0, -shift);
  const digits = BigInt(whole + decimals) * 10n ** BigInt(Math.max(0, shift));
  const sum = (sign === '-' ? -digits : digits) + addend * 10n ** BigInt(places);
  const text = (sum < 0n ? -sum : sum).toString().padStart(places + 1, '0');
  const written = `${sum < 0n ? '-' : ''}${text.slice(0, text.length - places)}${places > 0 ? `.${text.slice(-places)}` : ''}`;
  const double = Number(written);
  return places === 0 && Number.isSafeInteger(double) ? double : new LosslessNumber(written);
}

function negated(value: number | LosslessNumber): number | LosslessNumber | undefined {
  if (Number(isLosslessNumber(value) ? value.value : value) === 0) return undefined;
  if (typeof value === 'number') return -value;
  return new LosslessNumber(value.value.startsWith('-') ? value.value.slice(1) : `-${value.value}`);
}

const shifted = (id: 'plus-one' | 'minus-one', addend: bigint, summary: string): FieldOperator => ({
  id: `answer/${id}`,
  alters: 'field',
  summary,
  fits: hasNumber,
  change: (value) => {
    const sum = isNumber(value) ? plus(value, addend) : undefined;
    return sum === undefined ? undefined : { value: sum };
  },
});

const shiftedAmount = (id: 'plus-satoshi' | 'minus-satoshi', addendSat: bigint, summary: string): FieldOperator => ({
  id: `answer/${id}`,
  alters: 'field',
  summary,
  fits: hasAmount,
  change: (value) => (isNumber(value) ? { value: formatSat(satoshis(value) + addendSat) } : undefined),
});

/** Operators on numbers. */
export const numberOperators: readonly FieldOperator[] = [
  shifted('plus-one', 1n, 'returns a number that is one too high'),
  shifted('minus-one', -1n, 'returns a number that is one too low'),
  shiftedAmount('plus-satoshi', 1n, 'returns an amount that is one satoshi too high'),
  shiftedAmount('minus-satoshi', -1n, 'returns an amount that is one satoshi too low'),
  {
    id: 'answer/negated',
    alters: 'field',
    summary: 'returns a number with the other sign',
    fits: ({ forms }) => forms.some(isNumeric),
    change: (value) => {
      const opposite = isNumber(value) ? negated(value) : undefined;
      return opposite === undefined ? undefined : { value: opposite };
    },
  },
];
