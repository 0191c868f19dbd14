import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createState } from '../state/state.ts';
import { createExtChain, MAX_HEADERS } from './ext-chain.ts';
import { Relayer } from './relayer.ts';
import type { ExtChain } from './types.ts';

const root = (byte: number): Buffer => Buffer.alloc(32, byte);
const emptyChain = (): ExtChain => createExtChain(createState({}));
const refused = (reason: string): Error => expect.objectContaining({ name: 'ExtClientError', reason }) as Error;

test('nothing is known at first', () => {
  const { status, highestSeen, current } = emptyChain();
  expect({ status, highestSeen, current }).toEqual({ status: 'waiting to sync...', highestSeen: 0, current: 0 });
});

test('headers are found by their number, and a later one replaces an earlier one', () => {
  const chain = emptyChain();
  chain.setHeaders([
    { number: 7, root: root(1) },
    { number: 5, root: root(2) },
  ]);
  chain.setHeaders([{ number: 5, root: root(3) }]);
  expect([chain.rootOf(7), chain.rootOf(5), chain.rootOf(6)]).toEqual([root(1), root(3), undefined]);
  expect([chain.current, chain.highestSeen]).toEqual([7, 7]);
});

test('the highest block seen is that of a status or of a header', () => {
  const chain = emptyChain();
  chain.setStatus('syncing', 9);
  expect([chain.status, chain.highestSeen, chain.current]).toEqual(['syncing', 9, 0]);
  chain.setHeaders([{ number: 12, root: root(1) }]);
  chain.setStatus('synced', 0);
  expect([chain.status, chain.highestSeen, chain.current]).toEqual(['synced', 12, 12]);
});

test.each([
  ['waiting', 0],
  ['', 0],
  ['synced', 1],
  ['syncing', -1],
  ['syncing', 0.5],
])('the status %j with the highest block %d is refused', (status, highest) => {
  expect(() => emptyChain().setStatus(status, highest)).toThrow(refused('invalid-ext-status'));
});

test('the lowest headers are removed beyond the limit', () => {
  const chain = emptyChain();
  chain.setHeaders(Array.from({ length: MAX_HEADERS + 1 }, (_, number) => ({ number, root: root(1) })));
  expect([chain.rootOf(1_000), chain.rootOf(1_001)]).toEqual([undefined, root(1)]);
  expect(chain.rootOf(MAX_HEADERS)).toEqual(root(1));
});

test('all of it is kept over a restart, and restored with the state', async () => {
  const datadir = mkdtempSync(join(tmpdir(), 'ext-chain-'));
  try {
    const state = createState({ datadir });
    const chain = createExtChain(state);
    chain.setHeaders([{ number: 3, root: root(4) }]);
    const snapshot = state.snapshot();
    chain.setHeaders([{ number: 3, root: root(5) }]);
    chain.setStatus('syncing', 40);
    state.restore(snapshot);
    expect([chain.rootOf(3), chain.highestSeen]).toEqual([root(4), 3]);
    chain.setStatus('syncing', 8);
    await state.close();
    const again = createState({ datadir });
    const kept = createExtChain(again);
    expect([kept.rootOf(3), kept.status, kept.highestSeen, kept.current]).toEqual([root(4), 'syncing', 8, 3]);
    await again.close();
  } finally {
    rmSync(datadir, { recursive: true });
  }
});

test('the relayer sets what a line states, also in pieces, and skips the rest', () => {
  const chain = emptyChain();
  const log: string[] = [];
  let changes = 0;
  const relayer = new Relayer({ chain, log: (line) => log.push(line), changed: () => (changes += 1) });
  const hex = '0a'.repeat(32);
  relayer.read(`{"headers":[[4,"${hex}"`);
  expect(chain.current).toBe(0);
  relayer.read(`]]}\n{"syncing_status":"syncing","highestBlock":6}\n`);
  expect([chain.rootOf(4)?.toString('hex'), chain.status, chain.highestSeen, changes]).toEqual([hex, 'syncing', 6, 2]);
  relayer.read(
    '\nno JSON\n1\n{}\n{"headers":5}\n{"headers":[[1]]}\n{"headers":[["1","aa"]]}\n{"headers":[[1,"aa"]]}\n{"syncing_status":"other","highestBlock":1}\n',
  );
  expect(log).toHaveLength(9);
  expect([changes, chain.current, chain.status]).toEqual([2, 4, 'syncing']);
  relayer.read(
    '{"syncing_status":{"toString":1},"highestBlock":1}\n{"syncing_status":"syncing","highestBlock":{"valueOf":1,"toString":1}}\n',
  );
  relayer.read('{"syncing_status":"syncing","highestBlock":1e400}\n{"headers":[[1e400,"aa"]]}\n');
  expect(log).toHaveLength(13);
  relayer.read('x'.repeat(1_048_577));
  relayer.read('x'.repeat(100));
  relayer.read(`\n{"headers":[[9,"${hex}"]]}\n`);
  expect(log).toHaveLength(14);
  expect(chain.current).toBe(9);
});
