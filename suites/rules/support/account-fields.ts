import type { Trial } from '../../../engine/trial.ts';
import type { MethodId } from '../../../specs/model/generated/wire.d.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { checkedResult } from '../../support/checked-result.ts';

/**
 * Checks that an answer of a node started with `-deprecatedrpc=accounts` has the deprecated field `account`, the old name
 * of the label. (The account of a payment that was sent is the account that paid; the label is that of the payee.)
 */
export async function showsAccounts(t: Trial, id: MethodId, args: { readonly [param: string]: Wire }): Promise<void> {
  const shown = accountsIn(await checkedResult(t, id, args), '');
  if (shown.length === 0) return endWithoutAccounts(t);
  for (const { account, label, category, path } of shown) {
    if (label !== undefined && category !== 'send') t.equal(account, label, 'account (compared with label)', { path });
  }
}

/**
 * Ends a case about the field `account` on a node that has the option and does not show the field: with a finding if its
 * account methods work, else as inapplicable.
 */
export async function endWithoutAccounts(t: Trial): Promise<void> {
  const { ok } = await t.call('listaccounts');
  if (!ok) t.inapplicable('the node has no accounts even with -deprecatedrpc=accounts');
  t.ok(false, 'account is missing, although the node was started with -deprecatedrpc=accounts and has accounts', { path: 'account' });
}

interface ShownAccount {
  readonly account: Wire;
  readonly label: Wire | undefined;
  readonly category: Wire | undefined;
  readonly path: string;
}

/** The objects of a value that have an account. */
function accountsIn(value: Wire, path: string): ShownAccount[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([name, member]: [string, Wire]) => accountsIn(member, `${path}.${name}`));
  const { account, label, category } = value as { readonly [name in 'account' | 'label' | 'category']?: Wire };
  return account === undefined ? inner : [{ account, label, category, path: `${path}.account`.slice(1) }, ...inner];
}
