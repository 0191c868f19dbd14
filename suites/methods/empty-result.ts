import { toPlain } from '../../client/wire-json.ts';
import type { Trial } from '../../engine/trial.ts';
import { alternatives } from '../../specs/model/resolve.ts';
import type { Method, Schema, Spec } from '../../specs/model/types.ts';
import { variantFor } from '../../specs/model/variants.ts';
import { offeredParts } from '../../specs/model/walk.ts';
import type { Wire } from '../../specs/model/wire.ts';

/** Whether a result is a list without items, or an object without members. */
export const isEmpty = (result: Wire): boolean => typeof result === 'object' && result !== null && Object.keys(result).length === 0;

/** Whether the documents describe what a result consists of. */
const hasParts = (spec: Spec, schema: Schema): boolean =>
  alternatives(spec, schema).some((branch) => offeredParts({ schema: branch, pattern: '' }).length > 0);

/** Records that a case has nothing to judge if the result is empty, although the documents describe what it consists of. */
export function noteEmpty(trial: Trial, method: Method, args: { readonly [name: string]: Wire }, result: Wire): void {
  const variant = variantFor(method, toPlain(args) as Record<string, unknown>);
  if (isEmpty(result) && variant?.result && hasParts(trial.specification.spec, variant.result)) trial.sawNothing('item');
}
