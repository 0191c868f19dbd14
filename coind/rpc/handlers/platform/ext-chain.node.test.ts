import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { runNode, type RunningNode } from '../../../node.ts';

let node: RunningNode;

beforeEach(async () => {
  node = await runNode();
});
afterEach(() => node.stop());

const root = 'ab'.repeat(32);

describe('the external chain', () => {
  test('is shown by getblockchaininfo as it was set', async () => {
    expect(await node.call('getblockchaininfo')).toMatchObject({ extclient_sync_status: 'waiting to sync...', extclient_total_blocks: 0 });
    expect(await node.call('coinsetextstatus', ['syncing', 10])).toEqual({ status: 'success' });
    expect(
      await node.call('coinsetextheaders', [
        [
          [7, root],
          [6, root],
        ],
      ]),
    ).toEqual({ status: 'success' });
    expect(await node.call('getblockchaininfo')).toMatchObject({
      extclient_sync_status: 'syncing',
      extclient_total_blocks: 10,
      extclient_current_block: 7,
    });
    await node.call('coinsetextstatus', ['synced', 0]);
    expect(await node.call('getblockchaininfo')).toMatchObject({ extclient_sync_status: 'synced', extclient_total_blocks: 10 });
  });

  test.each([
    ['a text for a number', ['1', root]],
    ['a negative number', [-1, root]],
    ['a fraction', [0.5, root]],
    ['a number beyond 32 bits', [2 ** 32, root]],
    ['a short root', [1, 'ab']],
    ['a root with 0x', [1, `0x${root}`]],
    ['no root', [1]],
    ['three members', [1, root, 2]],
  ])('takes no header with %s, nor any other of the call', async (_, header) => {
    await expect(node.call('coinsetextheaders', [[[3, root], header]])).rejects.toMatchObject({ code: -8 });
    expect(node.context.extChain.rootOf(3)).toBeUndefined();
  });

  test('takes no status that contradicts itself', async () => {
    await expect(node.call('coinsetextstatus', ['synced', 5])).rejects.toMatchObject({ code: -8 });
    await expect(node.call('coinsetextstatus', ['syncing', -1])).rejects.toMatchObject({ code: -8 });
  });
});

test('without -extclient no client is started or stopped', async () => {
  for (const method of ['coinstartextclient', 'coinstopextclient'] as const)
    await expect(node.call(method)).rejects.toMatchObject({
      code: -1,
      message: `${method} is not available: start coind with -extclient.`,
    });
});

test('a program that cannot be run is named', async () => {
  await node.stop();
  node = await runNode({ extClient: '/no/such/program' });
  await expect(node.call('coinstartextclient')).rejects.toMatchObject({
    code: -1,
    message: expect.stringContaining('/no/such/program') as string,
  });
});

test('a stopping node ends its client', async () => {
  await node.stop();
  node = await runNode({ extClient: `${import.meta.dirname}/../../../../bin/ext-chain.js` });
  await node.call('coinstartextclient');
  expect(node.context.extClient.isRunning).toBe(true);
  await node.stop();
  expect(node.context.extClient.isRunning).toBe(false);
});
