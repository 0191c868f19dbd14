import type { ShapeName } from '../../specs/model/generated/ids.d.ts';
import { resolve } from '../../specs/model/resolve.ts';
import type { Schema, Spec } from '../../specs/model/types.ts';

/**
 * Shapes whose bounds are values like all others. Those that number something which must be there (a peer, an output,
 * a token) are not among them: that there is a number 0 is nowhere said.
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

/** The least and the greatest value that are stated for a number. */
export function boundariesOf(spec: Spec, schema: Schema): number[] {
  if (schema.$ref !== undefined && !unconditional.has(schema.$ref)) return [];
  if (schema.oneOf || schema.anyOf) return [];
  const { type, enum: listed, minimum, maximum } = resolve(spec, schema);
  if (listed || (type !== 'integer' && type !== 'number')) return [];
  return [...new Set([minimum, maximum])].filter((bound) => bound !== undefined);
}
