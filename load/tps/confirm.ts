import { setTimeout as delay } from 'node:timers/promises';
import type { TpsNode } from './network/types.ts';
import type { TpsRound } from './results.ts';
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
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Mines until transactions are in blocks. */
export async function confirm({ nodes, txids, address, timeoutMs, signal }: ConfirmOptions): Promise<TpsRound['confirmation']> {
  const waiting = new Set(txids);
  const startedMs = performance.now();
  let [blocks, idle, turn] = [0, 0, 0];
  while (waiting.size > 0 && idle < IDLE_BLOCKS * nodes.length && performance.now() - startedMs < timeoutMs) {
    const { call } = nodes[turn % nodes.length]!;
    const before = waiting.size;
    for (const hash of await unlessAborted(call('generatetoaddress', [1, address]), signal)) {
      blocks++;
      const { tx } = await unlessAborted(call('getblock', [hash, 1]), signal);
      for (const txid of tx) waiting.delete(txid);
    }
    if (waiting.size < before) {
      idle = 0;
      continue;
    }
    // What it lacks another one may have, once it has heard of this block.
    idle++;
    turn++;
    await delay(PAUSE_MS, undefined, { signal });
  }
  return { durationMs: performance.now() - startedMs, blocks, unconfirmed: waiting.size };
}
