import { typesOf } from '../../../specs/compare/types-of.ts';
import type { Presence, Schema } from '../../../specs/model/types.ts';
import type { Candidate } from '../candidate.ts';
import type { FieldOperator } from '../operators/operator.ts';
import type { AnswerPlace } from '../places/answer-places.ts';
import { isHex } from '../places/forms.ts';
import type { ScopeRule } from './scope-rule.ts';

/** The difference of the bounds of a number. */
const rangeOf = ({ minimum = -Infinity, maximum = Infinity }: Schema): number => maximum - minimum;

/** Operators that change a value and keep its type, and what of the schema then still forbids the value. */
const valueOperators: ReadonlyMap<string, (place: AnswerPlace) => boolean> = new Map<string, (place: AnswerPlace) => boolean>([
  ['answer/plus-one', ({ forms }) => forms.some((form) => rangeOf(form) <= 1)],
  // A progress of 1 less 1 is 0, which fits.
  ['answer/minus-one', ({ forms }) => forms.some((form) => rangeOf(form) < 1)],
  ['answer/plus-satoshi', () => false],
  ['answer/minus-satoshi', () => false],
  ['answer/negated', ({ forms }) => forms.some(({ minimum, exclusiveMinimum }) => (minimum ?? exclusiveMinimum ?? -1) >= 0)],
  ['answer/cut', ({ forms }) => forms.some(({ pattern, minLength }) => pattern !== undefined || minLength !== undefined)],
  ['answer/case-changed', ({ forms }) => forms.some((form) => form.pattern !== undefined && !isHex(form))],
  ['answer/character-changed', ({ forms }) => forms.some((form) => form.pattern !== undefined && !isHex(form))],
  ['answer/flipped', () => false],
  ['answer/other-of-set', () => false],
  ['answer/one-of-several', () => false],
  ['answer/swapped', () => false],
  ['answer/list-cut', ({ forms }) => forms.some(({ minItems }) => (minItems ?? 0) > 0)],
  ['answer/list-doubled', ({ forms }) => forms.some(({ maxItems }) => maxItems !== undefined)],
  ['answer/list-reversed', () => false],
  ['answer/list-emptied', ({ forms }) => forms.some(({ minItems }) => (minItems ?? 0) > 0)],
]);

const onField = (removes: (operator: FieldOperator['id'], place: AnswerPlace) => string | undefined): ScopeRule['removes'] => {
  return (candidate: Candidate) =>
    'place' in candidate && 'variant' in candidate.place ? removes(candidate.operator.id, candidate.place) : undefined;
};

const unstatedOf = ({ written, forms }: AnswerPlace): string | undefined =>
  [...written, ...forms].find(({ unstated }) => unstated !== undefined)?.unstated;

/** Whether a presence never demands the field. */
const neverDemands = (presence: Presence | undefined): boolean =>
  presence === 'optional' || (typeof presence === 'object' && presence.when === undefined);

/** Rules on the fields of results. */
export const fieldRules: readonly ScopeRule[] = [
  {
    id: 'added-field',
    explanation: 'The documents list the fields of a result and do not say that there are no others.',
    removes: onField((operator) => (operator === 'answer/added-to' ? 'no document forbids further fields' : undefined)),
  },
  {
    id: 'optional-field',
    explanation: 'A field that nothing demands in any state may always be absent.',
    removes: onField((operator, place) => {
      if (operator !== 'answer/dropped' && operator !== 'answer/renamed') return undefined;
      return place.written.every(({ presence }) => neverDemands(presence)) ? 'the field may be absent' : undefined;
    }),
  },
  {
    id: 'optional-tuple-item',
    explanation: 'The last item of a tuple may be absent if it is marked (opt).',
    removes: onField((operator, { forms }) => {
      const mayBeShorter = forms.some(({ prefixItems, minItems }) => prefixItems !== undefined && (minItems ?? 0) < prefixItems.length);
      return operator === 'answer/list-cut' && mayBeShorter ? 'the last item may be absent' : undefined;
    }),
  },
  {
    id: 'unstated-value',
    explanation: 'Nothing in the documents determines the value beyond its type: `unstated` in the schema has the reason.',
    removes: onField((operator, place) => {
      const isForbidden = valueOperators.get(operator);
      return !isForbidden || isForbidden(place) ? undefined : unstatedOf(place);
    }),
  },
  {
    id: 'open-form',
    explanation: 'Where the documents describe a part of a value and leave open what is around it, another form contradicts nothing.',
    removes: onField((operator, { forms }) => {
      const isRetyped = operator === 'answer/nulled' || operator === 'answer/retyped';
      return isRetyped && forms.length > 1 && forms.some((form) => typesOf(form) === undefined) ? 'any other form is possible' : undefined;
    }),
  },
  {
    id: 'hex-case',
    explanation: 'Hex digits may be small or capital letters, also within a text: `anyCase` in the schema has the reason.',
    removes: onField((operator, { written, forms }) => {
      if (operator !== 'answer/case-changed') return undefined;
      if (forms.every(isHex)) return 'hex of either case is the same value';
      return [...written, ...forms].find(({ anyCase }) => anyCase !== undefined)?.anyCase;
    }),
  },
  {
    id: 'unordered-list',
    explanation: 'A list is a set of things unless something gives it an order: `ordered` in the schema names it.',
    removes: onField((operator, place) => {
      if (operator !== 'answer/list-reversed' || [...place.written, ...place.forms].some(({ ordered }) => ordered !== undefined))
        return undefined;
      return place.forms.some(({ prefixItems }) => prefixItems) ? undefined : 'no sentence gives the list an order';
    }),
  },
];
