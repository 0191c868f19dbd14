import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildBlock } from '../chain/testing/test-chain.ts';
import { curve } from '../crypto/testing/curve.ts';
import { MasternodeNet, operatorKey, operatorWif, SPORK_WIF, START_TIME, type NetNode } from '../masternodes/testing/masternode-net.ts';
import { RawPeer } from '../network/testing/raw-peer.ts';
import { until } from '../../test/until.ts';
import type { TxOutput } from '../primitives/types.ts';
import { regtest } from '../regtest.ts';
import { writeJson } from '../rpc/json/json-text.ts';
import type { JsonValue } from '../../specs/model/generated/methods.d.ts';
import { payeeAddress, payeeScript, proposalData } from './testing/proposals.ts';
import { encodeVote, signVote, type Vote } from './vote.ts';

const names = ['mn1', 'mn2', 'mn3', 'mn4', 'mn5'];
const PAID = { sat: 1_250_000_000n };
let net: MasternodeNet;

beforeEach(() => {
  net = new MasternodeNet();
});
afterEach(() => net.stop());

/** What the coinbase of the block at a height pays to the address of the proposal, as a node shows it. */
async function paidAt({ call }: NetNode, height: number): Promise<unknown[]> {
  const block = await call<{ tx: { vout: { value: unknown; scriptPubKey: { addresses?: string[] } }[] }[] }>(
    'getblock',
    await call('getblockhash', height),
    2,
  );
  return block.tx[0]!.vout.filter(({ scriptPubKey }) => scriptPubKey.addresses?.includes(payeeAddress)).map(({ value }) => value);
}

/** Waits until a call is answered alike by all nodes, and returns the answer. */
async function alike(what: string, method: string, ...params: unknown[]): Promise<JsonValue> {
  const answers = (): Promise<JsonValue[]> => Promise.all(net.nodes.map(({ call }) => call(method, ...params).catch(String)));
  let same: JsonValue[] = [];
  await until(
    () => `the nodes agree in ${what}: ${writeJson(same)}`,
    async () => {
      same = await answers();
      return new Set(same.map((answer) => writeJson(answer))).size === 1;
    },
  );
  return same[0]!;
}

/**
 * Three nodes in a row with five masternodes. The first node has their collaterals and makes the sporks. The second is the
 * first masternode, and it and the third vote with the lines of masternode.conf.
 */
async function threeNodes(): Promise<readonly [NetNode, NetNode, NetNode]> {
  const first = await net.start(`-sporkkey=${SPORK_WIF}`);
  const second = await net.start('-masternode', `-masternodeprivkey=${operatorWif('mn1')}`);
  const third = await net.start();
  await net.connect(second, first);
  await net.connect(third, second); // it knows the first node through the second
  await net.fund(first, ...names);
  await first.call('masternode', 'start-all');
  await first.call('setspork', 'SPORK_9_SUPERBLOCKS_ENABLED', START_TIME - 1);
  await net.agreed();
  await until('all know the masternodes', () => net.nodes.every(({ masternodes }) => masternodes.list().length === names.length));
  for (const { call, masternodes } of net.nodes) while (!masternodes.sync.isFinished) await call('mnsync', 'next');
  return [first, second, third];
}

/** Prepares a proposal on a node, confirms its fee, and submits it there. Returns its hash once all nodes have it. */
async function propose({ call, mine }: NetNode): Promise<string> {
  const data = proposalData().toString('hex');
  const fee = await call<string>('gobject', 'prepare', '0', 1, START_TIME, data);
  await expect(call('gobject', 'submit', '0', 1, START_TIME, data, fee)).rejects.toMatchObject({ code: -25 });
  await mine(6);
  await expect(call('gobject', 'submit', '0', 2, START_TIME, data, fee)).rejects.toThrow('revision was 1, not 2');
  const hash = await call<string>('gobject', 'submit', '0', 1, START_TIME, data, fee);
  await alike('the proposal', 'gobject', 'get', hash);
  return hash;
}

