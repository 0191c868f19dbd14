import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { openQuestion } from '../open-question.ts';
import { row } from '../row.ts';
import { rule } from '../rule.ts';
import { disable, enable, queue, QUIET_MS, Receiver, scheduleAll, startTime, tpsTestNodes, unsent } from '../../support/tps-test.ts';

const tested = { ...tpsTestNodes, effect: ['chain', 'network'], uses: ['tpstestadd', 'getrawmempool', 'getbestblockhash'] } as const;

const refusedWithout = async (t: Trial): Promise<void> =>
  void (await t.refused('tpstestsetenabled', { enabled: t.random.integer(0, 1) === 1 }, 'the node was not started with -tpstest'));

export const tpstestsetenabledRules: readonly Case[] = [
  rule({
    ...tested,
    rule: 'tpstestsetenabled/switches',
    run: async (t) => {
      const [sent, kept, added] = [await unsent(t, 1), await unsent(t, 1), await unsent(t, 1)];
      await enable(t);
      const receiver = await Receiver.connect(t);
      await queue(t, sent);
      await scheduleAll(t, receiver);
      await receiver.mustGet(sent, 'the start time, while the test is enabled');
      const starttime = startTime(t);
      await queue(t, kept, starttime);
      await disable(t);
      t.ok(
        !(await receiver.getsBefore(kept, starttime + QUIET_MS * 1000)),
        'a peer has a transaction of the queue, though the test was disabled before its start time',
      );
      // Whether the call is refused then is an open question of tpstestadd.
      const later = startTime(t);
      await t.call('tpstestadd', { starttime: later, 'raw transactions': added.map(({ item }) => item) });
      t.ok(
        !(await receiver.getsBefore(added, later + QUIET_MS * 1000)),
        'a peer has a transaction that was added with a start time while the test was disabled',
      );
    },
  }),
  rule({
    rule: ['tpstestsetenabled/fails-without-option', 'tpstestsetenabled/requires-option'],
    effect: ['network'],
    run: refusedWithout,
  }),
  row({ table: 'errors', row: 'tpstestsetenabled-option', effect: ['network'], run: refusedWithout }),
  openQuestion({
    ...tested,
    question: 'tpstestsetenabled/emptied-by-disabling',
    run: async (t) => {
      const transactions = await unsent(t, 1);
      await enable(t);
      const receiver = await Receiver.connect(t);
      await queue(t, transactions);
      await disable(t);
      await enable(t);
      const starttime = await scheduleAll(t, receiver);
      return (await receiver.getsBefore(transactions, starttime + 2 * QUIET_MS * 1000)) ? 'sent after it was enabled again' : 'emptied';
    },
  }),
  openQuestion({
    ...tested,
    ownNode: false,
    question: 'tpstestsetenabled/enabled-again',
    run: async (t) => {
      await enable(t);
      const answer = await t.call('tpstestsetenabled', { enabled: true });
      return answer.ok ? 'accepted' : `refused ${answer.error.code}`;
    },
  }),
];
