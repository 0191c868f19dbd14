import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { chainedTransactions, conflictingTransactions } from '../../../fixtures/world/ingredients/transactions.ts';
import { hasContent } from '../../support/present.ts';
import { NOT_EXECUTED } from '../../support/state.ts';
import { openQuestion } from '../open-question.ts';
import { rule } from '../rule.ts';
import {
  disable,
  enable,
  manyUnsent,
  queue,
  queuedOf,
  QUIET_MS,
  Receiver,
  scheduleAll,
  tpsTestNodes,
  startTime,
  unsent,
  wholeSecond,
  type Queued,
} from '../../support/tps-test.ts';

const tested = {
  ...tpsTestNodes,
  effect: ['chain', 'network'],
  uses: ['tpstestsetenabled', 'getrawmempool', 'getbestblockhash'],
} as const;

const MANY = 40;

const inUs = (ms: number): number => (Date.now() + ms) * 1000;

/** No transaction. */
const UNREADABLE: Queued['item'] = { tx: '00' };

async function isAccepted(t: Trial, starttime: number, item: Queued['item']): Promise<boolean> {
  return (await t.call('tpstestadd', { starttime, 'raw transactions': [item] })).ok;
}

/** What a call was answered with, for an observation. */
async function outcome(t: Trial, transactions: readonly Queued[], starttime: number): Promise<string> {
  const answer = await t.call('tpstestadd', { starttime, 'raw transactions': transactions.map(({ item }) => item) });
  return answer.ok ? 'accepted' : `refused ${answer.error.code}`;
}

