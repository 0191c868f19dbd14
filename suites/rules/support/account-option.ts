import { formatSat } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { METHOD_NOT_FOUND } from '../../../fixtures/world/error-codes.ts';
import type { Effect } from '../../../specs/model/types.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { rule } from '../rule.ts';

/** The error code of the family for a deprecated method that is not enabled. */
const DEPRECATED = -32;

/** The amount that the account methods move. */
export const ACCOUNT_AMOUNT = formatSat(1_000_000n);

/** A random account name. */
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
  /** The documents show no arguments: these are the arguments of every release of the family with the method. */
  readonly params: (t: Trial) => Promise<Wire[]>;
}

/** Two cases: a node with the option has the method, and a node without the option does not. */
export function accountOptionRules({ id, effect, params }: AccountMethod): readonly Case[] {
  return [
    rule({
      rule: `${id}/option`,
      effect,
      profile: 'accounts',
      run: async (t) => {
        await t.world.use('wallet');
        const answer = await t.call(id, await params(t));
        if (answer.ok) return t.judged();
        const { code, message } = answer.error;
        // Any other error concerns the arguments, which the documents do not show.
        const usable = code !== METHOD_NOT_FOUND && code !== DEPRECATED && !message.includes('-deprecatedrpc');
        t.ok(usable, `${id} is not available on a node started with -deprecatedrpc=accounts: ${code} ${message.split('\n', 1)[0] ?? ''}`, {
          check: 'refused',
        });
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
