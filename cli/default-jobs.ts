import { availableParallelism } from 'node:os';

/** Number of nodes at once without `--jobs`: most wait for calls or each other half of their time. */
export function defaultJobs(): number {
  return Math.min(8, 4 * availableParallelism());
}
