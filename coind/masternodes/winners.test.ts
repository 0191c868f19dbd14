import { afterEach, expect, it } from 'vitest';
import { makeBlock, makeHeader } from '../primitives/block.ts';
import { merkleRoot } from '../primitives/merkle-root.ts';
import { makeTransaction } from '../primitives/transaction.ts';
import type { Block } from '../primitives/types.ts';
import { meetsTarget } from '../chain/pow.ts';
import { regtest } from '../regtest.ts';
import { until } from '../../test/until.ts';
import { BAN_BLOCKS, PING_INTERVAL_SECONDS, VOTE_LEAD } from './limits.ts';
import { MasternodeNet, operatorKey, operatorWif, SPORK_WIF, START_TIME, type NetNode } from './testing/masternode-net.ts';
import { encodeVote, signVote } from './vote.ts';
import { curve } from '../crypto/testing/curve.ts';

let net: MasternodeNet;

afterEach(() => net.stop());

/** A node for each masternode, each connected to the one before; the first has the wallet, and mines. All are enabled. */
async function operating(...names: string[]): Promise<NetNode[]> {
  net = new MasternodeNet();
  const nodes: NetNode[] = [];
  for (const name of names) {
    const special = nodes.length === 0 ? [`-sporkkey=${SPORK_WIF}`] : [];
    const node = await net.start('-masternode', `-masternodeprivkey=${operatorWif(name)}`, ...special);
    if (nodes.length > 0) await net.connect(node, nodes.at(-1)!);
    nodes.push(node);
  }
  await net.fund(nodes[0]!, ...names);
  await net.agreed();
  await nodes[0]!.call('masternode start-all');
  await until('all are announced', () => nodes.every(({ masternodes }) => masternodes.list().length === names.length));
  net.setTime(START_TIME + PING_INTERVAL_SECONDS);
  await until('all are enabled', () => nodes.every((node) => names.every((name) => node.statusOf(name) === 'ENABLED')));
  return nodes;
}

/** Mines one by one, so that every masternode sees each block and votes. */
async function mineSlowly(nodes: readonly NetNode[], count: number): Promise<void> {
  for (let i = 0; i < count; i++) {
    await nodes[0]!.mine(1);
    await net.agreed(...nodes);
    const { height } = nodes[0]!.node.context.chain.tip;
    await until('all votes came', () =>
      nodes.every(({ masternodes }) => masternodes.votes().filter((vote) => vote.height === height + VOTE_LEAD).length === nodes.length),
    );
  }
}

const coinbaseOf = async (node: NetNode, height: number): Promise<{ readonly value: bigint; readonly address: string | undefined }[]> => {
  const { chain } = node.node.context;
  const { outputs } = chain.block(chain.atHeight(height)!.hash)!.transactions[0]!;
  const { masternodes } = node;
  return outputs.map(({ valueSat, scriptPubKey }) => ({
    value: valueSat,
    address: masternodes.list().find(({ payeeScript }) => payeeScript.equals(scriptPubKey))?.address,
  }));
};

it('pays half of the reward to masternodes in turn, on all nodes the same', async () => {
  const nodes = await operating('one', 'two', 'three');
  const [miner] = nodes;
  const { height } = miner!.node.context.chain.tip;
  await mineSlowly(nodes, 6);
  const paid = await Promise.all([1, 2, 3, 4, 5, 6].map(async (i) => (await coinbaseOf(miner!, height + i))[1]!));
  const subsidy = miner!.node.context.chain.subsidy(height + 1);
  expect(paid.map(({ value }) => value)).toEqual(Array.from({ length: 6 }, () => subsidy / 2n));
  const order = paid.map(({ address }) => address);
  expect(new Set(order.slice(0, 3))).toEqual(new Set(['127.0.0.1:20000', '127.0.0.1:20001', '127.0.0.1:20002']));
  expect(order.slice(3)).toEqual(order.slice(0, 3));
  const winners = await Promise.all(nodes.map((node) => node.call('masternode winners')));
  expect(winners[1]).toEqual(winners[0]);
  expect(winners[2]).toEqual(winners[0]);
  const list = await miner!.call<Record<string, number>>('masternodelist', 'lastpaidblock');
  expect(Object.values(list).sort()).toEqual([height + 4, height + 5, height + 6]);
  // A reorganisation takes the payments back.
  await miner!.call('invalidateblock', miner!.node.context.chain.atHeight(height + 5)!.hash);
  const before = await miner!.call<Record<string, number>>('masternodelist', 'lastpaidblock');
  expect(Object.values(before).sort()).toEqual([height + 2, height + 3, height + 4]);
});

