import type { BlockHeader, ChainInfo, ChainTip } from '../../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/types.ts';
import { namesNoBlock } from './links.ts';
import { invariant } from '../invariant.ts';
import { present } from '../../support/present.ts';

const chainInfo = (t: Trial): Promise<ChainInfo> => t.result('getblockchaininfo');
const count = (t: Trial): Promise<number> => t.result('getblockcount');
const best = (t: Trial): Promise<string> => t.result('getbestblockhash');
const header = (t: Trial, hash: string): Promise<BlockHeader> => t.result('getblockheader', { hash });

async function activeTip(t: Trial): Promise<ChainTip> {
  const active = (await t.result('getchaintips')).filter((tip) => tip.status === 'active');
  t.equal(active.length, 1, 'the number of active tips', { path: 'status' });
  return present(t, active[0], 'no chain tip is active');
}

const reading = { effect: ['read'], evidence: 'document', source: 'document 2, Blockchain and memory pool' } as const;

export const chainTipInvariants: readonly Case[] = [
  invariant({
    ...reading,
    id: 'chain-tip/height',
    text: 'The height of the chain is one and the same in the block count, the chain info, the active tip and the best block.',
    methods: ['getblockcount', 'getblockchaininfo', 'getchaintips', 'getbestblockhash', 'getblock', 'getblockheader'],
    run: async (t) => {
      await t.world.use('confirmedSend'); // so that there is a chain
      const height = await count(t);
      t.equal((await chainInfo(t)).blocks, height, 'blocks in getblockchaininfo, beside getblockcount,', { path: 'blocks' });
      t.equal((await activeTip(t)).height, height, 'the height of the active tip', { path: 'height' });
      const hash = await best(t);
      t.equal((await header(t, hash)).height, height, 'the height in the header of the best block', { path: 'height' });
      t.equal((await t.result('getblock', { blockhash: hash })).height, height, 'the height of the best block', { path: 'height' });
    },
  }),
  invariant({
    ...reading,
    id: 'chain-tip/hash',
    text: 'The best block is one and the same for every method that names it.',
    methods: ['getbestblockhash', 'getblockchaininfo', 'getchaintips', 'getblockhash', 'getblockcount'],
    run: async (t) => {
      const hash = await best(t);
      t.equal((await chainInfo(t)).bestblockhash, hash, 'bestblockhash in getblockchaininfo', { path: 'bestblockhash' });
      t.equal((await activeTip(t)).hash, hash, 'the hash of the active tip', { path: 'hash' });
      t.equal(await t.result('getblockhash', { height: await count(t) }), hash, 'the hash of the block at the height of the chain');
    },
  }),
  invariant({
    ...reading,
    id: 'chain-tip/figures',
    text: 'Difficulty, median time and work of the chain are those of its best block.',
    methods: ['getdifficulty', 'getblockchaininfo', 'getblockheader', 'getblock', 'getbestblockhash'],
    run: async (t) => {
      const info = await chainInfo(t);
      const tip = await header(t, await best(t));
      const block = await t.result('getblock', { blockhash: tip.hash, verbosity: 1 });
      t.equal(await t.result('getdifficulty'), tip.difficulty, 'getdifficulty, beside the header of the best block,');
      for (const [whose, said] of [
        ['getblockchaininfo', info],
        ['getblock', block],
      ] as const) {
        for (const name of ['difficulty', 'mediantime', 'chainwork'] as const)
          t.equal(said[name], tip[name], `${name} in ${whose}`, { path: name });
      }
    },
  }),
  invariant({
    ...reading,
    id: 'chain-tip/end',
    text: 'The best block has one confirmation and no block after it, and the chain knows no fewer headers than blocks.',
    methods: ['getblockheader', 'getblock', 'getblockchaininfo', 'getbestblockhash'],
    run: async (t) => {
      const tip = await header(t, await best(t));
      t.equal(tip.confirmations, 1, 'the confirmations of the best block', { path: 'confirmations' });
      t.ok(namesNoBlock(tip.nextblockhash), `the best block names ${tip.nextblockhash} after it`, { path: 'nextblockhash' });
      const block = await t.result('getblock', { blockhash: tip.hash });
      t.ok(namesNoBlock(block.nextblockhash), `the best block names ${block.nextblockhash} after it in getblock`, {
        path: 'nextblockhash',
      });
      const { headers, blocks } = await chainInfo(t);
      t.ok(headers >= blocks, `headers is ${headers}, fewer than the ${blocks} blocks`, { path: 'headers' });
    },
  }),
  invariant({
    ...reading,
    id: 'chain-tip/tips',
    text: 'Every tip lies at the height that its header gives, and only the active one has no branch.',
    methods: ['getchaintips', 'getblockheader'],
    run: async (t) => {
      for (const tip of await t.result('getchaintips')) {
        const { height, confirmations } = await header(t, tip.hash);
        t.equal(tip.height, height, 'the height of a tip, beside that in its header,', { path: 'height' });
        t.equal(
          tip.branchlen === 0,
          tip.status === 'active',
          `whether a branchlen of ${tip.branchlen} belongs to the main chain, with status ${tip.status},`,
          { path: 'branchlen' },
        );
        t.equal(confirmations, tip.status === 'active' ? 1 : -1, `the confirmations of a tip with status ${tip.status}`, {
          path: 'confirmations',
        });
      }
    },
  }),
  invariant({
    ...reading,
    id: 'chain-tip/branch',
    text: 'A tip off the main chain parted from it as many blocks ago as its branch is long.',
    effect: ['chain'],
    methods: ['getchaintips', 'getblockheader'],
    run: async (t) => {
      const stale = await t.world.use('staleBlock');
      const tip = present(
        t,
        (await t.result('getchaintips')).find(({ hash }) => hash === stale.hash),
        `the block ${stale.hash} that was taken off the main chain is no tip`,
      );
      let at = await header(t, tip.hash);
      let length = 0;
      for (; at.confirmations === -1 && length <= tip.height; length++)
        at = await header(t, present(t, at.previousblockhash, 'a block has none before it'));
      t.equal(tip.branchlen, length, 'the length of the branch', { path: 'branchlen' });
      t.ok(length > 0, 'a block that left the main chain has confirmations other than -1', { path: 'confirmations' });
    },
  }),
  invariant({
    ...reading,
    id: 'chain-tip/mined',
    text: 'Each block that is mined becomes the best block, one higher than the one before, for every method.',
    effect: ['chain'],
    methods: ['getblockcount', 'getbestblockhash', 'getblockchaininfo', 'getchaintips', 'getblockheader'],
    run: async (t) => {
      await t.world.use('wallet');
      const [heightBefore, hashBefore] = [await count(t), await best(t)];
      const [mined = ''] = await t.world.mine(1);
      t.equal(await count(t), heightBefore + 1, 'getblockcount after a block was mined');
      t.equal(await best(t), mined, 'getbestblockhash after a block was mined');
      const { blocks, bestblockhash } = await chainInfo(t);
      t.equal(blocks, heightBefore + 1, 'blocks after a block was mined', { path: 'blocks' });
      t.equal(bestblockhash, mined, 'bestblockhash after a block was mined', { path: 'bestblockhash' });
      const tip = await activeTip(t);
      t.equal([tip.height, tip.hash], [heightBefore + 1, mined], 'the active tip after a block was mined');
      const { height, previousblockhash } = await header(t, mined);
      t.equal(height, heightBefore + 1, 'the height of the block that was mined', { path: 'height' });
      t.equal(previousblockhash, hashBefore, 'the block before the one that was mined', { path: 'previousblockhash' });
      t.equal((await header(t, hashBefore)).nextblockhash, mined, 'the block after the former best block', { path: 'nextblockhash' });
    },
  }),
];
