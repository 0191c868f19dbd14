import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { row } from '../row.ts';
import { rule } from '../rule.ts';

/** The call must answer like `help` for an unknown name. */
async function judgeUnknownCommand(t: Trial): Promise<void> {
  const answer = await t.call('getaddressbyaccount');
  const text = answer.ok ? answer.result : answer.error.message;
  const reports = typeof text === 'string' && /unknown command/i.test(text);
  t.ok(reports, `getaddressbyaccount returned ${JSON.stringify(text)}, expected a help text that reports an unknown command`);
}

export const getaddressbyaccountRules: readonly Case[] = [
  rule({ rule: 'getaddressbyaccount/unknown-command', effect: ['read'], run: judgeUnknownCommand }),
  row({ table: 'errors', row: 'getaddressbyaccount-unknown', effect: ['read'], run: judgeUnknownCommand }),
];
