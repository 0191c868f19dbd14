import { describe, expect, it } from 'vitest';
import type { NodeCall } from '../node-call.ts';
import { confirm } from './confirm.ts';
import type { TpsNode } from './network/types.ts';

/** A node that mines what is in its pool, so many to a block. */
function miner(name: string, pool: string[], perBlock = 2): TpsNode & { readonly mined: () => number } {
  const blocks: string[][] = [];
  const call = (async (method: string, params: readonly unknown[]) => {
    if (method === 'generatetoaddress') {
      expect(params).toEqual([1, 'address']);
      blocks.push(pool.splice(0, perBlock));
      return [`${name}-${blocks.length}`];
    }
    expect(method).toBe('getblock');
    return { tx: ['coinbase', ...blocks[Number(String(params[0]).split('-')[1]) - 1]!] };
  }) as unknown as NodeCall;
  return { name, call, mined: () => blocks.length } as unknown as TpsNode & { readonly mined: () => number };
}

const options = { address: 'address', signal: new AbortController().signal, onProgress: () => undefined };

describe('confirm', () => {
  it('mines until all transactions are in blocks', async () => {
    const node = miner('a', ['1', '2', '3', '4', '5']);
    expect(await confirm({ ...options, nodes: [node], txids: ['1', '2', '3', '4', '5'] })).toMatchObject({ blocks: 3, left: new Set() });
    expect(node.mined()).toBe(3);
  });

  it('lets another node mine what the first one lacks', async () => {
    const nodes = [miner('a', ['1']), miner('b', ['2', '3'])];
    expect(await confirm({ ...options, nodes, txids: ['1', '2', '3'] })).toMatchObject({ blocks: 3, left: new Set() });
  });

  it('gives up when no node has what is left', async () => {
    const nodes = [miner('a', ['1']), miner('b', [])];
    expect(await confirm({ ...options, nodes, txids: ['1', 'nowhere'] })).toMatchObject({ left: new Set(['nowhere']), blocks: 7 });
  });

  it('mines nothing where nothing was received', async () => {
    const node = miner('a', ['other']);
    expect(await confirm({ ...options, nodes: [node], txids: [] })).toMatchObject({ blocks: 0, left: new Set() });
  });
});
