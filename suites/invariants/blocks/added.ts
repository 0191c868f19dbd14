import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { blockOn, extendFirst, isPlain, submitOwn, tipPlace } from '../../support/own-blocks.ts';
import { invariant } from '../invariant.ts';
import { ownBlockOf } from './open-coins.ts';

/**
 * Every other case needs blocks that the node makes. Of one that makes none they tell nothing: whether it takes those of others does.
 * No document has the method that makes them, so that its failure alone is no finding.
 */
async function judge(t: Trial): Promise<void> {
  const before = await tipPlace(t);
  const block = await ownBlockOf(t);
  if ('hash' in block) {
    const { height } = await extendFirst(t, block.hash);
    t.equal(height, before.height + 2, 'the height after a block of the node and one that was submitted');
    return;
  }
  const { refusal } = block;
  // What the first block of a chain needs, its genesis block does not show.
  if (before.height > 0 && !(await isPlain(t, before.hash)))
    t.inapplicable(`the node makes no block (generatetoaddress: ${refusal}), and Pyx none such as its own`);
  const { hash, said } = await submitOwn(t, blockOn(t, before).bytes);
  t.equal(
    await t.result('getbestblockhash'),
    hash,
    `the tip after a valid block was submitted (submitblock: ${said ?? 'null'}; generatetoaddress: ${refusal})`,
  );
}

export const addedBlockInvariants: readonly Case[] = [
  invariant({
    id: 'blocks/added',
    text: 'A valid block on the tip that is submitted becomes the tip.',
    effect: ['chain'],
    evidence: 'standard',
    source: 'BIP 22',
    basic: true,
    methods: ['getbestblockhash', 'getblockheader', 'getblock', 'generatetoaddress', 'submitblock'],
    run: judge,
  }),
];
