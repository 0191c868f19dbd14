import { afterEach, expect, it } from 'vitest';
import { until } from '../../test/until.ts';
import { PING_EXPIRY_SECONDS, PING_INTERVAL_SECONDS } from './limits.ts';
import { MasternodeNet, operatorWif, START_TIME, type NetNode } from './testing/masternode-net.ts';

let net: MasternodeNet;

afterEach(() => net.stop());

/** A controller with the wallet, a masternode, and a node that only watches; all connected in a line. */
async function three(...names: string[]): Promise<readonly [NetNode, NetNode, NetNode]> {
  net = new MasternodeNet();
  const controller = await net.start();
  const operated = await net.start('-masternode', `-masternodeprivkey=${operatorWif(names[0]!)}`);
  const watcher = await net.start();
  await net.connect(operated, controller);
  await net.connect(watcher, operated);
  await net.fund(controller, ...names);
  await net.agreed();
  return [controller, operated, watcher];
}

const seenBy = (nodes: readonly NetNode[], name: string, status: string | undefined): Promise<void> =>
  until(`${name} is ${status}`, () => nodes.every((node) => node.statusOf(name) === status));

it('announces a masternode to all nodes, which see the same list', async () => {
  const nodes = await three('one', 'two');
  const [controller, operated, watcher] = nodes;
  await expect(operated.call('masternode status')).resolves.toMatchObject({ status: expect.stringContaining('Not in the list') });
  await expect(watcher.call('masternode status')).rejects.toMatchObject({ code: -32_603, message: 'This is not a masternode' });
  await controller.call('masternode initialize', 'one');
  await seenBy(nodes, 'one', 'PRE_ENABLED');
  expect(watcher.statusOf('two')).toBeUndefined();
  const lists = await Promise.all(nodes.map((node) => node.call('masternodelist')));
  expect(lists[1]).toEqual(lists[0]);
  expect(lists[2]).toEqual(lists[0]);
  await expect(watcher.call('masternode list')).resolves.toEqual(lists[2]);
  const { txid, vout } = net.outpoints.get('one')!;
  await expect(watcher.call('masternode list', 'status', txid)).resolves.toEqual({ [`${txid}-${vout}`]: 'PRE_ENABLED' });
  await expect(watcher.call('masternode list', 'status', 'NEW_START')).resolves.toEqual({});
  await expect(operated.call('masternode status')).resolves.toMatchObject({
    outpoint: `${txid}-${vout}`,
    service: '127.0.0.1:20000',
    status: 'PRE_ENABLED',
  });
  await expect(controller.call('masternode initialize', 'three')).rejects.toMatchObject({
    code: -8,
    message: 'masternode.conf has no masternode three. It has: one, two.',
  });
  await expect(watcher.call('masternode initialize', 'two')).rejects.toMatchObject({ code: -1 });
});

it('enables a masternode that pings, and requires a new start of one that does not', async () => {
  const nodes = await three('one', 'two');
  const [controller] = nodes;
  await expect(controller.call('masternode start-all')).resolves.toEqual({
    overall: 'Successfully started 2 masternodes, failed for 0, total 2',
    detail: { one: { result: 'successful' }, two: { result: 'successful' } },
  });
  await seenBy(nodes, 'two', 'PRE_ENABLED');
  net.setTime(START_TIME + PING_INTERVAL_SECONDS);
  await seenBy(nodes, 'one', 'ENABLED');
  expect(nodes.map((node) => node.statusOf('two'))).toEqual(['PRE_ENABLED', 'PRE_ENABLED', 'PRE_ENABLED']); // no node operates it
  net.setTime(START_TIME + PING_EXPIRY_SECONDS);
  await seenBy(nodes, 'two', 'NEW_START_REQUIRED');
  await seenBy(nodes, 'one', 'ENABLED');
  await expect(controller.call('masternode count')).resolves.toEqual({ total: 2, enabled: 1, qualify: 1 });
  await expect(controller.call('masternode start-missing')).resolves.toMatchObject({ detail: {} });
  await expect(controller.call('masternode start-disabled')).resolves.toMatchObject({ detail: { two: { result: 'successful' } } });
  await seenBy(nodes, 'two', 'PRE_ENABLED');
  net.setTime(net.now + PING_EXPIRY_SECONDS);
  await seenBy(nodes, 'one', 'NEW_START_REQUIRED'); // it was not running for so long
});

