import type { Trial } from '../../../engine/trial.ts';
import { blockOn, placeOf, submitOwn, type BlockPlan, type Place } from '../../support/own-blocks.ts';
import { toHex } from '../../../oracles/bytes.ts';

const BIP22 = { source: 'BIP 22: submitblock returns null for a block that is accepted, else a reason' } as const;
const BIP23 = { source: 'BIP 23: a proposal is answered with null if a block of it would be accepted, else with a reason' } as const;

/** What a release may require that a caller of getblocktemplate knows. */
const RULES = ['segwit', 'mweb'];

/** Checks that a block on the tip becomes the tip, and returns its place. */
export async function takes(t: Trial, parent: Place, what: string, plan: BlockPlan): Promise<Place> {
  const { bytes } = blockOn(t, parent, plan);
  await judgeProposal(t, what, bytes, true);
  const { hash, said } = await submitOwn(t, bytes);
  const best = await t.result('getbestblockhash');
  t.equal(best, hash, `the tip after a block with ${what} was submitted (submitblock: ${said ?? 'null'})`);
  t.equal(said, null, `the result of submitblock for a block with ${what}`, BIP22);
  return placeOf(t, best);
}

/** Checks that a block on the tip does not become the tip. */
export async function refuses(t: Trial, parent: Place, what: string, plan: BlockPlan): Promise<void> {
  await refusesBytes(t, parent, what, blockOn(t, parent, plan).bytes);
}

/** As `refuses`, for a block that was made already. Returns its bytes with the proof of work. */
export async function refusesBytes(t: Trial, parent: Place, what: string, bytes: Uint8Array): Promise<Uint8Array> {
  await judgeProposal(t, what, bytes, false);
  const submission = await submitOwn(t, bytes);
  t.equal(await t.result('getbestblockhash'), parent.hash, `the tip after a block with ${what} was submitted`);
  t.ok(
    submission.said !== null && submission.said !== '',
    `submitblock returned ${JSON.stringify(submission.said)} for a block with ${what}, expected a reason`,
    BIP22,
  );
  return submission.bytes;
}

/** A node need not take proposals. */
async function judgeProposal(t: Trial, what: string, bytes: Uint8Array, valid: boolean): Promise<void> {
  const reply = await t.world.service.call('getblocktemplate', {
    template_request: { mode: 'proposal', rules: RULES, data: toHex(bytes) },
  });
  if (reply.type !== 'result') return;
  t.equal(reply.result === null, valid, `whether a proposal of a block with ${what} is answered with null`, BIP23);
}

/** What cases about whole blocks have in common. */
export const wholeBlocks = {
  effect: ['chain'],
  evidence: 'standard',
  ownNode: true,
  methods: ['getbestblockhash', 'getblockheader', 'getblock', 'generatetoaddress', 'submitblock', 'getblocktemplate'],
} as const;
