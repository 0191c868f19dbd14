import type { Client, FaultKind } from '../../client/types.ts';

/** A node that has been under load may take its time, but this is many times that of such a call. */
const WITHIN_MS = 10_000;
/** Faults with which no answer came. Any other answer, also an invalid one, shows that the node runs. */
const NO_ANSWER: ReadonlySet<FaultKind> = new Set<FaultKind>(['refused', 'reset', 'timeout', 'truncated']);

/** Asks a node whether it still answers. Returns why it does not: `the node no longer answers: …`; undefined if it does. */
export async function unanswered(client: Client, withinMs = WITHIN_MS): Promise<string | undefined> {
  // A method of every node, with which a guard of the chain sees another chain, too.
  const reply = await client.call('getblockchaininfo', [], { timeoutMs: withinMs });
  if (reply.type !== 'fault' || !NO_ANSWER.has(reply.fault.kind)) return undefined;
  return `the node no longer answers: ${reply.fault.message}`;
}
