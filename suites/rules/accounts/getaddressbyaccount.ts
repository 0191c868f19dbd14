import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { row } from '../row.ts';
import { rule } from '../rule.ts';

/** The call itself is to answer like `help` of a name that it does not know. */
async function judgeUnknownCommand(t: Trial): Promise<void> {
  const answer = await t.call('getaddressbyaccount');
  const text = answer.ok ? answer.result : answer.error.message;
  const reports = typeof text === 'string' && /unknown command/i.test(text);
  t.ok(reports, `getaddressbyaccount is answered with ${JSON.stringify(text)}, which is no help text that reports an unknown command`);
}

export const getaddressbyaccountRules: readonly Case[] = [
  rule({ rule: 'getaddressbyaccount/unknown-command', effect: ['read'], run: judgeUnknownCommand }),
  row({ table: 'errors', row: 'getaddressbyaccount-unknown', effect: ['read'], run: judgeUnknownCommand }),
];