/** The block, with its coinbase changed so that everything goes to the miner. */
function withoutPayment(block: Block): Block {
  const [coinbase, ...others] = block.transactions;
  const { version, inputs, outputs, locktime } = coinbase!;
  const [own, payee, ...rest] = outputs;
  const greedy = makeTransaction({
    version,
    inputs,
    outputs: [{ ...own!, valueSat: own!.valueSat + payee!.valueSat }, ...rest],
    locktime,
  });
  const transactions = [greedy, ...others];
  const root = merkleRoot(transactions.map(({ txid }) => txid)).root;
  for (let nonce = 0; ; nonce++) {
    const header = makeHeader({ ...block.header, merkleRoot: root, nonce });
    if (meetsTarget(header.hash, header.bits, regtest)) return makeBlock(header, transactions);
  }
}

it('enforces payments that were voted for, once spork 8 is active', async () => {
  const nodes = await operating('one', 'two');
  const [miner, other] = nodes;
  await mineSlowly(nodes, VOTE_LEAD + 1); // the tip is the first block that was voted for
  const { chain } = miner!.node.context;
  const paying = chain.block(chain.tip.hash)!;
  await other!.call('invalidateblock', chain.tip.hash);
  const { chain: otherChain } = other!.node.context;
  const greedy = withoutPayment(paying);
  expect(otherChain.testBlock(greedy).ok).toBe(true);
  await expect(other!.call('setspork', 'SPORK_8_MASTERNODE_PAYMENT_ENFORCEMENT', 0)).rejects.toMatchObject({ code: -1 });
  await miner!.call('setspork', 'SPORK_8_MASTERNODE_PAYMENT_ENFORCEMENT', net.now + 100);
  await until('the spork came', () => other!.node.context.sporks.value('SPORK_8_MASTERNODE_PAYMENT_ENFORCEMENT') === net.now + 100);
  expect(otherChain.testBlock(greedy).ok).toBe(true); // its time has not come
  net.setTime(net.now + 100);
  await expect(other!.call('spork', 'active')).resolves.toMatchObject({ SPORK_8_MASTERNODE_PAYMENT_ENFORCEMENT: true });
  expect(otherChain.testBlock(greedy)).toMatchObject({ ok: false, reason: 'bad-cb-payee' });
  await expect(other!.call('submitblock', greedy.bytes.toString('hex'))).resolves.toBe('bad-cb-payee');
  await other!.call('reconsiderblock', paying.header.hash);
  expect(otherChain.tip.hash).toBe(paying.header.hash);
  await expect(other!.call('verifychain', 4, 0)).resolves.toBe(true);
});

it('does not enforce what has no votes, so that nodes without the list follow', async () => {
  const [miner] = await operating('one');
  await miner!.call('setspork', 'SPORK_8_MASTERNODE_PAYMENT_ENFORCEMENT', 0);
  await miner!.mine(30);
  await miner!.call('verifychain', 4, 0);
  const late = await net.start();
  await net.connect(late, miner!);
  await net.agreed();
  await until('the list came', () => late.statusOf('one') === 'ENABLED');
  await expect(late.call('spork', 'show')).resolves.toMatchObject({ SPORK_8_MASTERNODE_PAYMENT_ENFORCEMENT: 0 });
});

it('bans a masternode that votes twice about a block', async () => {
  const nodes = await operating('one', 'two', 'three');
  const [miner, , far] = nodes;
  await mineSlowly(nodes, 1);
  const { height } = miner!.node.context.chain.tip;
  const voter = net.outpoints.get('three')!;
  const first = miner!.masternodes.votes().find((vote) => vote.voter.txid === voter.txid && vote.voter.vout === voter.vout)!;
  const another = miner!.masternodes.list().find(({ payeeScript }) => !payeeScript.equals(first.payeeScript))!;
  const unsigned = { voter, height: first.height, payeeScript: another.payeeScript };
  const forged = signVote(unsigned, operatorKey('two'), curve);
  expect(miner!.masternodes.takeVote(forged)).toMatchObject({ reason: 'it is not signed by the operator' });
  expect(miner!.statusOf('three')).toBe('ENABLED');
  // From the second node, to both neighbours.
  const second = signVote(unsigned, operatorKey('three'), curve);
  nodes[1]!.masternodes.takeVote(second);
  nodes[1]!.node.context.network.broadcast('mnw', encodeVote(second));
  await until('it is banned everywhere', () => nodes.every((node) => node.statusOf('three') === 'POSE_BAN'));
  expect(far!.masternodes.mayVote(voter)).toBe(false);
  await miner!.mine(first.height + BAN_BLOCKS - height);
  expect(miner!.statusOf('three')).toBe('POSE_BAN');
  await miner!.mine(1);
  expect(miner!.statusOf('three')).toBe('ENABLED');
});
