import { checkResult } from '../../../engine/check-result.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { MethodId } from '../../../specs/model/generated/wire.d.ts';
import { variantFor } from '../../../specs/model/variants.ts';
import type { Wire } from '../../../specs/model/wire.ts';

/**
 * Checks that an answer of a node started with `-deprecatedrpc=accounts` has the deprecated field `account`. The case is
 * inapplicable if no object in the answer has the field.
 */
export async function showsAccounts(t: Trial, id: MethodId, args: { readonly [param: string]: Wire }): Promise<void> {
  const method = t.specification.method(id);
  const result = await t.result(method, args);
  if (!hasAccount(result)) endWithoutAccounts(t);
  const variant = variantFor(method, args);
  if (variant) checkResult(t, method, variant, args, result);
}

/** Ends a case about accounts as inapplicable on a node that has the option and shows no accounts. */
export function endWithoutAccounts(t: Trial): never {
  return t.inapplicable('the node shows no account even with -deprecatedrpc=accounts');
}

function hasAccount(value: Wire): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return Object.entries(value).some(([name, member]: [string, Wire]) => name === 'account' || hasAccount(member));
}