/** Votes with five masternodes, two of them on the second node. Waits until all nodes have the votes. */
async function voteOn(hash: string, second: NetNode, third: NetNode): Promise<void> {
  for (const name of ['mn1', 'mn2'])
    expect(await second.call('gobject', 'vote-name', hash, 'funding', 'yes', name)).toMatchObject({
      detail: { [name]: { result: 'successful' } },
    });
  await third.call('gobject', 'vote-name', hash, 'funding', 'yes', 'mn3');
  await third.call('gobject', 'vote-name', hash, 'funding', 'no', 'mn4');
  await third.call('gobject', 'vote-name', hash, 'funding', 'abstain', 'mn5');
  await until('all know the votes', () => net.nodes.every(({ node }) => node.context.governance.votesOn(hash).length === 5));
}

/** Mines up to the block before the next superblock that a trigger can be made for. Returns the height of the superblock. */
async function mineToSuperblock(first: NetNode): Promise<number> {
  const info = await first.call<{ nextsuperblock: number; superblockcycle: number }>('getgovernanceinfo');
  const height = info.nextsuperblock + info.superblockcycle;
  while (first.node.context.chain.tip.height < height - 1) {
    await first.mine(1);
    await net.agreed();
  }
  const isKnown = ({ node: { context } }: NetNode): boolean =>
    context.chain.coinbasePayments({ height, rewardSat: 0n }).some(({ from }) => from === 'budget');
  await until('all know the trigger and its votes', () => net.nodes.every(isKnown));
  await alike('the votes', 'gobject', 'list', 'all');
  return height;
}

test('a proposal prepared and submitted on one node, voted by five masternodes on the others, is paid at the superblock', async () => {
  const [first, second, third] = await threeNodes();
  const hash = await propose(first);
  await voteOn(hash, second, third);
  const height = await mineToSuperblock(first);
  await first.mine(1);
  await net.agreed();
  for (const node of net.nodes) {
    expect(await paidAt(node, height)).toEqual([PAID]);
    expect(await paidAt(node, height - 1)).toEqual([]);
  }
  expect(await alike('the proposal', 'gobject', 'get', hash)).toMatchObject({
    FundingResult: { AbsoluteYesCount: 2, YesCount: 3, NoCount: 1, AbstainCount: 1 },
    fCachedFunding: true,
  });
  for (const sub of ['getvotes', 'getcurrentvotes'])
    expect(Object.keys((await alike(sub, 'gobject', sub, hash)) as object)).toHaveLength(5);
  expect(Object.keys((await alike('the list', 'gobject', 'list', 'funding')) as object)).toContain(hash);
  expect(await alike('counts', 'gobject', 'count')).toMatchObject({ proposals: 1 });
  expect(await alike('the information', 'getgovernanceinfo')).toMatchObject({ lastsuperblock: height });
  await alike('the block', 'getblock', await first.call('getblockhash', height), 2);
});

