import type { BlockHeader, ChainInfo, ChainTip } from '../../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { namesNoBlock } from '../../support/block-checks.ts';
import { invariant } from '../invariant.ts';
import { present } from '../../support/present.ts';
import { statements } from '../../support/statements.ts';

const chainInfo = (t: Trial): Promise<ChainInfo> => t.result('getblockchaininfo');
const count = (t: Trial): Promise<number> => t.result('getblockcount');
const best = (t: Trial): Promise<string> => t.result('getbestblockhash');
const header = (t: Trial, hash: string): Promise<BlockHeader> => t.result('getblockheader', { hash });

async function activeTip(t: Trial): Promise<ChainTip> {
  const active = (await t.result('getchaintips')).filter((tip) => tip.status === 'active');
  t.equal(active.length, 1, 'the number of active tips', { path: 'status' });
  return present(t, active[0], 'getchaintips lists no tip with the status active');
}

const reading = { effect: ['read'], evidence: 'document', source: 'document 2, Blockchain and memory pool' } as const;

export const chainTipInvariants: readonly Case[] = [
  invariant({
    ...reading,
    id: 'chain-tip/chain',
    text: 'A node that was started on regtest names its chain regtest.',
    methods: ['getblockchaininfo'],
    run: async (t) => {
      if (!t.target.capabilities.startNodes) t.inapplicable('Pyx did not start the node, and knows its chain from this method only');
      t.equal((await chainInfo(t)).chain, 'regtest', 'chain of a node started with -regtest', { path: 'chain' });
    },
  }),
  invariant({
    ...reading,
    ...statements.tipHeight,
    methods: ['getblockcount', 'getblockchaininfo', 'getchaintips', 'getbestblockhash', 'getblock', 'getblockheader'],
    run: async (t) => {
      await t.world.use('confirmedSend'); // makes a chain
      const height = await count(t);
      t.equal((await chainInfo(t)).blocks, height, 'blocks in getblockchaininfo (compared with getblockcount)', { path: 'blocks' });
      t.equal((await activeTip(t)).height, height, 'the height of the active tip', { path: 'height' });
      const hash = await best(t);
      t.equal((await header(t, hash)).height, height, 'the height in the header of the best block', { path: 'height' });
      t.equal((await t.result('getblock', { blockhash: hash })).height, height, 'the height of the best block', { path: 'height' });
    },
  }),
  invariant({
    ...reading,
    id: 'chain-tip/hash',
    text: 'All methods agree on the hash of the best block.',
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
    ...statements.tipFigures,
    methods: ['getdifficulty', 'getblockchaininfo', 'getblockheader', 'getblock', 'getbestblockhash'],
    run: async (t) => {
      const info = await chainInfo(t);
      const tip = await header(t, await best(t));
      const block = await t.result('getblock', { blockhash: tip.hash, verbosity: 1 });
      t.equal(await t.result('getdifficulty'), tip.difficulty, 'getdifficulty (compared with the header of the best block)');
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
    ...statements.tipEnd,
    methods: ['getblockheader', 'getblock', 'getblockchaininfo', 'getbestblockhash'],
    run: async (t) => {
      const tip = await header(t, await best(t));
      t.equal(tip.confirmations, 1, 'the confirmations of the best block', { path: 'confirmations' });
      t.ok(namesNoBlock(tip.nextblockhash), `nextblockhash of the best block in getblockheader is ${tip.nextblockhash}, expected none`, {
        path: 'nextblockhash',
      });
      const block = await t.result('getblock', { blockhash: tip.hash });
      t.ok(namesNoBlock(block.nextblockhash), `nextblockhash of the best block in getblock is ${block.nextblockhash}, expected none`, {
        path: 'nextblockhash',
      });
      const { headers, blocks } = await chainInfo(t);
      t.ok(headers >= blocks, `headers is ${headers}, expected at least blocks, ${blocks}`, { path: 'headers' });
    },
  }),
  invariant({
    ...reading,
    ...statements.tips,
    methods: ['getchaintips', 'getblockheader'],
    run: async (t) => {
      for (const tip of await t.result('getchaintips')) {
        const { height, confirmations } = await header(t, tip.hash);
        t.equal(tip.height, height, 'the height of a tip (compared with that in its header)', { path: 'height' });
        const active = tip.status === 'active';
        t.ok(
          (tip.branchlen === 0) === active,
          `branchlen of a tip with status ${tip.status} is ${tip.branchlen}, expected ${active ? '0' : 'more than 0'}`,
          { path: 'branchlen', check: 'equals' },
        );
        t.equal(confirmations, active ? 1 : -1, `the confirmations of a tip with status ${tip.status}`, {
          path: 'confirmations',
        });
      }
    },
  }),
  invariant({
    ...reading,
    id: 'chain-tip/branch',
    text: 'branchlen of a tip is the number of blocks between it and the main chain.',
    effect: ['chain'],
    methods: ['getchaintips', 'getblockheader'],
    run: async (t) => {
      const stale = await t.world.use('staleBlock');
      const tip = present(
        t,
        (await t.result('getchaintips')).find(({ hash }) => hash === stale.hash),
        `getchaintips does not list the block ${stale.hash}, which was removed from the main chain`,
      );
      let at = await header(t, tip.hash);
      let length = 0;
      for (; at.confirmations === -1 && length <= tip.height; length++)
        at = await header(t, present(t, at.previousblockhash, 'a block of the branch has no previousblockhash'));
      t.equal(tip.branchlen, length, 'branchlen (compared with the number of blocks off the main chain)', { path: 'branchlen' });
      t.ok(length > 0, 'a block of the branch has confirmations other than -1, expected -1 outside the main chain', {
        path: 'confirmations',
      });
    },
  }),
  invariant({
    ...reading,
    id: 'chain-tip/mined',
    text: 'A new block becomes the best block, one higher than the block before it, in every method.',
    effect: ['chain'],
    methods: ['getblockcount', 'getbestblockhash', 'getblockchaininfo', 'getchaintips', 'getblockheader'],
    run: async (t) => {
      await t.world.use('wallet');
      const [heightBefore, hashBefore] = [await count(t), await best(t)];
      const [mined = ''] = await t.world.mine(1);
      t.equal(await count(t), heightBefore + 1, 'getblockcount after one more block');
      t.equal(await best(t), mined, 'getbestblockhash after one more block');
      const { blocks, bestblockhash } = await chainInfo(t);
      t.equal(blocks, heightBefore + 1, 'blocks after one more block', { path: 'blocks' });
      t.equal(bestblockhash, mined, 'bestblockhash after one more block', { path: 'bestblockhash' });
      const tip = await activeTip(t);
      t.equal([tip.height, tip.hash], [heightBefore + 1, mined], 'the active tip after one more block');
      const { height, previousblockhash } = await header(t, mined);
      t.equal(height, heightBefore + 1, 'the height of the new block', { path: 'height' });
      t.equal(previousblockhash, hashBefore, 'previousblockhash of the new block', { path: 'previousblockhash' });
      t.equal((await header(t, hashBefore)).nextblockhash, mined, 'nextblockhash of the previous best block', { path: 'nextblockhash' });
    },
  }),
];
