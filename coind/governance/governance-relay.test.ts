import { afterEach, beforeEach, expect, test } from 'vitest';
import { curve } from '../crypto/testing/curve.ts';
import { RawPeer } from '../network/testing/raw-peer.ts';
import { coinbaseOf, OPEN_SCRIPT } from '../network/testing/test-node.ts';
import { until } from '../../test/until.ts';
import { makeTransaction } from '../primitives/transaction.ts';
import { regtest } from '../regtest.ts';
import { feeScript } from './fee-payments.ts';
import { encodeObject, makeObject, objectHash } from './governance-object.ts';
import { FakeElectorate, voter } from './testing/fake-electorate.ts';
import { startGovernedNode, type GovernedNode } from './testing/governed-node.ts';
import { payeeScript, proposalContent } from './testing/proposals.ts';
import { encodeVote, signVote } from './vote.ts';

const voters = ['one', 'two', 'three', 'four', 'five'].map(voter);
const content = proposalContent();
const hash = objectHash(content);
let nodes: GovernedNode[];

/** The time of blocks must be that of the real clock, which the nodes have. */
const connect = async (first: GovernedNode, second: GovernedNode): Promise<void> => {
  second.network.tryNode(first.address);
  await until('they are connected', () => [first, second].every(({ network }) => network.peers().some(({ version }) => version > 0)));
};
const agree = (what: string): Promise<void> =>
  until(`all have ${what}`, () => new Set(nodes.map(({ chain: { tip } }) => tip.hash)).size === 1);

beforeEach(async () => {
  nodes = await Promise.all([1, 2, 3].map(() => startGovernedNode(new FakeElectorate(...voters))));
});
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
});

/** Pays the fee of the proposal on a node, confirms it and submits the proposal. */
function propose(node: GovernedNode): void {
  node.mine(110);
  const { outpoint, valueSat } = coinbaseOf(node, 1);
  const feeSat = regtest.governance.proposalFeeSat;
  const fee = makeTransaction({
    version: 2,
    inputs: [{ ...outpoint, scriptSig: Buffer.from([0x01, 0x51]), sequence: 0xffffffff, witness: [] }],
    outputs: [
      { valueSat: feeSat, scriptPubKey: feeScript(hash) },
      { valueSat: valueSat - feeSat - 10_000n, scriptPubKey: OPEN_SCRIPT },
    ],
    locktime: 0,
  });
  node.send(fee);
  node.mine(6);
  expect(node.governance.submit(content, fee.txid)).toBe(hash);
}

test('a proposal of one node, voted for by five masternodes on the others, is paid at the superblock, seen alike by all', async () => {
  const [first, second, third] = nodes as [GovernedNode, GovernedNode, GovernedNode];
  await connect(first, second);
  await connect(second, third); // the first and the third know each other through the second
  propose(first);
  await agree('the chain');
  await until('all know the proposal', () => nodes.every(({ governance }) => governance.object(hash) !== undefined));
  for (const [at, voter] of voters.entries())
    (at < 2 ? second : third).governance.castVote({ objectHash: hash, signal: 'funding', outcome: at === 4 ? 'no' : 'yes' }, voter);
  await until('all know the votes', () => nodes.every(({ governance }) => governance.votesOn(hash).length === 5));
  third.electorate.own = voters[0];
  for (let height = 117; height < 120; height++) {
    first.mine(1);
    await agree(`block ${height}`);
  }
  await until('all know the trigger', () => nodes.every(({ superblocks }) => superblocks.triggerAt(120) !== undefined));
  first.mine(1);
  await agree('the superblock');
  for (const { chain, governance } of nodes) {
    const { outputs } = chain.block(chain.atHeight(120)!.hash)!.transactions[0]!;
    expect(outputs.filter(({ scriptPubKey }) => scriptPubKey.equals(payeeScript)).map(({ valueSat }) => valueSat)).toEqual([
      1_250_000_000n,
    ]);
    expect(governance.status(governance.object(hash)!)).toMatchObject({
      counts: { funding: { yes: 4, no: 1, abstain: 0, absolute: 3 } },
      isFunded: true,
    });
  }
  const seen = nodes.map(({ governance }) => [governance.objects(), governance.totals, governance.currentVotes(hash)]);
  expect(seen[1]).toEqual(seen[0]);
  expect(seen[2]).toEqual(seen[0]);
});

test('a node that joins later learns objects and votes, also before it has the chain', async () => {
  const [first, second] = nodes as [GovernedNode, GovernedNode, GovernedNode];
  propose(first);
  first.governance.castVote({ objectHash: hash, signal: 'valid', outcome: 'yes' }, voters[0]!);
  expect(second.chain.tip.height).toBe(0);
  await connect(first, second);
  await until('it knows them', () => second.governance.votesOn(hash).length === 1);
  expect(second.governance.objects()).toEqual(first.governance.objects());
});

test('a peer that sends an invalid vote or object misbehaves, and nothing of it is kept or relayed', async () => {
  const [node] = nodes as [GovernedNode];
  const peer = await RawPeer.ready(node.address);
  const vote = signVote(
    { outpoint: voters[0]!.outpoint, objectHash: hash, signal: 'funding', outcome: 'yes', time: 1_700_000_000 },
    voters[0]!.privateKey,
    curve,
    regtest,
  );
  const score = (): number => node.network.peers()[0]!.banScore;
  peer.send('govobjvote', encodeVote({ ...vote, signature: Buffer.alloc(65, 1) }));
  await until('the vote counts against it', () => score() === 20);
  peer.send('govobj', encodeObject(makeObject({ ...content, data: Buffer.from('{}') }, { feeTxid: hash })));
  await until('the object counts against it', () => score() === 40);
  peer.send('govobjvote', Buffer.from([1, 2, 3]));
  await until('unreadable bytes count against it', () => score() === 60);
  peer.send('govobjvote', encodeVote(vote)); // valid, but its object is unknown
  await peer.settled();
  expect(score()).toBe(60);
  expect(node.governance.totals).toEqual({ proposals: 0, triggers: 0, erased: 0, votes: 0 });
  peer.close();
});
