import { setTimeout as delay } from 'node:timers/promises';
import { NodeCallError } from '../../node-call.ts';
import { TpsError } from '../errors.ts';
import { CONNECT_MS } from '../limits.ts';
import { unlessAborted } from '../unless-aborted.ts';
import { dialsOf, type Dial } from './dials.ts';
import type { TpsNetwork } from './types.ts';

const POLL_MS = 50;

/**
 * Closes connections of a network: relayed links are cut; others are closed by the node that has opened them, and stay closed, as it
 * was asked for each once. Throws `TpsError` where one is still open after the time for it, and `NodeCallError`.
 */
export async function partNodes(
  network: Pick<TpsNetwork, 'nodes' | 'links'>,
  isParted: (dial: Dial) => boolean,
  signal: AbortSignal,
): Promise<void> {
  const dials = dialsOf(network).filter(isParted);
  const relays = network.links?.relays;
  if (relays) await Promise.all(dials.map(({ from, to }) => relays.cut({ between: [to.name, from.name] })));
  const until = performance.now() + CONNECT_MS;
  for (;;) {
    const open: string[] = [];
    for (const { from, to, address } of dials) {
      const peers = await unlessAborted(from.call('getpeerinfo'), signal);
      if (address === undefined || !peers.some(({ addr }) => addr === address)) continue;
      open.push(`${from.name} and ${to.name}`);
      if (!relays) await unlessRefused(from.call('disconnectnode', [address])); // it may have ended meanwhile
    }
    if (open.length === 0) return;
    if (performance.now() > until) throw new TpsError(`${open.join('; ')} could not be disconnected within ${CONNECT_MS / 1_000} s`);
    await delay(POLL_MS, undefined, { signal });
  }
}

/** Lets relayed links through again that `partNodes` has cut. The nodes have to be connected once more. */
export async function healLinks(network: Pick<TpsNetwork, 'nodes' | 'links'>, isParted: (dial: Dial) => boolean): Promise<void> {
  const relays = network.links?.relays;
  if (!relays) return;
  await Promise.all(
    dialsOf(network)
      .filter(isParted)
      .map(({ from, to }) => relays.heal({ between: [to.name, from.name] })),
  );
}

async function unlessRefused(call: Promise<unknown>): Promise<void> {
  try {
    await call;
  } catch (error) {
    if (!(error instanceof NodeCallError) || error.code === undefined) throw error;
  }
}
