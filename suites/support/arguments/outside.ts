import { toPlain } from '../../../client/wire-json.ts';
import { isAccepted, type ValueSource } from '../../../fixtures/world/generate.ts';
import { Unavailable } from '../../../fixtures/world/world-errors.ts';
import { UnreadableSchema } from '../../../specs/model/accepts.ts';
import { alternatives, resolve } from '../../../specs/model/resolve.ts';
import type { OnInvalid, Param, Schema, Spec } from '../../../specs/model/types.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import type { Place, Step } from './places.ts';
import { changeWithin, everyPlace } from './reach.ts';
import { violationsOf, type Violation } from './violations/violations.ts';
import type { Violable } from './violations/violation.ts';

/** Which values outside of schemas are tried. */
export type OutsideChoice =
  /** One for each keyword, everywhere in an argument. */
  | 'each-keyword'
  /**
   * Closed lists and limits of whole arguments. So in Pyx's own standard: its documents state these, and no statement of them
   * on invalid values is about another keyword.
   */
  | 'stated-limits';

/** An argument that is invalid by one keyword at one place. */
export interface Outside {
  readonly place: string;
  readonly slug: string;
  /** What the standard states of invalid values at this place, if it is not what it states of the argument. */
  readonly onInvalid: OnInvalid | undefined;
  /** Whether it is made from a valid argument. */
  readonly needsValid: boolean;
  readonly make: (source: ValueSource, argument: Wire | undefined) => Promise<Wire>;
}

const statedLimits: ReadonlySet<Violable> = new Set(['enum', 'minimum', 'maximum', 'additionalProperties']);

/** The arguments just outside of the schema of a parameter: each violates one keyword at one place, and nothing else. */
export function outsideOf(spec: Spec, param: Param, choice: OutsideChoice): Outside[] {
  const places = everyPlace(spec, param);
  return places
    .filter(({ steps }) => choice === 'each-keyword' || steps.length === 0)
    .flatMap((place) =>
      violationsAt(spec, place.schema)
        .filter(({ keyword }) => choice === 'each-keyword' || (statedLimits.has(keyword) && isOfWholeValue(spec, place, keyword)))
        // Another type of a whole argument is another kind of case: there is one for each type.
        .filter(({ slug }) => slug !== 'type' || place.steps.length > 0)
        .map(({ slug, needsValid, make }) => ({
          place: place.name,
          slug,
          onInvalid: statedNear(places, place),
          needsValid: needsValid || place.steps.length > 0,
          make: (source: ValueSource, argument: Wire | undefined) =>
            invalidBy(source, param.schema, { value: argument, steps: place.steps }, (valid) => make(source, valid)),
        })),
    );
}

/**
 * A value that is changed at a place, and invalid as a whole. What one form of a union refuses another may take: then the value is made
 * of the first form that has the place. Throws `Unavailable` if that is valid, too.
 */
export async function invalidBy(
  source: ValueSource,
  schema: Schema,
  { value, steps }: { readonly value: Wire | undefined; readonly steps: readonly Step[] },
  change: (before: () => Promise<Wire>, schema: Schema) => Promise<Wire>,
): Promise<Wire> {
  for (const from of value === undefined ? [undefined] : [value, undefined]) {
    const changed = await changeWithin(source, { schema, value: from, steps }, change);
    if (!isAccepted(source.specification.spec, schema, toPlain(changed))) return changed;
  }
  throw new Unavailable('no invalid value was found: another form of the argument takes each');
}

/** The violations of a schema; none if it cannot be read. */
export function violationsAt(spec: Spec, schema: Schema): Violation[] {
  try {
    return violationsOf(spec, schema);
  } catch (error) {
    // `pyx spec check` reports it, and cases that need a valid value state it as their reason.
    if (error instanceof UnreadableSchema) return [];
    throw error;
  }
}

/** Whether a keyword limits every value, and not only those of one form of a union. An object without members stands for all. */
function isOfWholeValue(spec: Spec, { schema }: Place, keyword: Violable): boolean {
  if (alternatives(spec, schema).length === 1) return true;
  return keyword === 'additionalProperties' && resolve(spec, schema, {}).additionalProperties === false;
}

/** The statement on invalid values at a place or nearest around it, within the argument. */
function statedNear(places: readonly Place[], { steps }: Place): OnInvalid | undefined {
  for (let depth = steps.length; depth > 0; depth--) {
    const prefix = JSON.stringify(steps.slice(0, depth));
    const stated = places.find((place) => JSON.stringify(place.steps) === prefix)?.schema.onInvalid;
    if (stated !== undefined) return stated;
  }
  return undefined;
}
