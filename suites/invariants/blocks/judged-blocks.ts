import type { Trial } from '../../../engine/trial.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { BIP22, blockOn, placeOf, submitOwn, type BlockPlan, type Place } from '../../support/own-blocks.ts';
import { toHex } from '../../../oracles/bytes.ts';

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

/**
 * Checks that the answers about a block on the tip say whether it becomes the tip, for one of which that is not known. Returns whether it
 * did.
 */
export async function answersAsTaken(
  t: Trial,
  what: string,
  bytes: Uint8Array,
): Promise<{ readonly hash: string; readonly isTip: boolean }> {
  const proposed = await proposal(t, bytes);
  const { hash, said } = await submitOwn(t, bytes);
  const isTip = (await t.result('getbestblockhash')) === hash;
  const became = isTip ? 'became the tip' : 'did not become the tip';
  t.ok(
    isTip ? said === null : said !== null && said !== '',
    `submitblock returned ${JSON.stringify(said)} for ${what}, which ${became}`,
    BIP22,
  );
  if (proposed !== undefined)
    t.equal(proposed === null, isTip, `whether a proposal of ${what}, which ${became}, is answered with null`, BIP23);
  return { hash, isTip };
}

/** A node need not take proposals. */
async function judgeProposal(t: Trial, what: string, bytes: Uint8Array, valid: boolean): Promise<void> {
  const answer = await proposal(t, bytes);
  if (answer === undefined) return;
  t.equal(answer === null, valid, `whether a proposal of a block with ${what} is answered with null`, BIP23);
}

/** The answer to a proposal of a block; undefined where the node takes none. */
async function proposal(t: Trial, bytes: Uint8Array): Promise<Wire | undefined> {
  const reply = await t.world.service.call('getblocktemplate', {
    template_request: { mode: 'proposal', rules: RULES, data: toHex(bytes) },
  });
  return reply.type === 'result' ? (reply.result as Wire) : undefined;
}

/** What cases about whole blocks have in common. */
export const wholeBlocks = {
  effect: ['chain'],
  evidence: 'standard',
  ownNode: true,
  methods: ['getbestblockhash', 'getblockheader', 'getblock', 'generatetoaddress', 'submitblock', 'getblocktemplate'],
} as const;
