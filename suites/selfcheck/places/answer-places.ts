import { fieldsOf } from '../../../specs/model/fields.ts';
import type { Method, Spec, Variant } from '../../../specs/model/types.ts';
import { schemaPlaces, type SchemaPlace } from './schema-places.ts';

/** One place of the result of a variant. */
export interface AnswerPlace extends SchemaPlace {
  readonly method: Method;
  readonly variant: Variant;
  /** Coverage ids (see `engine/coverage.ts`): its field, or the method if the place is no field. */
  readonly covers: readonly string[];
}

/** Every place of the result of a variant; none if the documents describe no result. */
export function answerPlaces(spec: Spec, method: Method, variant: Variant): AnswerPlace[] {
  if (!variant.result) return [];
  const fields = fieldsOf(spec, variant.result);
  return schemaPlaces(spec, variant.result, method.source).map((place) => ({
    ...place,
    method,
    variant,
    covers: [fields.has(place.pattern) ? `f:${method.id}#${variant.id}:${place.pattern}` : `m:${method.id}`],
  }));
}
