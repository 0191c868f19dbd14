import { logReason } from '../fixtures/targets/log-reason.ts';
import type { RunningNode, TargetError } from '../fixtures/targets/types.ts';
import { within } from '../fixtures/targets/within.ts';

/** Time to wait for the end of a node's process after its connections broke: they break before its end is noticed. */
export const END_MS = 1_500;
/** Time limit of a simple call to a node that left a call unanswered. */
const PING_MS = 10_000;
const LAST_LINES = 5;

/** Why a node that left a call unanswered does not answer a simple one either; undefined if it does. It may have ended. */
export async function whyUnresponsive(node: RunningNode): Promise<string | undefined> {
  const reply = await within(node.client.call('getblockcount', [], { timeoutMs: PING_MS }), PING_MS + END_MS);
  if (reply && (reply.type !== 'fault' || reply.fault.evidence !== 'health')) return undefined;
  await within(node.ended, END_MS);
  return reply?.fault.message ?? `no answer to getblockcount within ${PING_MS / 1_000} s`;
}

/** Why a node did not start or restart, with the line of its log that says why, and its last ones. */
export function whyNotStarted({ message, details }: TargetError): string {
  const reason = logReason(details);
  const lines = details.slice(-LAST_LINES).join(' | ');
  return `${message}${reason === undefined ? '' : `; its log says: ${reason}`}${lines === '' ? '' : `; its last lines: ${lines}`}`;
}

/** The line of a node's log that says why it ended, for a message; empty if there is none. */
export function logSays(node: RunningNode): string {
  const reason = logReason(node.lastLines());
  return reason === undefined ? '' : `; its log says: ${reason}`;
}

/** The last lines of a node's log on one line, for a message; empty if it wrote none. */
export function lastLinesOf(node: RunningNode): string {
  return node.lastLines().slice(-LAST_LINES).join(' | ');
}
