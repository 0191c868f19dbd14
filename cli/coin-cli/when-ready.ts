import { setTimeout as sleep } from 'node:timers/promises';
import type { Reply } from '../../client/types.ts';

/** Pause between attempts. */
const POLL_MS = 200;
const WARMING_UP = -28;

const isUnauthorized = (reply: Reply): boolean => reply.type === 'fault' && reply.fault.kind === 'unauthorized';

/** Whether nobody listens, or a node that is still starting answers. */
function isAbsent(reply: Reply): boolean {
  return reply.type === 'error' ? reply.error.code === WARMING_UP : reply.type === 'fault' && reply.fault.kind === 'refused';
}

/**
 * The reply of a node that may only be starting (-rpcwait): the call is repeated until one is there. Refused credentials
 * are tried twice, because a node writes its cookie only when it listens.
 */
export async function whenReady(attempt: () => Promise<Reply>): Promise<Reply> {
  for (let before: Reply | undefined; ; await sleep(POLL_MS)) {
    const reply = await attempt();
    if (!isAbsent(reply) && !(isUnauthorized(reply) && (before === undefined || !isUnauthorized(before)))) return reply;
    before = reply;
  }
}
