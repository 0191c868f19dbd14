import type { Reply } from '../../client/types.ts';
import { callText, replyText } from './faulty-client.ts';
import type { Alteration, ObservedCall } from './types.ts';

/** The answer of the node is needed to know what the fault alters. */
class NotKnown extends Error {}

const unknown = (): Promise<Reply> => Promise.reject(new NotKnown());

/**
 * Whether an alteration would have changed one of the calls of an earlier run, or its answer: a case on whose calls it has
 * no effect need not be run with it. True if only the node can know.
 */
export async function altersAny(alteration: Alteration, calls: readonly ObservedCall[]): Promise<boolean> {
  for (const call of calls) if (await alters(alteration, call)) return true;
  return false;
}

async function alters(alteration: Alteration, call: ObservedCall): Promise<boolean> {
  if (alteration.only !== undefined && alteration.only !== call.id) return false;
  if (alteration.repeat || alteration.late) return true;
  try {
    if (await alteration.instead?.(call, unknown)) return true;
    const forwarded = await alteration.forward?.(call, unknown);
    if (forwarded && callText(forwarded) !== callText(call)) return true;
    const answer = await alteration.answer?.(call.reply, call, unknown);
    return answer !== undefined && replyText(answer) !== replyText(call.reply);
  } catch (error) {
    if (error instanceof NotKnown) return true;
    throw error;
  }
}
