import { COMPARE_DEFAULTS, fewestPairs, type CompareOptions } from '../load/compare/compare.ts';
import type { PlannedFault } from '../load/faults/types.ts';
import type { LoadResults } from '../load/results.ts';
import type { Shard } from '../load/scenario/shard.ts';
import type { OutputFlags, StandardFlags, TargetFlags } from './common-options.ts';
import { UsageError } from './usage-error.ts';

/** With 10 pairs that differ by 3 %, 80 % of slow-downs by 10 % are found; with 20 nearly all. */
export const DEFAULT_PAIRS = 20;

/** The settings of a load, most of them as commander gives them. Durations in milliseconds. */
export interface LoadSettings extends TargetFlags, StandardFlags, OutputFlags {
  /** Name or file; undefined with `method`. */
  readonly scenario?: string | undefined;
  readonly method?: string;
  readonly rate?: number;
  readonly fault?: readonly PlannedFault[];
  readonly connections?: number;
  readonly duration?: number;
  readonly warmUp?: number;
  readonly timeout?: number;
  readonly threshold?: string[];
  readonly transactions?: number;
  readonly repeat?: number;
  readonly beside?: string;
  readonly instances?: number;
  /** Shares, not percent. */
  readonly tolerance?: number;
  readonly confidence?: number;
  readonly shard?: Shard;
  readonly engine: 'pyx' | 'k6';
  readonly emit?: string;
  readonly parallelism?: number;
  readonly saturate?: boolean;
  readonly maxRate?: number;
  readonly unbounded?: boolean;
  readonly readOnly?: boolean;
  readonly seed?: number;
  /** A file for the figures of each second. */
  readonly csv?: string;
  /** An earlier load: a regression against it is a finding. Only a policy gives one. */
  readonly baseline?: { readonly results: LoadResults; readonly options: CompareOptions } | undefined;
}

/** Throws `UsageError` for options that do not go together. */
export function assertTogether(flags: LoadSettings): void {
  const { engine, emit, live, parallelism, repeat = 1, saturate, shard, fault, beside } = flags;
  const refuse = (problem: string, remedy: string): never => {
    throw new UsageError(problem, { remedy });
  };
  assertBeside(flags, refuse);
  if (fault && (repeat > 1 || saturate === true || shard || engine === 'k6' || beside !== undefined))
    refuse('--fault is for one load', 'leave out --repeat, --saturate, --shard, --beside and --engine k6');
  if (repeat > 1 && saturate === true) refuse('--repeat and --saturate exclude each other', 'a search repeats its measurements by itself');
  if (shard && (repeat > 1 || saturate === true)) refuse('--shard cannot be combined with --repeat or --saturate', 'leave out one of them');
  if (emit !== undefined && engine !== 'k6') refuse('--emit writes manifests for k6', 'add --engine k6');
  if (engine === 'k6' && (flags.metrics !== undefined || flags.csv !== undefined))
    refuse(
      '--metrics and --csv have the figures of the engine of Pyx',
      'leave out --engine k6, which has outputs of its own (k6 run --out)',
    );
  if (live !== undefined && emit !== undefined) refuse('--live shows a load, and --emit makes none', 'leave one of them out');
  if (parallelism !== undefined && emit === undefined) refuse('--parallelism is for --emit', 'add --emit DIR');
  if (engine === 'k6' && (repeat > 1 || saturate === true || shard))
    refuse('--engine k6 makes one whole load', 'leave out --repeat, --saturate and --shard, or load with the engine of Pyx');
}

function assertBeside(flags: LoadSettings, refuse: (problem: string, remedy: string) => never): void {
  const { beside, engine, saturate, shard, repeat, instances = 1, target, tolerance, confidence = COMPARE_DEFAULTS.confidence } = flags;
  if (beside === undefined) {
    if (instances > 1 || tolerance !== undefined || flags.confidence !== undefined)
      refuse('--instances, --tolerance and --confidence are for comparisons', 'add --beside TARGET, or use pyx load compare');
    return;
  }
  if (saturate === true || shard || engine === 'k6')
    refuse('--beside cannot be combined with --saturate, --shard or --engine k6', 'leave out one of them');
  const least = fewestPairs(confidence);
  if ((repeat ?? DEFAULT_PAIRS) < least)
    refuse(
      `fewer than ${least} pairs can show no difference at a confidence of ${Number((100 * confidence).toFixed(2))} %`,
      `give --repeat ${least} or more`,
    );
  const isRemote = (address: string): boolean => /^https?:/.test(address);
  if ((isRemote(beside) || isRemote(target)) && instances > 1)
    refuse('--instances needs two targets that Pyx can start', 'leave out --instances');
}
