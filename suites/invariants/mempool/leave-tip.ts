import type { Trial } from '../../../engine/trial.ts';
import { blockOn, placeOf, submitOwn } from '../../support/own-blocks.ts';

/** Has the chain leave its last block for an empty one beside it. Needs a node of its own: the other block stays the tip. */
export async function leaveTip(t: Trial): Promise<void> {
  const { previousblockhash: parent = '' } = await t.world.result('getblockheader', { hash: await t.world.result('getbestblockhash') });
  const { hash: blockhash, said } = await submitOwn(t, blockOn(t, await placeOf(t, parent)).bytes);
  if (said !== null && said !== 'inconclusive')
    t.inapplicable(`the node does not keep a block made by Pyx beside its own (submitblock: ${said})`);
  await t.result('preciousblock', { blockhash });
  if ((await t.world.result('getbestblockhash')) !== blockhash) t.inapplicable('the node does not prefer a block made by Pyx');
}
