import { afterEach, beforeEach, expect, test } from 'vitest';
import { MasternodeNet, operatorWif, SPORK_WIF, START_TIME, type NetNode } from '../masternodes/testing/masternode-net.ts';
import { until } from '../network/testing/test-node.ts';
import type { JsonValue } from '../../specs/model/generated/methods.d.ts';
import { payeeAddress, proposalData } from './testing/proposals.ts';

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
  for (let attempt = 0; attempt < 500; attempt++) {
    same = await answers();
    if (new Set(same.map((answer) => JSON.stringify(answer))).size === 1) return same[0]!;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`nodes differ in ${what}: ${JSON.stringify(same)}`);
}

test('a proposal prepared and submitted on one node, voted by five masternodes on the others, is paid at the superblock', async () => {
  const first = await net.start(`-sporkkey=${SPORK_WIF}`);
  // The second node is the first masternode. Both others vote with lines of masternode.conf.
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

  const data = proposalData().toString('hex');
  const fee = await first.call<string>('gobject', 'prepare', '0', 1, START_TIME, data);
  await expect(first.call('gobject', 'submit', '0', 1, START_TIME, data, fee)).rejects.toMatchObject({ code: -25 });
  await first.mine(6);
  await expect(first.call('gobject', 'submit', '0', 2, START_TIME, data, fee)).rejects.toThrow('revision was 1, not 2');
  const hash = await first.call<string>('gobject', 'submit', '0', 1, START_TIME, data, fee);
  await alike('the proposal', 'gobject', 'get', hash);
  for (const name of ['mn1', 'mn2'])
    expect(await second.call('gobject', 'vote-name', hash, 'funding', 'yes', name)).toMatchObject({
      detail: { [name]: { result: 'successful' } },
    });
  await third.call('gobject', 'vote-name', hash, 'funding', 'yes', 'mn3');
  await third.call('gobject', 'vote-name', hash, 'funding', 'no', 'mn4');
  await third.call('gobject', 'vote-name', hash, 'funding', 'abstain', 'mn5');
  await until('all know the votes', () => net.nodes.every(({ node }) => node.context.governance.votesOn(hash).length === 5));

  const info = await first.call<{ nextsuperblock: number; superblockcycle: number }>('getgovernanceinfo');
  const height = info.nextsuperblock + info.superblockcycle;
  while (first.node.context.chain.tip.height < height - 1) {
    await first.mine(1);
    await net.agreed();
  }
  await until('all know the trigger', () => net.nodes.every(({ node }) => node.context.governance.totals.triggers > 0));
  await alike('the votes', 'gobject', 'list', 'all');
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
  expect(Object.keys((await alike('current votes', 'gobject', 'getcurrentvotes', hash)) as object)).toHaveLength(5);
  expect(await alike('counts', 'gobject', 'count')).toMatchObject({ proposals: 1 });
});