test('a vote without a masternode does not count, on any of three nodes', async () => {
  const [first, second, third] = await threeNodes();
  const hash = await propose(first);
  const address = await first.call<string>('getnewaddress');
  const txid = await first.call<string>('sendtoaddress', address, 20);
  await first.mine(1);
  await net.agreed();
  const signed = (outpoint: Vote['outpoint'], key: Buffer): Vote =>
    signVote({ outpoint, objectHash: hash, signal: 'funding', outcome: 'yes', time: START_TIME }, key, curve, regtest);
  // A coin that never was a collateral; a masternode, but another one's key.
  const votes = [signed({ txid, vout: 0 }, operatorKey('nobody')), signed(net.outpoints.get('mn1')!, operatorKey('mn2'))];
  for (const { outpoint, signature, time } of votes)
    for (const { call } of net.nodes)
      await expect(
        call('voteraw', outpoint.txid, outpoint.vout, hash, 'funding', 'yes', time, signature.toString('base64')),
      ).rejects.toThrow(/^no masternode has|another key signed/);
  // An index that no transaction has cannot be written into a vote.
  const [{ signature: text }] = votes as [Vote];
  await expect(first.call('voteraw', txid, -1, hash, 'funding', 'yes', START_TIME, text.toString('base64'))).rejects.toThrow(
    /^masternode-tx-index: /,
  );
  const peer = await RawPeer.ready(second.address);
  for (const vote of votes) peer.send('govobjvote', encodeVote(vote));
  await peer.settled();
  peer.close();
  await voteOn(hash, second, third);
  expect(await alike('the votes', 'gobject', 'get', hash)).toMatchObject({ FundingResult: { YesCount: 3, NoCount: 1, AbstainCount: 1 } });

  // The collateral of the masternode that voted no is spent: its vote is kept, and does not count any more.
  const unsigned = await first.call('createrawtransaction', [net.outpoints.get('mn4')!], [{ [address]: 19.99 }]);
  const { hex } = await first.call<{ hex: string }>('signrawtransactionwithwallet', unsigned);
  await first.call('sendrawtransaction', hex);
  await first.mine(1);
  await net.agreed();
  expect(await alike('the votes', 'gobject', 'get', hash)).toMatchObject({
    FundingResult: { AbsoluteYesCount: 3, YesCount: 3, NoCount: 0, AbstainCount: 1 },
  });
  expect(Object.keys((await alike('all votes', 'gobject', 'getvotes', hash)) as object)).toHaveLength(5);
  expect(Object.keys((await alike('current votes', 'gobject', 'getcurrentvotes', hash)) as object)).toHaveLength(4);
});

test('a superblock that pays otherwise is invalid on each of three nodes', async () => {
  const [first, second, third] = await threeNodes();
  await voteOn(await propose(first), second, third);
  const height = await mineToSuperblock(first);
  const { chain } = first.node.context;
  const rewardSat = chain.subsidy(height);
  const due = chain.coinbasePayments({ height, rewardSat }).map(({ output }) => output);
  const rest = due.filter(({ scriptPubKey }) => !scriptPubKey.equals(payeeScript));
  const [paid] = due.filter(({ scriptPubKey }) => scriptPubKey.equals(payeeScript)) as [TxOutput];
  expect(paid.valueSat).toBe(1_250_000_000n);
  /** What becomes of a block on each node whose coinbase has these outputs, beside one for the miner. */
  const offer = async (outputs: readonly TxOutput[], minerSat = 0n): Promise<unknown[]> => {
    const coinbase = { outputs: [{ valueSat: minerSat, scriptPubKey: Buffer.from([0x51]) }, ...outputs] };
    const hex = buildBlock({ parent: chain.tip, coinbase }).bytes.toString('hex');
    return Promise.all(net.nodes.map(({ call }) => call('submitblock', hex)));
  };
  const { tip } = chain;
  const all = (reason: string | null): unknown[] => net.nodes.map(() => reason);
  expect(await offer(rest)).toEqual(all('bad-cb-payee'));
  expect(await offer([...rest, { ...paid, valueSat: paid.valueSat - 1n }])).toEqual(all('bad-cb-payee'));
  expect(await offer([...rest, { ...paid, scriptPubKey: Buffer.from([0x52]) }])).toEqual(all('bad-cb-payee'));
  expect(await offer([...due, paid], rewardSat)).toEqual(all('bad-cb-amount'));
  expect(await offer(due, rewardSat + 1n)).toEqual(all('bad-cb-amount'));
  expect(net.nodes.map(({ node }) => node.context.chain.tip.hash)).toEqual(all(tip.hash));
  const [answer] = await offer(due);
  expect(answer).toBeNull();
  await net.agreed();
  for (const node of net.nodes) expect(await paidAt(node, height)).toEqual([PAID]);
});
