import { setTimeout as delay } from 'node:timers/promises';
import type { TpsNode } from './network/types.ts';
import { unlessAborted } from './unless-aborted.ts';

const PAUSE_MS = 100;
/** Blocks in a row that confirm nothing of what is waited for, on each node. */
const IDLE_BLOCKS = 3;

export interface ConfirmOptions {
  /** They mine in turn: each what its own pool holds. */
  readonly nodes: readonly TpsNode[];
  readonly txids: Iterable<string>;
  /** What blocks pay to. */
  readonly address: string;
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, total: number) => void;
}

export interface Confirmed {
  readonly durationMs: number;
  readonly blocks: number;
  /** Transactions that no node had any more. */
  readonly left: ReadonlySet<string>;
}

/** Mines until transactions are in blocks, or no node has any more of them. */
export async function confirm({ nodes, txids, address, signal, onProgress }: ConfirmOptions): Promise<Confirmed> {
  const waiting = new Set(txids);
  const total = waiting.size;
  const startedMs = performance.now();
  let [blocks, idle, turn] = [0, 0, 0];
  while (waiting.size > 0 && idle < IDLE_BLOCKS * nodes.length) {
    const { call } = nodes[turn % nodes.length]!;
    const before = waiting.size;
    for (const hash of await unlessAborted(call('generatetoaddress', [1, address]), signal)) {
      blocks++;
      const { tx } = await unlessAborted(call('getblock', [hash, 1]), signal);
      for (const txid of tx) waiting.delete(txid);
    }
    if (waiting.size < before) {
      onProgress(total - waiting.size, total);
      idle = 0;
      continue;
    }
    // What it lacks another one may have, once it knows this block.
    idle++;
    turn++;
    await delay(PAUSE_MS, undefined, { signal });
  }
  return { durationMs: performance.now() - startedMs, blocks, left: waiting };
}
