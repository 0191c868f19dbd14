import { afterEach, describe, expect, it } from 'vitest';
import { createClock } from '../../../clock.ts';
import { until } from '../../../../test/until.ts';
import { runNode, type RunningNode } from '../../../node.ts';
import type { NodeOptions } from '../../../options/node-options.ts';
import { RpcError } from '../../errors.ts';

const NOW = 1_700_000_000;
const nodes: RunningNode[] = [];

async function start(options: Partial<NodeOptions> = {}): Promise<RunningNode> {
  const node = await runNode({ listen: true, port: 0, ...options }, { clock: createClock(NOW) });
  nodes.push(node);
  return node;
}

afterEach(async () => {
  for (const node of nodes.splice(0)) await node.stop();
});

/** Error code of a failed call. */
async function codeOf(call: Promise<unknown>): Promise<number | undefined> {
  const error = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  return error instanceof RpcError ? error.code : undefined;
}

const addressOf = ({ context }: RunningNode): string => `127.0.0.1:${context.network.listening!.port}`;

describe('setban', () => {
  // Answers of a node of the family.
  it.each([
    [{ bantime: 100 }, NOW + 100],
    [{}, NOW + 500],
    [{ bantime: 0 }, NOW + 500],
    [{ bantime: NOW + 7, absolute: true }, NOW + 7],
    [{ bantime: 0, absolute: true }, NOW + 500],
  ])('with %j lasts until %d', async (given, until) => {
    const node = await start({ bantimeSeconds: 500 });
    await node.call('setban', { subnet: '192.0.2.9/24', command: 'add', ...given });
    expect(await node.call('listbanned')).toEqual([{ address: '192.0.2.0/24', banned_until: until, ban_created: NOW }]);
  });

  it('expires at once if its end is in the past', async () => {
    const node = await start();
    await node.call('setban', ['192.0.2.9', 'add', 1, true]);
    expect(await node.call('listbanned')).toEqual([]);
    expect(await codeOf(node.call('setban', ['192.0.2.9', 'remove']))).toBe(-30);
  });
});

describe('peers', () => {
  it('are named by address or by id, but not by both', async () => {
    const [a, b] = [await start(), await start()];
    const address = addressOf(b);
    const peers = () => a.context.network.peers();
    for (const name of [[address], ['', 'id']] as const) {
      await a.call('addnode', [address, 'onetry']);
      await until('it is connected', () => peers().some(({ version }) => version > 0));
      const { id } = peers()[0]!;
      expect(await codeOf(a.call('disconnectnode'))).toBe(-32_602);
      expect(await codeOf(a.call('disconnectnode', [address, id]))).toBe(-32_602);
      expect(await codeOf(a.call('disconnectnode', ['', id + 1]))).toBe(-29);
      expect((await a.call('getnetworkinfo')).connections).toBe(1);
      await a.call(
        'disconnectnode',
        name.map((argument) => (argument === 'id' ? id : argument)),
      );
      expect(await a.call('getpeerinfo')).toEqual([]);
    }
    expect(await a.call('getaddednodeinfo')).toEqual([]);
    expect(await codeOf(a.call('getaddednodeinfo', [address]))).toBe(-24);
  });

  it('are reported with their traffic', async () => {
    const [a, b] = [await start(), await start()];
    await a.call('addnode', [addressOf(b), 'add']);
    await until('it is answered', () => a.context.network.peers()[0]?.pingTime !== undefined);
    const [peer] = await a.call('getpeerinfo');
    const expected = {
      addr: addressOf(b),
      services: '0000000000000409',
      inbound: false,
      addnode: true,
      conntime: NOW,
      banscore: 0,
      whitelisted: false,
    };
    expect(peer).toMatchObject(expected);
    const { totalbytessent, timemillis, uploadtarget } = await a.call('getnettotals');
    expect(totalbytessent).toBe(peer!.bytessent);
    expect(timemillis).toBe(NOW * 1000);
    expect(uploadtarget).toMatchObject({ timeframe: 86_400, target: 0, target_reached: false, serve_historical_blocks: true });
    expect(await a.call('getaddednodeinfo')).toEqual([
      { addednode: addressOf(b), connected: true, addresses: [{ address: addressOf(b), connected: 'outbound' }] },
    ]);
    expect(await a.call('setnetworkactive', [false])).toBe(false);
    expect(await a.call('getaddednodeinfo')).toEqual([{ addednode: addressOf(b), connected: false }]); // addresses only when connected
    expect(await a.call('getnetworkinfo')).toMatchObject({ connections: 0, networkactive: false });
  });
});
