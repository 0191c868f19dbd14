import { within } from '../../fixtures/targets/within.ts';
import { LinksEndedError } from '../links/links-ended-error.ts';
import { NodeCallError } from '../node-call.ts';
import { NodeEndedError, TpsError } from './errors.ts';
import type { TpsNode } from './network/types.ts';
import type { TpsFault } from './results.ts';

/** The system notices the end of a process a little later than its connections break. */
const END_NOTICED_MS = 2_000;

/** The end of a node that was noticed, or that is noticed soon: where a node ends, calls to it fail first. */
export async function nodeThatEnded(ended: AbortSignal): Promise<NodeEndedError | undefined> {
  if (!ended.aborted) await within(new Promise((resolve) => ended.addEventListener('abort', resolve, { once: true })), END_NOTICED_MS);
  return ended.reason instanceof NodeEndedError ? ended.reason : undefined;
}

/** Why a round did not come to its end: a node that ended, one that failed, or the links, which are no fault of a node. Throws all else. */
export async function whyItEnded(
  error: unknown,
  { round, nodes, ended }: { readonly round: number; readonly nodes: readonly TpsNode[]; readonly ended: AbortSignal },
): Promise<{ readonly fault?: TpsFault; readonly reason: string }> {
  const gone = await nodeThatEnded(ended);
  if (gone) {
    const { node: name, how } = gone;
    const lastLines = nodes.find((node) => node.name === name)?.node.lastLines() ?? [];
    return { fault: { kind: 'node-ended', node: name, round, how, lastLines }, reason: `${name} ended in round ${round} with ${how}` };
  }
  // What waits when the test is ended says no more than that.
  const cause: unknown = ended.aborted ? ended.reason : error;
  if (cause instanceof LinksEndedError) return { reason: `round ${round}: ${cause.message}` };
  const isConnectionError = cause instanceof Error && 'syscall' in cause;
  if (!(cause instanceof NodeCallError || cause instanceof TpsError || isConnectionError)) throw cause;
  const { message } = cause as Error;
  const failing = nodes.find(({ name, node }) => message.startsWith(`${name} `) || message.includes(new URL(node.client.address).host));
  return { fault: { kind: 'node-failed', node: failing?.name ?? 'a node', round, message }, reason: `round ${round}: ${message}` };
}
