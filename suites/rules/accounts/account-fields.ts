import type { RuleId } from '../../../specs/model/generated/ids.js';
import type { MethodId } from '../../../specs/model/generated/wire.js';
import type { Wire } from '../../../specs/model/wire.ts';
import type { World } from '../../../fixtures/world/world.ts';
import type { Effect } from '../../../specs/model/types.ts';
import { variantFor } from '../../../specs/model/variants.ts';
import type { Case } from '../../../engine/types.ts';
import { checkResult } from '../../../engine/check-result.ts';
import { rule } from '../rule.ts';
import { takenBack } from '../support/reorganisation.ts';

type Shown = { readonly account?: string };

/** Answers with the deprecated field `account`: a call, and the objects in its answer that may have one. */
interface AccountField {
  readonly rule: RuleId;
  readonly method: MethodId;
  readonly effect: readonly Effect[];
  readonly args: (world: World) => Promise<{ readonly [param: string]: Wire }>;
  readonly shown: (result: Wire) => readonly Shown[];
}

const fields: readonly AccountField[] = [
  {
    rule: 'getaddressinfo/account-option',
    method: 'getaddressinfo',
    effect: ['read'],
    args: async (world) => ({ address: (await world.use('labelled')).address }),
    shown: (result) => [result as Shown],
  },
  {
    rule: 'listunspent/account-option',
    method: 'listunspent',
    effect: ['read'],
    args: async (world) => ({ minconf: 1, maxconf: 9_999_999, addresses: [(await world.use('confirmedReceive')).address] }),
    shown: (result) => result as readonly Shown[],
  },
  {
    rule: 'gettransaction/details-account',
    method: 'gettransaction',
    effect: ['read'],
    args: async (world) => ({ txid: (await world.use('confirmedReceive')).txid }),
    shown: (result) => (result as unknown as { readonly details: readonly Shown[] }).details,
  },
];

/** The other side of the option: with it accounts are shown, and are what the documents say. */
export const accountFieldRules: readonly Case[] = [
  ...fields.map(({ rule: id, method, effect, args, shown }): Case => rule({
    rule: id,
    case: 'with',
    effect,
    profile: 'accounts',
    run: async (t) => {
      const given = await args(t.world);
      const result = await t.result(method, given);
      if (shown(result).every(({ account }) => account === undefined)) t.inapplicable('the node shows no account even with -deprecatedrpc=accounts');
      const described = t.specification.method(method);
      const variant = variantFor(described, given);
      if (variant) checkResult(t, described, variant, given, result);
    },
  })),
  rule({
    rule: 'listsinceblock/removed-structure',
    case: 'accounts',
    effect: ['wallet', 'chain'],
    profile: 'accounts',
    uses: ['sendtoaddress', 'invalidateblock', 'reconsiderblock'],
    run: async (t) => {
      const payment = await takenBack(t);
      const accounts = (entries: readonly Shown[]): Wire => entries.map(({ account }) => account ?? null);
      if (payment.listed.every(({ account }) => account === undefined)) t.inapplicable('the node shows no account even with -deprecatedrpc=accounts');
      t.equal(accounts(payment.removed), accounts(payment.listed), 'the accounts of entries of removed', { path: 'removed' });
    },
  }),
];
