import type { ShapeName } from '../../specs/model/generated/ids.d.ts';
import { accepts } from '../../specs/model/accepts.ts';
import { resolve } from '../../specs/model/resolve.ts';
import type { Schema, Spec } from '../../specs/model/types.ts';

/**
 * Shapes whose limits are ordinary values. Shapes that number an existing item (a peer, an output, a token) are not
 * listed: no document says that an item with the number 0 exists.
 */
const unconditional: ReadonlySet<string> = new Set<ShapeName>([
  'Locktime',
  'MinConf',
  'Height',
  'BlockWindow',
  'BanTime',
  'ChangePosition',
  'AssetPrecision',
  'CapabilityFlags',
]);

/** Longer texts are no ordinary values. */
const LONGEST = 10_000;

/** The shortest and the longest text of which a schema says no more than its length, by the keyword that states it. */
export function lengthsOf(spec: Spec, schema: Schema): readonly { readonly keyword: string; readonly text: string }[] {
  const resolved = resolve(spec, schema);
  const { type, minLength, maxLength, pattern, format, enum: listed, identifies } = resolved;
  const isFree = schema.$ref === undefined || resolved.anyFits === true;
  if (!isFree || type !== 'string' || (pattern ?? format ?? listed ?? identifies) !== undefined) return [];
  return Object.entries({ minLength, maxLength }).flatMap(([keyword, length]) =>
    length === undefined || length === 0 || length > LONGEST ? [] : [{ keyword, text: 'a'.repeat(length) }],
  );
}

/** The stated minimum and maximum of a number. */
export function boundariesOf(spec: Spec, schema: Schema): number[] {
  if (schema.$ref !== undefined && !unconditional.has(schema.$ref)) return [];
  if (schema.oneOf || schema.anyOf) return [];
  const resolved = resolve(spec, schema);
  const { type, enum: listed, minimum, maximum } = resolved;
  if (listed || (type !== 'integer' && type !== 'number')) return [];
  // A limit need not be a value: it may be no multiple of `multipleOf`.
  return [...new Set([minimum, maximum])].filter((bound) => bound !== undefined && accepts(spec, resolved, bound)) as number[];
}