it('shows that a collateral was spent, and that a reorganisation made it unspent', async () => {
  const nodes = await three('one');
  const [controller, , watcher] = nodes;
  await controller.call('masternode initialize', 'one');
  await seenBy(nodes, 'one', 'PRE_ENABLED');
  const outpoint = net.outpoints.get('one')!;
  // The wallet keeps it from being spent by accident.
  await expect(controller.call('listlockunspent')).resolves.toContainEqual(outpoint);
  await controller.call('lockunspent', true, [outpoint]);
  const raw = await controller.call<string>(
    'createrawtransaction',
    [outpoint],
    [{ [await controller.call<string>('getnewaddress')]: 19.99 }],
  );
  const { hex } = await controller.call<{ hex: string }>('signrawtransactionwithwallet', raw);
  await controller.call('sendrawtransaction', hex);
  expect(controller.statusOf('one')).toBe('PRE_ENABLED'); // not before it is in a block
  const [block] = await controller.mine(1);
  await net.agreed();
  await seenBy(nodes, 'one', 'OUTPOINT_SPENT');
  expect(watcher.masternodes.mayVote(outpoint)).toBe(false);
  await expect(controller.call('masternode start-all')).resolves.toMatchObject({
    detail: { one: { result: 'failed', errorMessage: expect.stringContaining('is not an unspent output') } },
  });
  await watcher.call('invalidateblock', block);
  expect(watcher.statusOf('one')).toBe('PRE_ENABLED');
  expect(watcher.masternodes.mayVote(outpoint)).toBe(true);
  await watcher.call('reconsiderblock', block);
  expect(watcher.statusOf('one')).toBe('OUTPOINT_SPENT');
  net.setTime(START_TIME + PING_EXPIRY_SECONDS);
  await seenBy(nodes, 'one', undefined); // forgotten
});

it('forgets a collateral that a reorganisation removes, and finds it again', async () => {
  const nodes = await three('one');
  const [controller] = nodes;
  await controller.call('masternode initialize', 'one');
  await seenBy(nodes, 'one', 'PRE_ENABLED');
  const { txid } = net.outpoints.get('one')!;
  const { blockhash } = await controller.call<{ blockhash: string }>('gettransaction', txid);
  await controller.call('invalidateblock', blockhash);
  expect(controller.statusOf('one')).toBe('OUTPOINT_SPENT');
  await expect(controller.call('masternode initialize', 'one')).rejects.toMatchObject({ code: -1 });
  await controller.mine(3); // the transaction is in a block again, with too few confirmations for a new announcement
  expect(controller.statusOf('one')).toBe('PRE_ENABLED');
  net.setTime(START_TIME + 1);
  await expect(controller.call('masternode initialize', 'one')).rejects.toMatchObject({
    message: expect.stringMatching(/the collateral has [123] confirmations, it needs 6/),
  });
});

it('takes an announcement over that came before the blocks with its collateral', async () => {
  net = new MasternodeNet();
  const controller = await net.start();
  await net.fund(controller, 'one');
  await controller.call('masternode initialize', 'one');
  const late = await net.start();
  await net.connect(late, controller);
  await net.agreed();
  await seenBy([late], 'one', 'PRE_ENABLED');
});

it('keeps masternodes and their payments over a restart', async () => {
  net = new MasternodeNet();
  const datadir = `${net.folder}/node`;
  const args = [`-datadir=${datadir}`, '-masternode', `-masternodeprivkey=${operatorWif('one')}`] as const;
  const first = await net.start(...args);
  await net.fund(first, 'one', 'two');
  await first.call('masternode start-all');
  net.setTime(START_TIME + PING_INTERVAL_SECONDS);
  await seenBy([first], 'one', 'ENABLED');
  await first.mine(15);
  const before = await first.call('masternodelist', 'full');
  const winners = await first.call('masternode winners');
  await first.node.stop();
  net.nodes.length = 0;
  const again = await net.start(...args);
  expect(await again.call('masternodelist', 'full')).toEqual(before);
  expect(await again.call('masternode winners')).toEqual(winners);
  await expect(again.call('listlockunspent')).resolves.toContainEqual(net.outpoints.get('one'));
});
