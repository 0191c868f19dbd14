import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { openQuestion } from '../open-question.ts';
import { disable, enable, queue, Receiver, scheduleAll, tpsTestNodes, unsent } from '../../support/tps-test.ts';

const tested = { ...tpsTestNodes, effect: ['chain', 'network'], uses: ['tpstestadd', 'tpstestsetenabled', 'getrawmempool'] } as const;

/** The members of an answer; lists and times only as empty or not. */
function inWords(info: Wire): string {
  if (info === null || typeof info !== 'object') return JSON.stringify(info);
  return Object.entries(info)
    .map(
      ([name, value]) =>
        `${name} ${typeof value === 'boolean' ? value : Array.isArray(value) ? `${value.length} items` : value === 0 ? 0 : 'set'}`,
    )
    .join(', ');
}

async function answerOf(t: Trial): Promise<string> {
  const answer = await t.call('tpstestinfo');
  return answer.ok ? inWords(answer.result) : `refused ${answer.error.code}`;
}

export const tpstestinfoRules: readonly Case[] = [
  openQuestion({
    ...tested,
    question: 'tpstestinfo/of-receiver',
    run: async (t) => {
      const transactions = await unsent(t, 2);
      await enable(t);
      const receiver = await Receiver.connect(t);
      await queue(t, transactions);
      await scheduleAll(t, receiver);
      await receiver.mustGet(transactions, 'the start time');
      const text = JSON.stringify(await receiver.call('tpstestinfo'));
      return `names ${transactions.filter(({ txid }) => text.includes(txid)).length} of ${transactions.length}`;
    },
  }),
  openQuestion({
    ...tested,
    ownNode: false,
    question: 'tpstestinfo/while-disabled',
    run: async (t) => {
      await disable(t);
      return answerOf(t);
    },
  }),
  openQuestion({
    ...tested,
    question: 'tpstestinfo/after-disabling',
    run: async (t) => {
      const transactions = await unsent(t, 1);
      await enable(t);
      const receiver = await Receiver.connect(t);
      await queue(t, transactions);
      await scheduleAll(t, receiver);
      await receiver.mustGet(transactions, 'the start time');
      await receiver.call('tpstestsetenabled', { enabled: false });
      await disable(t);
      return `sender: ${await answerOf(t)}; receiver: ${inWords(await receiver.call('tpstestinfo'))}`;
    },
  }),
];
