import { toPlain } from '../../../../client/wire-json.ts';
import { valueFor, type ValueSource } from '../../../../fixtures/world/generate.ts';
import { Random } from '../../../../fixtures/world/random.ts';
import { Unavailable } from '../../../../fixtures/world/world-errors.ts';
import { accepts } from '../../../../specs/model/accepts.ts';
import { alternatives } from '../../../../specs/model/resolve.ts';
import type { Schema, Spec } from '../../../../specs/model/types.ts';
import type { Wire } from '../../../../specs/model/wire.ts';
import { numberCandidates, otherNumbers } from './numbers.ts';
import { partChanges, withMember } from './parts.ts';
import { fitting, textCandidates } from './texts.ts';
import { fractions, otherTypes } from './types.ts';
import type { PartChange, PartKeyword, ValueCandidates, ValueKeyword, Violable } from './violation.ts';

/** A value that violates one keyword of a schema. */
export interface Violation {
  readonly keyword: Violable;
  /** As the last part of a case id. */
  readonly slug: string;
  /** Whether it is made from a valid value, which must then exist. */
  readonly needsValid: boolean;
  /** The value. Throws `Unavailable` if it cannot be made from this valid one. */
  readonly make: (source: ValueSource, valid: () => Promise<Wire>) => Promise<Wire>;
  /** The same value, if no other value is needed for it. */
  readonly draw?: (random: Random) => Wire;
}

/** Slugs that are not the keyword. */
const slugs: { readonly [K in Violable]?: string } = {
  minimum: 'below-minimum',
  maximum: 'above-maximum',
  enum: 'no-such-value',
  const: 'no-such-value',
  additionalProperties: 'unknown-member',
};

/** Values that a closed list lacks. */
const unlisted: ValueCandidates = function* (spec, { enum: values, const: constant, ...others }, random) {
  const listed = values ?? [constant];
  if (listed.every((value) => typeof value === 'number')) yield* otherNumbers(listed, others);
  yield 'pyx';
  yield* otherNumbers(listed, others);
  if (listed.some((value) => typeof value === 'boolean')) yield* [true, false];
  const text = fitting(spec, others, random);
  if (text !== undefined) yield text;
};

const valueCandidates: { readonly [K in ValueKeyword]: ValueCandidates } = {
  ...textCandidates,
  ...numberCandidates,
  type: otherTypes,
  enum: unlisted,
  const: unlisted,
};

/** A way to violate a keyword: by a value in place of another, or by a changed one. */
type Way = { readonly keyword: Violable; readonly slug: string } & (
  | { readonly candidates: ValueCandidates }
  | { readonly change: PartChange['change'] }
);

/**
 * The keywords of a schema that a value can violate while it satisfies all others, each once (`type` by another type and by a
 * fraction, `propertyNames` by each keyword of its schema): the first form of a union that has it, if no other form takes the value.
 */
export function violationsOf(spec: Spec, schema: Schema): Violation[] {
  const found = new Map<string, Violation>();
  const forms = alternatives(spec, schema);
  for (const form of forms) {
    for (const way of waysIn(spec, form)) {
      if (found.has(way.slug)) continue;
      const violation = violationBy(spec, { schema, forms, form }, way);
      if (violation) found.set(way.slug, violation);
    }
  }
  return [...found.values()];
}

/** A form of a schema. */
interface FormOf {
  readonly schema: Schema;
  readonly forms: readonly Schema[];
  readonly form: Schema;
}

function waysIn(spec: Spec, form: Schema): Way[] {
  return Object.keys(form).flatMap((keyword): Way[] => {
    if (keyword === 'propertyNames') return waysOfNames(spec, form);
    if (!isValueKeyword(keyword) && !isPartKeyword(keyword)) return [];
    const way = { keyword, slug: slugs[keyword] ?? keyword };
    if (isPartKeyword(keyword)) {
      const { isPossible, change } = partChanges[keyword];
      return isPossible(spec, form) ? [{ ...way, change }] : [];
    }
    const ways = [{ ...way, candidates: valueCandidates[keyword] }];
    return keyword === 'type' ? [...ways, { keyword, slug: 'fraction', candidates: fractions }] : ways;
  });
}

/** An object with a member more, for each keyword that its name can violate. No name is invalid by itself where there are no others. */
function waysOfNames(spec: Spec, { propertyNames, additionalProperties }: Schema): Way[] {
  if (!propertyNames || additionalProperties === false) return [];
  return violationsOf(spec, { type: 'string', ...propertyNames }).flatMap(({ keyword, slug, draw }): Way[] =>
    draw && keyword !== 'type' ? [{ keyword: 'propertyNames', slug: `propertyNames.${slug}`, change: withMember(draw) }] : [],
  );
}

function violationBy(spec: Spec, whole: FormOf, way: Way): Violation | undefined {
  const { form } = whole;
  const { keyword, slug } = way;
  const violatesAlone = aloneIn(spec, whole, keyword);
  if ('candidates' in way) {
    const find = (random: Random): Wire | undefined => {
      for (const candidate of way.candidates(spec, form, random)) if (violatesAlone(candidate)) return candidate;
      return undefined;
    };
    // Whether there is such a case must not depend on the seed of a run.
    const usual = find(new Random(`violation of ${keyword}`));
    if (usual === undefined) return undefined;
    const draw = (random: Random): Wire => find(random) ?? usual;
    return { keyword, slug, needsValid: false, make: async ({ random }) => draw(random), draw };
  }
  const make = async (source: ValueSource, valid: () => Promise<Wire>): Promise<Wire> => {
    const living = await valid();
    // A valid value of another form is no help.
    const before = accepts(spec, form, toPlain(living)) ? living : await valueFor(source, form);
    const value = await way.change(source, form, before);
    if (!violatesAlone(value)) throw new Unavailable(`no value was found that violates ${keyword} and nothing else`);
    return value;
  };
  return { keyword, slug, needsValid: true, make };
}

/** Whether a value fits all of a form but for one keyword, and fits no other form. */
function aloneIn(spec: Spec, { schema, forms, form }: FormOf, keyword: string): (value: Wire) => boolean {
  const { [keyword as Violable]: _, ...others } = form;
  return (value) => {
    const plain = toPlain(value);
    return accepts(spec, others, plain) && !accepts(spec, schema, plain) && !forms.some((other) => accepts(spec, other, plain));
  };
}

const isValueKeyword = (keyword: string): keyword is ValueKeyword => Object.hasOwn(valueCandidates, keyword);
const isPartKeyword = (keyword: string): keyword is PartKeyword => Object.hasOwn(partChanges, keyword);
