import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import { optionsOfMasternode } from '../../../fixtures/world/ingredients/masternodes.ts';
import { listed, paidBy, readsMasternodes, textOf, withOneEnabled } from '../../support/masternodes.ts';
import { whileInvalidated } from '../../support/invalidated-block.ts';
import { withMockTime } from '../../support/mock-time.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { invariant } from '../invariant.ts';

/** More than one, so that a node has several payments to keep. */
const BLOCKS = 3;
/** A node may look at its list from time to time. */
const NOTED_WITHIN_MS = 5_000;

const text = 'The block that mode lastpaidblock shows pays the payee of the masternode, and mode lastpaidtime shows its time.';
const paying = {
  ...readsMasternodes,
  methods: ['masternodelist', 'getblock', 'getblockcount', 'getblockhash', 'getblockheader', 'getrawtransaction', 'generatetoaddress'],
  effect: ['chain', 'network'],
} as const;

/** What is wrong with the payments that the list shows; those at 0 were not paid yet, or the node does not know it. */
async function problemsOf(t: Trial): Promise<{ readonly problems: readonly string[]; readonly shown: number }> {
  const tip = await t.result('getblockcount');
  const [blocks, times, payees] = [await listed(t, 'lastpaidblock'), await listed(t, 'lastpaidtime'), await listed(t, 'payee')];
  const paid = Object.entries(blocks).filter(([, value]) => Number(textOf(value)) !== 0);
  const problems: string[] = [];
  for (const [key, value] of Object.entries(times)) {
    const isPaid = paid.some(([other]) => other === key) || !(key in blocks);
    if (!isPaid && Number(textOf(value)) !== 0) problems.push(`lastpaidtime is ${textOf(value)}, and lastpaidblock shows no block`);
  }
  for (const [key, value] of paid) {
    const height = Number(textOf(value));
    const payee = textOf(payees[key] ?? '');
    if (!Number.isSafeInteger(height) || height < 0 || height > tip) {
      problems.push(`lastpaidblock is ${textOf(value)}, and the best block is ${tip}`);
      continue;
    }
    if (!(await paidBy(t, height)).includes(payee)) problems.push(`block ${height} does not pay ${payee}, but is the last that paid it`);
    const { time } = await t.result('getblockheader', { hash: await t.result('getblockhash', { height }) });
    const shown = Number(textOf(times[key] ?? 0));
    if (shown !== time && shown !== 0) problems.push(`lastpaidtime is ${shown}, and the time of block ${height} is ${time}`);
  }
  return { problems, shown: paid.length };
}

/** Judges the payments that the list shows. */
async function judge(t: Trial, when: string): Promise<void> {
  await holdsWithin(t, NOTED_WITHIN_MS, async () => (await problemsOf(t)).problems.length === 0);
  t.equal((await problemsOf(t)).problems.join('; '), '', `what masternodelist shows wrong of payments ${when}`);
}

/** Mines blocks that pay the masternode of the node. */
async function minePaying(t: Trial): Promise<void> {
  await judge(t, 'after they were started');
  await t.world.mine(BLOCKS);
  await judge(t, 'after blocks that pay');
  if ((await problemsOf(t)).shown === 0) t.sawNothing('masternode that was paid');
}

export const lastPaidInvariants: readonly Case[] = [
  invariant({
    ...paying,
    id: 'masternode-values/paid',
    text,
    methods: [...paying.methods, 'getbestblockhash', 'invalidateblock', 'reconsiderblock'],
    run: (t) =>
      withMockTime(t, async (at) => {
        await withOneEnabled(t, at); // others are not paid
        await minePaying(t);
        const tip = await t.result('getbestblockhash');
        await whileInvalidated(t, tip, () => judge(t, 'after the last of the blocks that pay left the main chain'));
        await judge(t, 'after that block is in the main chain again');
      }),
  }),
  invariant({
    ...paying,
    id: 'masternode-values/paid-restarted',
    text: `After a restart: ${text}`,
    effect: [...paying.effect, 'process'],
    ownNode: true,
    run: (t) =>
      withMockTime(t, async (at) => {
        if (!t.target.capabilities.restart) t.inapplicable('Pyx cannot restart the node of this target');
        const { own, nowS } = await withOneEnabled(t, at);
        await minePaying(t);
        await t.node.restart([...optionsOfMasternode(own), `-mocktime=${nowS}`]);
        await t.world.use('wallet'); // loads the wallet if the node did not
        await judge(t, 'after a restart');
        await t.world.mine(1);
        await judge(t, 'after the first block after a restart');
      }),
  }),
];
