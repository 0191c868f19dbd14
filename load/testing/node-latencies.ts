import type { ServedCall } from './fake-node.ts';

/**
 * What the latencies were as the node saw it: from the time at which each call was due to the time of its answer, in
 * milliseconds. Unlike arithmetic it knows how long the machine has let the node wait. The generator's clock begins where
 * the call began that came soonest after it was due.
 */
export function nodeLatencies(log: readonly ServedCall[], dueMs: readonly number[]): number[] {
  if (log.length !== dueMs.length) throw new Error(`the node has served ${log.length} calls of ${dueMs.length}`);
  const beganUs = Math.min(...log.map(({ receivedAtUs }, index) => receivedAtUs - (dueMs[index] ?? 0) * 1000));
  return log.map(({ answeredAtUs }, index) => (answeredAtUs - beganUs) / 1000 - (dueMs[index] ?? 0));
}
