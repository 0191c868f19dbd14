import { formatSat } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { METHOD_NOT_FOUND } from '../../../fixtures/world/error-codes.ts';
import type { Effect } from '../../../specs/model/types.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { rule } from '../rule.ts';

/** The family's code for a method that is deprecated and not enabled. */
const DEPRECATED = -32;

/** What the methods of accounts move. */
export const ACCOUNT_AMOUNT = formatSat(1_000_000n);

/** A name that no account has. */
export const newAccount = (t: Trial): string => `pyx ${t.random.word(8)}`;

type AccountMethodId =
  | 'getaccount'
  | 'getaccountaddress'
  | 'getreceivedbyaccount'
  | 'listaccounts'
  | 'listreceivedbyaccount'
  | 'move'
  | 'sendfrom'
  | 'setaccount';

interface AccountMethod {
  readonly id: AccountMethodId;
  readonly effect: readonly Effect[];
  /** The documents show no arguments: these are those that the method had in every release of the family that had it. */
  readonly params: (t: Trial) => Promise<Wire[]>;
}

/** One case for each side of the rule: a node with the option has the method, and a node without the option does not. */
export function accountOptionRules({ id, effect, params }: AccountMethod): readonly Case[] {
  return [
    rule({
      rule: `${id}/option`,
      effect,
      profile: 'accounts',
      run: async (t) => {
        await t.world.use('wallet');
        const answer = await t.call(id, await params(t));
        if (answer.ok) return;
        const { code, message } = answer.error;
        // Any other error is about arguments, which the documents do not show.
        const usable = code !== METHOD_NOT_FOUND && code !== DEPRECATED && !message.includes('-deprecatedrpc');
        t.ok(
          usable,
          `${id} cannot be used on a node that was started with -deprecatedrpc=accounts: ${code} ${message.split('\n', 1)[0] ?? ''}`,
          { check: 'refused' },
        );
      },
    }),
    rule({
      rule: `${id}/option`,
      case: 'without',
      effect,
      run: async (t) => {
        await t.world.use('wallet');
        await t.refused(id, await params(t), 'the node was not started with -deprecatedrpc=accounts');
      },
    }),
  ];
}
