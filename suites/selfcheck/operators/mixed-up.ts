import { stringify } from '../../../client/wire-json.ts';
import { isObject } from '../../../specs/model/resolve.ts';
import { columnsOf } from '../../../specs/model/walk.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { isBoolean, isNumeric, isText } from '../places/forms.ts';
import type { AnswerPlace } from '../places/answer-places.ts';
import type { FieldOperator } from './operator.ts';

const hasPlainValue = ({ forms }: AnswerPlace): boolean => forms.some((form) => isNumeric(form) || isText(form) || isBoolean(form));
const isSame = (a: Wire, b: Wire): boolean => stringify(a) === stringify(b);

/** `number`, `string` …; a number of any precision is a number. */
const kindOf = (value: Wire): string => (/^-?\d/.test(stringify(value)) ? 'number' : typeof value);

/** The items with the one at `from` and one after it exchanged that fits; undefined if none does. */
function exchanged<T>(items: readonly T[], from: number, fits: (other: T) => boolean): T[] | undefined {
  const to = items.findIndex((other, at) => at > from && fits(other));
  const other = to >= 0 ? to : items.findIndex((some, at) => at < from && fits(some));
  if (from < 0 || other < 0) return undefined;
  return items.map((item, at) => (at === from ? (items[other] as T) : at === other ? (items[from] as T) : item));
}

function withMembersExchanged(object: { readonly [name: string]: Wire }, name: string): Wire | undefined {
  const names = Object.keys(object);
  const value = object[name];
  if (value === undefined || value === null) return undefined;
  const order = exchanged(names, names.indexOf(name), (other) => {
    const otherValue = object[other] as Wire;
    return kindOf(otherValue) === kindOf(value) && kindOf(value) !== 'object' && !isSame(otherValue, value);
  });
  return order && Object.fromEntries(names.map((key, at) => [key, object[order[at] as string] as Wire]));
}

/** Operators that put a right value in the place of another one. */
export const mixedUpOperators: readonly FieldOperator[] = [
  {
    id: 'answer/one-of-several',
    alters: 'field',
    summary: 'returns for one of several things the value of another one',
    fits: (place) => place.steps.some((step) => step === 'items' || step === 'entries') && hasPlainValue(place),
    change: (value, _, { turn, all, at }) => {
      if (at !== Math.floor(turn * all.length)) return undefined;
      const other = [...all.slice(at), ...all.slice(0, at)].find((some) => !isSame(some, value));
      return other === undefined ? undefined : { value: other };
    },
  },
  {
    id: 'answer/swapped',
    alters: 'field',
    summary: 'exchanges the field or column with another one of its type',
    fits: (place) => (place.role === 'member' || place.role === 'column') && hasPlainValue(place),
    changes: 'holder',
    change: (holder, { steps }) => {
      const step = steps.at(-1);
      if (typeof step !== 'object') return undefined;
      let swapped: Wire | undefined;
      if ('column' in step && typeof holder === 'string') {
        const columns = columnsOf(holder);
        swapped = exchanged(columns, step.column < columns.length ? step.column : -1, (other) => other !== columns[step.column])?.join(' ');
      } else if ('member' in step && isObject(holder)) {
        swapped = withMembersExchanged(holder as { readonly [name: string]: Wire }, step.member);
      }
      return swapped === undefined ? undefined : { value: swapped };
    },
  },
];
