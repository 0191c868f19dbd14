import type { ValueSource } from '../../../../fixtures/world/generate.ts';
import type { Random } from '../../../../fixtures/world/random.ts';
import type { Wire } from '../../../../specs/model/wire.ts';
import type { Schema, Spec } from '../../../../specs/model/types.ts';

/** The keywords of which single violations are made. `required` has cases of its own: those of missing members. */
export type Violable = ValueKeyword | PartKeyword | 'propertyNames';

/** Keywords of a value without parts: what violates them replaces the whole value. */
export type ValueKeyword =
  | 'type'
  | 'minLength'
  | 'maxLength'
  | 'pattern'
  | 'format'
  | 'minimum'
  | 'maximum'
  | 'exclusiveMinimum'
  | 'exclusiveMaximum'
  | 'multipleOf'
  | 'enum'
  | 'const';

/** Keywords of lists and objects: what violates them is a changed valid value. */
export type PartKeyword = 'minItems' | 'maxItems' | 'uniqueItems' | 'additionalProperties' | 'minProperties' | 'maxProperties';

/** Values that may violate a keyword of a schema and nothing else of it: the likeliest first. */
export type ValueCandidates = (spec: Spec, schema: Schema, random: Random) => Iterable<Wire>;

/** How a keyword of lists or objects is violated. */
export interface PartChange {
  /** Whether the schema lets it be violated without another keyword. */
  readonly isPossible: (spec: Spec, schema: Schema) => boolean;
  /** The changed value. Throws `Unavailable` if this one cannot be changed so. */
  readonly change: (source: ValueSource, schema: Schema, valid: Wire) => Promise<Wire>;
}
