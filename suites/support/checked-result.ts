import { checkResult } from '../../engine/check-result.ts';
import type { Trial } from '../../engine/trial.ts';
import type { WorldCallOptions } from '../../fixtures/world/world.ts';
import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import { variantFor } from '../../specs/model/variants.ts';
import type { Wire } from '../../specs/model/wire.ts';

/**
 * The result of a call, checked against the whole description of it, as the cases of the method do: for a state of the node
 * in which they do not see it. Ends the case if the call is refused.
 */
export async function checkedResult(
  t: Trial,
  id: MethodId,
  args: { readonly [param: string]: Wire } = {},
  options: WorldCallOptions = {},
): Promise<Wire> {
  const method = t.specification.method(id);
  const result = await t.result(method, args, options);
  const variant = variantFor(method, args);
  if (variant) checkResult(t, method, variant, { args, result });
  return result;
}
