import { isObject } from '../../../specs/model/resolve.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { isKeyed, isObjectForm } from '../places/forms.ts';
import { isLosslessNumber } from 'lossless-json';
import { stringify } from '../../../client/wire-json.ts';
import type { AnswerPlace } from '../places/answer-places.ts';
import type { FieldOperator } from './operator.ts';

/** A column is a part of a text. */
const isJsonValue = ({ role }: AnswerPlace): boolean => role !== 'column';

const dropped: FieldOperator = {
  id: 'answer/dropped',
  alters: 'field',
  summary: 'drops the field or column',
  fits: ({ role }) => role === 'member' || role === 'column',
  change: () => 'removed',
};

const renamed: FieldOperator = {
  id: 'answer/renamed',
  alters: 'field',
  summary: 'gives the field another name',
  fits: ({ role }) => role === 'member',
  change: (_, { steps }) => {
    const last = steps.at(-1);
    return typeof last === 'object' && 'member' in last ? { name: `${last.member}_` } : undefined;
  },
};

const nulled: FieldOperator = {
  id: 'answer/nulled',
  alters: 'field',
  summary: 'returns null for the value',
  fits: isJsonValue,
  change: (value) => (value === null ? undefined : { value: null }),
};

const retyped: FieldOperator = {
  id: 'answer/retyped',
  alters: 'field',
  summary: 'returns the value with another JSON type',
  fits: isJsonValue,
  change: (value) => (value === null ? undefined : { value: otherType(value) }),
};

/** The same value as another type: a number or a boolean as a text, a text in a list, a list as an object and vice versa. */
function otherType(value: Exclude<Wire, null>): Wire {
  if (Array.isArray(value)) return Object.fromEntries(value.map((item, index) => [String(index), item]));
  if (isObject(value)) return Object.values(value) as Wire[];
  if (typeof value === 'string') return [value];
  return isLosslessNumber(value) ? value.value : stringify(value);
}

const addedTo: FieldOperator = {
  id: 'answer/added-to',
  alters: 'field',
  summary: 'adds a field that no document names',
  fits: ({ forms }) => forms.some((form) => isObjectForm(form) && !isKeyed(form)),
  change: (value) => (isObject(value) ? { value: { ...(value as { [name: string]: Wire }), undocumented: true } } : undefined),
};

/** Operators on the members of objects, and on the type of any value. */
export const memberOperators: readonly FieldOperator[] = [dropped, renamed, nulled, retyped, addedTo];
