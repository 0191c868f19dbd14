import type { Json } from '../../../specs/model/types.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import type { AnswerPlace } from '../places/answer-places.ts';
import { isBoolean } from '../places/forms.ts';
import type { FieldOperator } from './operator.ts';

const setOf = ({ forms }: AnswerPlace): readonly Json[] => forms.flatMap((form) => form.enum ?? []);

/** Operators on booleans and closed sets of values. */
export const choiceOperators: readonly FieldOperator[] = [
  {
    id: 'answer/flipped',
    alters: 'field',
    summary: 'returns the other boolean',
    fits: ({ forms }) => forms.some(isBoolean),
    change: (value) => (typeof value === 'boolean' ? { value: !value } : undefined),
  },
  {
    id: 'answer/outside-set',
    alters: 'field',
    summary: 'returns a value outside the documented set',
    fits: (place) => setOf(place).some((member) => typeof member === 'string'),
    change: (value) => (typeof value === 'string' ? { value: `${value}-other` } : undefined),
  },
  {
    id: 'answer/other-of-set',
    alters: 'field',
    summary: 'returns another value of the documented set',
    fits: (place) => setOf(place).length > 1,
    change: (value, place) => {
      const set = setOf(place);
      const at = set.findIndex((member) => member === value);
      return at < 0 ? undefined : { value: set[(at + 1) % set.length] as Wire };
    },
  },
];