export const tpstestaddRules: readonly Case[] = [
  rule({
    ...tested,
    rule: ['tpstestadd/queues', 'tpstestadd/sent-at-start'],
    run: async (t) => {
      const transactions = await unsent(t, 4);
      await enable(t);
      const receiver = await Receiver.connect(t);
      // In two calls: the queue is added to.
      await queue(t, transactions.slice(0, 1));
      await queue(t, transactions.slice(1));
      const starttime = await scheduleAll(t, receiver);
      // A call that is refused changes nothing; what one does that is accepted is open.
      if (await isAccepted(t, 0, UNREADABLE)) await scheduleAll(t, receiver);
      t.ok(!(await receiver.getsBefore(transactions, starttime)), 'a peer has a queued transaction before the start time');
      await receiver.mustGet(transactions, 'the start time');
    },
  }),
  rule({
    ...tested,
    rule: 'tpstestadd/zero-waits',
    run: async (t) => {
      const transactions = await unsent(t, 2);
      await enable(t);
      const receiver = await Receiver.connect(t);
      await queue(t, transactions);
      if (await isAccepted(t, inUs(QUIET_MS / 2), UNREADABLE)) await queue(t, []);
      t.ok(
        !(await receiver.getsBefore(transactions, inUs(QUIET_MS))),
        'a peer has a transaction that was queued with a start time of 0, before any call with another start time',
      );
      await scheduleAll(t, receiver);
      await receiver.mustGet(transactions, 'the start time of a later call');
    },
  }),
  rule({
    ...tested,
    uses: [...tested.uses, 'sendrawtransaction', 'testmempoolaccept', 'getmempoolentry'],
    rule: ['tpstestadd/sent-at-start', 'tpstestadd/queues'],
    case: 'in-time',
    run: async (t) => {
      // More than nodes send at once, and then a second round.
      const made = await manyUnsent(t, MANY + 5);
      const [rounds, ordinary] = [[made.slice(0, MANY), made.slice(MANY, -2)], made.slice(-2)];
      await enable(t);
      const receiver = await Receiver.connect(t);
      for (const [round, transactions] of rounds.entries()) {
        await queue(t, transactions.slice(0, -1));
        await queue(t, transactions.slice(-1));
        const starttime = await scheduleAll(t, receiver, wholeSecond(startTime(t)));
        t.ok(!(await receiver.getsBefore(transactions, starttime)), 'a peer has a queued transaction before the start time');
        await receiver.mustGetInTime(transactions, ordinary[round]!, starttime);
        await receiver.mustNotHaveBefore(transactions, starttime);
      }
    },
  }),
  rule({
    ...tested,
    rule: ['tpstestadd/queues', 'tpstestadd/sent-at-start'],
    case: 'chained',
    run: async (t) => {
      // No sentence limits what a queued transaction spends.
      const transactions = (await chainedTransactions(t.world)).map(queuedOf);
      await enable(t);
      const receiver = await Receiver.connect(t);
      await queue(t, transactions);
      await scheduleAll(t, receiver);
      await receiver.mustGet(transactions, 'the start time, of which one spends an output of the other');
    },
  }),
  rule({
    ...tested,
    uses: [...tested.uses, 'tpstestinfo'],
    rule: 'tpstestadd/queues',
    case: 'with-garbage',
    run: async (t) => {
      const good = await unsent(t, 1);
      await enable(t);
      const receiver = await Receiver.connect(t);
      t.ok(hasContent(await t.result('tpstestinfo')), 'tpstestinfo returns no information on the test, which is enabled', {
        check: 'presence',
      });
      const items = [...good.map(({ item }) => item), { tx: t.random.hex(40) }];
      const answer = await t.call('tpstestadd', { starttime: 0, 'raw transactions': items });
      // Whether one that is no transaction has the others refused is an open question.
      if (answer.ok) return;
      const starttime = await scheduleAll(t, receiver);
      t.ok(
        !(await receiver.getsBefore(good, starttime + 2 * QUIET_MS * 1000)),
        'a peer has a transaction of a call of tpstestadd that was refused',
        { check: 'state-after-refusal', evidence: 'standard', source: NOT_EXECUTED },
      );
    },
  }),
  openQuestion({
    ...tested,
    ownNode: false,
    question: 'tpstestadd/while-disabled',
    run: async (t) => {
      const transactions = await unsent(t, 1);
      await disable(t);
      return outcome(t, transactions, 0);
    },
  }),
  openQuestion({
    ...tested,
    question: 'tpstestadd/start-in-the-past',
    run: async (t) => {
      const transactions = await unsent(t, 1);
      await enable(t);
      const receiver = await Receiver.connect(t);
      return `${await outcome(t, transactions, 1)}, ${await receiver.arrivals(transactions)}`;
    },
  }),
  openQuestion({
    ...tested,
    question: 'tpstestadd/second-start',
    run: async (t) => {
      const transactions = await unsent(t, 1);
      await enable(t);
      const receiver = await Receiver.connect(t);
      await queue(t, transactions, inUs(3_600_000));
      await scheduleAll(t, receiver);
      return `earlier start: ${await receiver.arrivals(transactions)}`;
    },
  }),
  openQuestion({
    ...tested,
    question: 'tpstestadd/bad-transaction',
    run: async (t) => {
      const [good, other] = (await unsent(t, 2)) as [Queued, Queued];
      const sent = queuedOf(await t.world.use('confirmedSend'));
      await enable(t);
      const receiver = await Receiver.connect(t);
      const answer = await outcome(t, [good, sent, other], 0);
      await scheduleAll(t, receiver);
      return `${answer}, the others ${await receiver.arrivals([good, other])}`;
    },
  }),
  openQuestion({
    ...tested,
    question: 'tpstestadd/double-spend',
    run: async (t) => {
      const [first, second] = (await conflictingTransactions(t.world)).map(queuedOf) as [Queued, Queued];
      await enable(t);
      const receiver = await Receiver.connect(t);
      await queue(t, [first]);
      const answer = await outcome(t, [second], 0);
      await scheduleAll(t, receiver);
      return `second ${answer}, first ${await receiver.arrivals([first])}`;
    },
  }),
  openQuestion({
    ...tested,
    question: 'tpstestadd/emptied-by-sending',
    run: async (t) => {
      const transactions = await unsent(t, 2);
      await enable(t);
      const receiver = await Receiver.connect(t);
      const seen: string[] = [];
      for (const transaction of transactions) {
        await queue(t, [transaction]);
        await scheduleAll(t, receiver);
        seen.push(await receiver.arrivals([transaction]));
      }
      return `first round ${seen[0]}, second round ${seen[1]}`;
    },
  }),
];
