import { toPlain } from '../../client/wire-json.ts';
import type { Specification } from '../../specs/model/spec.ts';
import type { Effect } from '../../specs/model/types.ts';
import { variantFor } from '../../specs/model/variants.ts';
import type { Wire } from '../../specs/model/wire.ts';
import type { SingleCall } from './types.ts';

/** What calls of an entry change, without `read`; every effect of the method where its arguments leave the variant open. */
export function effectsOf({ method: id, args }: SingleCall, specification: Specification): readonly Effect[] {
  const method = specification.method(id);
  const variant = variantFor(method, toPlain(args as Wire) as Record<string, unknown>);
  return (variant?.effect ?? method.variants.flatMap(({ effect }) => effect)).filter((effect) => effect !== 'read');
}

/** The methods of these calls that do more than read. */
export function writingMethods(mix: readonly SingleCall[], specification: Specification): string[] {
  return [...new Set(mix.filter((entry) => effectsOf(entry, specification).length > 0).map(({ method }) => method))];
}
