import type { Trial } from '../../engine/trial.ts';
import { resultIfAvailable } from '../../fixtures/world/available.ts';
import { holdsWithin, pause } from './wait-for.ts';

/** Cases of the client of the external chain: it must not run beside others. */
export const extClientNodes = { profile: 'ext-client', effect: ['network'], uses: ['getblockchaininfo'] } as const;

/** Its first blocks come at once, further ones twice a second. */
const SYNCED_WITHIN_MS = 30_000;
/** How long a client that was stopped is observed. It would mine some blocks in that time. */
const QUIET_MS = 2_500;

/** The external block up to which the node is synced. */
export async function currentBlock(t: Trial): Promise<number> {
  return (await t.result('getblockchaininfo')).extclient_current_block ?? 0;
}

/** Starts the client. A case is inapplicable on nodes that have none: the documents do not say how one is installed. */
export async function startClient(t: Trial): Promise<void> {
  await resultIfAvailable(t.world, 'coinstartextclient', {}, 'the client of the external chain cannot be started');
}

/** Whether the node learns of a further external block while a client runs. `before`: the last one that it knew. Default: that of now. */
export async function follows(t: Trial, before?: number): Promise<boolean> {
  const known = before ?? (await currentBlock(t));
  return holdsWithin(t, SYNCED_WITHIN_MS, async () => (await currentBlock(t)) > known);
}

/**
 * Whether coinstartextclient has the node learn of a block above `known`. It is called until it does, whatever it returns: a node may
 * notice later that a client has ended.
 */
export async function followsOnceStarted(t: Trial, known: number): Promise<boolean> {
  return holdsWithin(t, SYNCED_WITHIN_MS, async () => {
    await t.call('coinstartextclient');
    return (await currentBlock(t)) > known;
  });
}

/** Number of external blocks that the node learns of in some seconds. */
export async function learntBlocks(t: Trial): Promise<number> {
  const before = await currentBlock(t);
  await pause(t, QUIET_MS);
  return (await currentBlock(t)) - before;
}

/** What a call was answered with, for an observation. */
export async function outcomeOf(t: Trial, method: 'coinstartextclient' | 'coinstopextclient'): Promise<string> {
  const answer = await t.call(method);
  return answer.ok ? 'accepted' : `refused ${answer.error.code}`;
}

/** Runs an action, and stops the client after it. */
export async function thenStopped(t: Trial, action: () => Promise<void>): Promise<void> {
  try {
    await action();
  } finally {
    await t.world.result('coinstopextclient');
  }
}
