import type { LoadWatch } from '../load/run/load-watch.ts';
import type { OnUsage } from '../load/run/usage-sampler.ts';
import { LoadMetrics, type Side } from '../reports/metrics/load-metrics.ts';
import type { Context } from './context.ts';
import { SecondsCsv } from './csv/seconds-csv.ts';

/** Those who watch the figures of a load while it goes on: `--metrics`, `--csv`, and its live page. */
export interface LoadWatches {
  /** A phase of the load begins. */
  onPhase(phase: string): void;
  /** What receives the figures of one side. `page`: receives the usage of its nodes, too. */
  of(side: Side, page: OnUsage): LoadWatch;
}

/** Throws `UsageError` if the file of `--csv` cannot be written. */
export function loadWatches(csvFile: string | undefined, context: Context): LoadWatches {
  const csv = csvFile === undefined ? undefined : new SecondsCsv(csvFile, (text) => context.note(text));
  if (csv) context.onClose(() => csv.close());
  const metrics = context.metrics && new LoadMetrics(context.metrics);
  return {
    onPhase: (phase) => {
      if (csv) csv.phase = phase;
    },
    of: (side, page) => {
      const watch = metrics?.watch(side);
      return {
        ...watch,
        onUsage: (node, usage) => {
          watch?.onUsage?.(node, usage);
          page(node, usage);
        },
        onSecond: (second) => {
          watch?.onSecond?.(second);
          csv?.second(side, second);
        },
      };
    },
  };
}
