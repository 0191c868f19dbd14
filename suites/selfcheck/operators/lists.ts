import { stringify } from '../../../client/wire-json.ts';
import { isObject } from '../../../specs/model/resolve.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { isKeyed, isList } from '../places/forms.ts';
import type { AnswerPlace } from '../places/answer-places.ts';
import type { FieldOperator } from './operator.ts';

const hasList = ({ forms }: AnswerPlace): boolean => forms.some(isList);
const hasEntries = ({ forms }: AnswerPlace): boolean => forms.some((form) => isList(form) || isKeyed(form));

/** A list without its last item, or an object of entries without its last one; undefined if it is empty. */
export function cutShort(value: Wire): Wire | undefined {
  if (Array.isArray(value)) return value.length > 0 ? value.slice(0, -1) : undefined;
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value as { [name: string]: Wire });
  return entries.length > 0 ? Object.fromEntries(entries.slice(0, -1)) : undefined;
}

function emptied(value: Wire): Wire | undefined {
  if (cutShort(value) === undefined) return undefined;
  return Array.isArray(value) ? [] : {};
}

const altering = (alter: (value: Wire) => Wire | undefined): FieldOperator['change'] => {
  return (value) => {
    const altered = alter(value);
    return altered === undefined || stringify(altered) === stringify(value) ? undefined : { value: altered };
  };
};

/** Operators on lists, and on objects whose names are data. */
export const listOperators: readonly FieldOperator[] = [
  {
    id: 'answer/list-cut',
    alters: 'field',
    summary: 'leaves the last item of a list out',
    fits: hasEntries,
    change: altering(cutShort),
  },
  {
    id: 'answer/list-doubled',
    alters: 'field',
    summary: 'returns the last item of a list twice',
    fits: hasList,
    change: altering((value) => (Array.isArray(value) ? [...value, ...value.slice(-1)] : undefined)),
  },
  {
    id: 'answer/list-reversed',
    alters: 'field',
    summary: 'returns a list in reverse order',
    fits: hasList,
    change: altering((value) => (Array.isArray(value) ? [...value].reverse() : undefined)),
  },
  {
    id: 'answer/list-emptied',
    alters: 'field',
    summary: 'returns an empty list',
    fits: hasEntries,
    change: altering(emptied),
  },
];
