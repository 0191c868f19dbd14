import { resized, textFor } from '../../../../fixtures/world/texts.ts';
import type { Random } from '../../../../fixtures/world/random.ts';
import { Unavailable } from '../../../../fixtures/world/world-errors.ts';
import { accepts } from '../../../../specs/model/accepts.ts';
import type { Schema, Spec } from '../../../../specs/model/types.ts';
import type { ValueCandidates, ValueKeyword } from './violation.ts';

/** Longest text that is sent to violate a limit. */
export const MAX_SENT_LENGTH = 100_000;
/** How far from its limit a length may be, if no text of the nearest length has the pattern. */
const SLACK = 64;
/** Characters that patterns and formats often leave out. */
const MARKS = ['!', ' ', '/', '~', 'z', 'A', '0', 'é'];
/** Texts of no common form; the last two are no references to a resource. */
const ODD = ['pyx', '', '!', 'pyx pyx', '%', 'http://[pyx'];

/** Texts of the nearest forbidden length, or of one not far from it. */
const ofLength = (keyword: 'minLength' | 'maxLength'): ValueCandidates =>
  function* (spec, { [keyword]: limit = 0, ...others }, random) {
    const nearest = keyword === 'minLength' ? limit - 1 : limit + 1;
    const farthest = keyword === 'minLength' ? Math.max(0, nearest - SLACK) : nearest + SLACK;
    if (nearest < 0 || nearest > MAX_SENT_LENGTH) return;
    for (const other of [nearest, farthest]) {
      const schema = { ...others, examples: [], minLength: Math.min(nearest, other), maxLength: Math.max(nearest, other) };
      const text = fitting(spec, schema, random);
      if (text !== undefined) yield text;
    }
  };

/** Valid texts with one character changed, and texts of no form. */
const ofOtherForm = (keyword: 'pattern' | 'format'): ValueCandidates =>
  function* (spec, schema, random) {
    const { [keyword]: _, ...others } = schema;
    const valid = fitting(spec, schema, random) ?? fitting(spec, others, random) ?? '';
    for (const mark of MARKS) {
      if (valid.length > 0) {
        const at = random.integer(0, valid.length - 1);
        yield valid.slice(0, at) + mark + valid.slice(at + 1);
        yield mark + valid.slice(1);
        yield valid.slice(0, -1) + mark;
      }
    }
    yield* ODD;
    for (const mark of MARKS) {
      yield mark.repeat(Math.max(1, valid.length));
      yield valid + mark;
      yield mark + valid;
    }
    yield* resized(valid, valid.length + 1);
    if (valid.length > 0) yield* resized(valid, valid.length - 1);
    const other = fitting(spec, others, random);
    if (other !== undefined) yield other;
  };

/** Values that violate keywords of texts. */
export const textCandidates = {
  minLength: ofLength('minLength'),
  maxLength: ofLength('maxLength'),
  pattern: ofOtherForm('pattern'),
  format: ofOtherForm('format'),
} satisfies { readonly [K in ValueKeyword]?: ValueCandidates };

/** A text that fits a schema; undefined if none is found. */
export function fitting(spec: Spec, schema: Schema, random: Random): string | undefined {
  try {
    return textFor(schema, random, (text) => accepts(spec, schema, text));
  } catch (error) {
    if (error instanceof Unavailable) return undefined;
    throw error;
  }
}
