import type { Wire } from '../../../specs/model/wire.ts';
import { isHex, isOpenText } from '../places/forms.ts';
import type { AnswerPlace } from '../places/answer-places.ts';
import type { FieldOperator } from './operator.ts';

const hasText = ({ forms }: AnswerPlace): boolean => forms.some(isOpenText);

/** Alters texts; the operator itself returns undefined or the same text for one that it cannot alter. */
const onTexts = (alter: (text: string, place: AnswerPlace, turn: number) => string | undefined): FieldOperator['change'] => {
  return (value: Wire, place, { turn }) => {
    if (typeof value !== 'string') return undefined;
    const altered = alter(value, place, turn);
    return altered === undefined || altered === value ? undefined : { value: altered };
  };
};

const HEX = '0123456789abcdef';

/** Another hex digit, letter or digit of the same case. */
function nextCharacter(character: string, alphabet: string): string {
  const lower = character.toLowerCase();
  const next = alphabet[(alphabet.indexOf(lower) + 1) % alphabet.length] as string;
  return character === lower ? next : next.toUpperCase();
}

/** The text with one letter or digit changed; undefined if it has none. Hex stays hex. */
function otherCharacter(text: string, turn: number): string | undefined {
  const places = [...text.matchAll(/[0-9A-Za-z]/g)].map(({ index }) => index);
  const at = places[Math.floor(turn * places.length)];
  if (at === undefined) return undefined;
  const old = text.charAt(at);
  const alphabet = /^[0-9a-fA-F]+$/.test(text) ? HEX : /\d/.test(old) ? '0123456789' : 'abcdefghijklmnopqrstuvwxyz';
  return text.slice(0, at) + nextCharacter(old, alphabet) + text.slice(at + 1);
}

/** In capitals, or in small letters if there are no others. */
function otherCase(text: string): string {
  return text === text.toUpperCase() ? text.toLowerCase() : text.toUpperCase();
}

/** Operators on texts without a closed set of values. */
export const textOperators: readonly FieldOperator[] = [
  {
    id: 'answer/cut',
    alters: 'field',
    summary: 'cuts the last character of a text',
    fits: hasText,
    change: onTexts((text) => text.slice(0, -1)),
  },
  {
    id: 'answer/case-changed',
    alters: 'field',
    summary: 'changes the case of the letters',
    fits: hasText,
    // Hex of either case is the same number. Where the schema does not say that a text is hex, its digits do.
    change: onTexts((text, { forms }) => (!forms.some(isHex) && /^(?=.*\d)[0-9a-fA-F]+$/.test(text) ? undefined : otherCase(text))),
  },
  {
    id: 'answer/character-changed',
    alters: 'field',
    summary: 'changes one letter or digit; hex stays hex',
    fits: hasText,
    change: onTexts((text, _, turn) => otherCharacter(text, turn)),
  },
];
