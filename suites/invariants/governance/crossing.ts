import { CaseOver, type Trial } from '../../../engine/trial.ts';
import { blockOn, placeOf, submitOwn, type Place } from '../../support/own-blocks.ts';
import { MAX_CYCLE } from '../../support/superblock-payments.ts';
import { answersAsTaken } from '../blocks/judged-blocks.ts';
import { ownBlockOf } from '../blocks/open-coins.ts';

const PAYMENTS = { evidence: 'document', source: 'document 3, What the service does: payments are made in superblocks' } as const;
const PRECIOUS = { evidence: 'document', source: 'document 2, Blockchain and memory pool: preciousblock' } as const;

/** Methods that `crossSuperblock` calls. */
export const crossingMethods = [
  'getgovernanceinfo',
  'getbestblockhash',
  'getblockheader',
  'generatetoaddress',
  'getblocktemplate',
  'preciousblock',
] as const;

/** What a crossing came to. */
export interface Crossing {
  readonly tip: Place;
  /** Blocks of Pyx that became the tip. */
  readonly taken: number;
}

/**
 * Extends the chain with blocks of Pyx up to the next superblock. That is one of the node, unless it takes one that pays nobody: what it
 * must pay is not shown. Each block has a sibling, between which `preciousblock` chooses: the tip moves back and forth in the window in
 * which masternodes decide.
 * @param during what the masternodes voted for, for messages
 */
export async function crossSuperblock(t: Trial, from: Place, during: string): Promise<Crossing> {
  const { nextsuperblock: superblock } = await t.result('getgovernanceinfo');
  if (superblock - from.height > MAX_CYCLE) t.inapplicable(`the next superblock is ${superblock - from.height} blocks away`);
  let tip = from;
  let taken = 0;
  while (tip.height + 1 < superblock) {
    const parent = tip;
    const what = `a block at height ${parent.height + 1}, ${superblock - parent.height - 1} before a superblock, ${during}`;
    const first = await answersAsTaken(t, what, blockOn(t, parent).bytes);
    if (first.isTip) {
      taken++;
      const { hash: second } = await submitOwn(t, blockOn(t, parent).bytes);
      await choose(t, [first.hash, second], what);
      // It may lack a payment to a masternode, of which the documents say nothing.
    } else await t.world.mine(1);
    tip = await placeOf(t, await t.result('getbestblockhash'));
  }
  return { tip: await superblockOn(t, tip, during), taken };
}

/** Lets the node prefer each of two siblings. */
async function choose(t: Trial, siblings: readonly string[], what: string): Promise<void> {
  const order = t.random.pick([siblings, [...siblings].reverse()]);
  for (const hash of [...order, order[0]!]) {
    await t.result('preciousblock', { blockhash: hash });
    t.equal(await t.result('getbestblockhash'), hash, `the tip after preciousblock of ${what}`, PRECIOUS);
  }
}

/** A superblock of Pyx that pays nobody, or else one of the node. Ends the case with a finding if there is neither. */
async function superblockOn(t: Trial, parent: Place, during: string): Promise<Place> {
  const what = `the superblock ${parent.height + 1}, ${during}`;
  const { isTip } = await answersAsTaken(t, `${what}, that pays nobody`, blockOn(t, parent).bytes);
  const made = isTip ? undefined : await ownBlockOf(t);
  const best = await t.result('getbestblockhash');
  const refusal = made !== undefined && 'refusal' in made ? made.refusal : 'a block';
  const message = `the node takes ${what}, neither from Pyx, which pays nobody, nor from itself (generatetoaddress: ${refusal})`;
  if (!t.ok(best !== parent.hash, message, PAYMENTS)) throw new CaseOver();
  return placeOf(t, best);
}
