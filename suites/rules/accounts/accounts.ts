import type { Wire } from '../../../specs/model/wire.ts';
import { formatSat } from '../../../client/wire-json.ts';
import { METHOD_NOT_FOUND } from '../../../fixtures/world/error-codes.ts';
import type { MethodId } from '../../../specs/model/generated/wire.js';
import type { Effect } from '../../../specs/model/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { row } from '../row.ts';
import { rule } from '../rule.ts';

/** The family's code for a method that is deprecated and not enabled. */
const DEPRECATED = -32;

const AMOUNT = formatSat(1_000_000n);

/** Arguments are not shown: these are those that the methods had in every release of the family that had them. */
const METHODS = [
  { id: 'getaccount', effect: ['read'], params: async (t) => [(await t.world.use('labelled')).address] },
  { id: 'setaccount', effect: ['wallet'], params: async (t) => [(await t.world.fresh('labelled')).address, newAccount(t)] },
  { id: 'getaccountaddress', effect: ['wallet'], params: async (t) => [newAccount(t)] },
  { id: 'listaccounts', effect: ['read'], params: async () => [] },
  { id: 'listreceivedbyaccount', effect: ['read'], params: async () => [] },
  { id: 'getreceivedbyaccount', effect: ['read'], params: async (t) => [(await t.world.use('confirmedReceive')).label] },
  {
    id: 'sendfrom',
    effect: ['wallet', 'chain'],
    params: async (t) => {
      await t.world.use('funds');
      return ['', (await t.world.use('foreignKey')).addresses.legacy, AMOUNT];
    },
  },
  { id: 'move', effect: ['wallet'], params: async (t) => ['', newAccount(t), AMOUNT] },
] as const satisfies readonly { readonly id: MethodId; readonly effect: readonly Effect[]; readonly params: (t: Trial) => Promise<Wire[]> }[];

const newAccount = (t: Trial): string => `pyx ${t.random.word(8)}`;

/** One case for each side of the rule: that a node with the option has the method, and that one without it has not. */
function optionCases({ id, effect, params }: (typeof METHODS)[number]): Case[] {
  const usable = rule({
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
      t.ok(usable, `${id} cannot be used on a node that was started with -deprecatedrpc=accounts: ${code} ${message.split('\n', 1)[0] ?? ''}`, { check: 'refused' });
    },
  });
  const unusable = rule({
    rule: `${id}/option`,
    case: 'without',
    effect,
    run: async (t) => {
      await t.world.use('wallet');
      await t.refused(id, await params(t), 'the node was not started with -deprecatedrpc=accounts');
    },
  });
  return [usable, unusable];
}

/** The call itself is to answer like `help` of a name that it does not know. */
async function judgeUnknownCommand(t: Trial): Promise<void> {
  const answer = await t.call('getaddressbyaccount');
  const text = answer.ok ? answer.result : answer.error.message;
  const reports = typeof text === 'string' && /unknown command/i.test(text);
  t.ok(reports, `getaddressbyaccount is answered with ${JSON.stringify(text)}, which is no help text that reports an unknown command`);
}

export const accountRules: readonly Case[] = [
  ...METHODS.flatMap(optionCases),
  rule({ rule: 'getaddressbyaccount/unknown-command', effect: ['read'], run: judgeUnknownCommand }),
  row({ table: 'errors', row: 'getaddressbyaccount-unknown', effect: ['read'], run: judgeUnknownCommand }),
];
