import type { CallRecord } from './call-record.ts';

/**
 * Latencies of answered calls by neutral method id: a time in milliseconds, with two significant digits, and the number
 * of calls that took it. This stays small for a case of many calls, and can be added up over cases.
 */
export type Latencies = { readonly [method: string]: { readonly [ms: string]: number } };

/** The latencies of the calls that were answered; undefined if none was. */
export function latenciesOf(calls: readonly Pick<CallRecord, 'method' | 'reply'>[]): Latencies | undefined {
  const found: Record<string, Record<string, number>> = {};
  for (const { method, reply } of calls) {
    if (reply.type === 'fault') continue;
    const times = (found[method] ??= {});
    const ms = String(Number(reply.durationMs.toPrecision(2)));
    times[ms] = (times[ms] ?? 0) + 1;
  }
  return Object.keys(found).length === 0 ? undefined : found;
}
