import { toPlain } from '../../../client/wire-json.ts';
import { valueFor, type ValueSource } from '../../../fixtures/world/generate.ts';
import { Random } from '../../../fixtures/world/random.ts';
import { Unavailable } from '../../../fixtures/world/world-errors.ts';
import { accepts } from '../../../specs/model/accepts.ts';
import { alternatives } from '../../../specs/model/resolve.ts';
import type { Schema, Spec } from '../../../specs/model/types.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { numberCandidates, otherNumbers } from './numbers.ts';
import { partChanges } from './parts.ts';
import { fitting, textCandidates } from './texts.ts';
import type { PartKeyword, ValueCandidates, ValueKeyword, Violable } from './violation.ts';

/** A value that violates one keyword of a schema. */
export interface Violation {
  readonly keyword: Violable;
  /** As the last part of a case id. */
  readonly slug: string;
  /** Whether it is made from a valid value, which must then exist. */
  readonly needsValid: boolean;
  /** The value. Throws `Unavailable` if it cannot be made from this valid one. */
  readonly make: (source: ValueSource, valid: () => Promise<Wire>) => Promise<Wire>;
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
  enum: unlisted,
  const: unlisted,
};

/**
 * The keywords of a schema that a value can violate while it satisfies all others, each once: the first form of a union that
 * has it, if no other form takes the value.
 */
export function violationsOf(spec: Spec, schema: Schema): Violation[] {
  const found = new Map<string, Violation>();
  const forms = alternatives(spec, schema);
  for (const form of forms) {
    for (const keyword of Object.keys(form)) {
      const slug = slugs[keyword as Violable] ?? keyword;
      if (found.has(slug)) continue;
      const violation = violationOf(spec, { schema, forms, form }, keyword);
      if (violation) found.set(slug, { ...violation, slug });
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

function violationOf(spec: Spec, whole: FormOf, keyword: string): Omit<Violation, 'slug'> | undefined {
  const { form } = whole;
  const violatesAlone = aloneIn(spec, whole, keyword);
  if (isValueKeyword(keyword)) {
    const find = (random: Random): Wire | undefined => {
      for (const candidate of valueCandidates[keyword](spec, form, random)) if (violatesAlone(candidate)) return candidate;
      return undefined;
    };
    // Whether there is such a case must not depend on the seed of a run.
    const usual = find(new Random(`violation of ${keyword}`));
    if (usual === undefined) return undefined;
    return { keyword, needsValid: false, make: async ({ random }) => find(random) ?? usual };
  }
  if (!isPartKeyword(keyword) || !partChanges[keyword].isPossible(spec, form)) return undefined;
  const made = async (source: ValueSource, valid: () => Promise<Wire>): Promise<Wire> => {
    const living = await valid();
    // A valid value of another form is no help.
    const before = accepts(spec, form, toPlain(living)) ? living : await valueFor(source, form);
    const value = await partChanges[keyword].change(source, form, before);
    if (!violatesAlone(value)) throw new Unavailable(`no value was found that violates ${keyword} and nothing else`);
    return value;
  };
  return { keyword, needsValid: true, make: made };
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
