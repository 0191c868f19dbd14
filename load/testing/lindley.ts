/**
 * Latencies at a single server, by Lindley's recursion: a call waits for what the call before it still had to wait and
 * be served when it came. An oracle for what a generator must measure. Times in milliseconds.
 */
export function singleServerLatencies(arrivalsMs: readonly number[], serviceMs: (index: number) => number): number[] {
  let waitMs = 0;
  return arrivalsMs.map((at, index) => {
    const previous = arrivalsMs[index - 1];
    if (previous !== undefined) waitMs = Math.max(0, waitMs + serviceMs(index - 1) - (at - previous));
    return waitMs + serviceMs(index);
  });
}
