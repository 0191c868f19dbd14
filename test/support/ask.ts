import type { Client } from '../../client/types.ts';
import type { Wire } from '../../specs/model/wire.ts';
import { toPlain } from '../../client/wire-json.ts';

/** The node returned an error of the method. */
export class Refused extends Error {
  readonly code: number;
  /** The node's message. */
  readonly reason: string;
  constructor(method: string, code: number, reason: string) {
    super(`${method} was refused with ${code}: ${reason}`);
    this.code = code;
    this.reason = reason;
  }
}

/** No valid answer: the node ended, or it violated a standard. */
export class Unanswered extends Error {}

/** Returns the result of a call, with amounts as plain numbers. Throws `Refused` or `Unanswered`. */
export type AskNode = <T>(method: string, params?: readonly Wire[], wallet?: string) => Promise<T>;

export function askOf(client: Client): AskNode {
  return async <T>(method: string, params: readonly Wire[] = [], wallet?: string): Promise<T> => {
    const reply = await client.call(method, params, wallet === undefined ? {} : { wallet });
    if (reply.type === 'result') return toPlain(reply.result) as T;
    if (reply.type === 'error') throw new Refused(method, reply.error.code, reply.error.message);
    throw new Unanswered(`${method}: ${reply.fault.message}`);
  };
}
