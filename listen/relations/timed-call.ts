import type { CallRecord } from '../../engine/call-record.ts';
import { show } from '../../engine/show.ts';

/** A call of a client with its answer. Times are milliseconds since 1970. */
export interface TimedCall extends CallRecord {
  /** When the request began to come, and when the whole answer had come from the node: the node acted in between. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Address and port of the client. */
  readonly client: string;
}

export type Times = Pick<TimedCall, 'startedAt' | 'endedAt'>;

/** Whether one call was over before another one began. Of calls that overlap neither is before the other. */
export const isBefore = (first: Times, second: Times): boolean => first.endedAt < second.startedAt;

/** A call in a message, without its answer: who made it, and when it was answered. */
export function callText({ method, params, endedAt, client }: TimedCall): string {
  const given = params.length === 0 ? '' : ` ${show(params)}`;
  return `${method}${given} of ${client}, answered at ${new Date(endedAt).toISOString()}`;
}
