import { availableParallelism } from 'node:os';
import type { SelfcheckResults } from '../engine/selfcheck-results.ts';
import { openTrial, type OpenedTrial } from '../engine/open-trial.ts';
import { matchersOf, plan } from '../engine/plan.ts';
import { reportedTarget } from '../engine/reported-target.ts';
import { startedTargetForms } from '../fixtures/targets/open-target.ts';
import type { Target } from '../fixtures/targets/types.ts';
import { SelfcheckLive } from '../reports/live/selfcheck-live.ts';
import { LiveLine } from '../reports/load/live-line.ts';
import { selfcheckDocuments } from '../reports/selfcheck/documents.ts';
import { selfcheckVerdict, type SelfcheckVerdict } from '../reports/selfcheck/verdict.ts';
import { DEFAULT_SETTINGS } from '../suites/states/support/settings.ts';
import { exceptionsFile, readExceptions } from '../suites/selfcheck/exceptions-file.ts';
import { operators } from '../suites/selfcheck/operators/operators.ts';
import { selfcheck, type Selfchecked } from '../suites/selfcheck/selfcheck.ts';
import { chosenStandard } from './chosen-standard.ts';
import type { OutputFlags, StandardFlags, StartedTargetFlags } from './common-options.ts';
import { newSeed } from './new-seed.ts';
import type { Command } from './perform.ts';
import { showSelfcheckProgress } from './selfcheck-progress.ts';
import { UsageError } from './usage-error.ts';
import { version } from './version.ts';

/** The options of `pyx selfcheck` as commander returns them. */
export interface SelfcheckFlags extends StartedTargetFlags, StandardFlags, OutputFlags {
  readonly method?: string[];
  readonly operator?: string[];
  readonly sample?: number;
  readonly all?: boolean;
  readonly exceptions?: string;
  /** Milliseconds. */
  readonly time?: number;
  readonly seed?: number;
  readonly jobs?: number;
  /** Share from 0 to 1. */
  readonly failBelow?: number;
  /** Mutants of the source of the node in place of faults. */
  readonly source?: boolean;
  readonly mutantsBy?: string;
  readonly files?: string[];
  readonly changedSince?: string;
  readonly incremental?: string;
}

/** `pyx selfcheck`: plants faults, and shows which were found. */
export const selfcheckCommand: Command<SelfcheckFlags, SelfcheckResults, SelfcheckVerdict> = {
  stopping: 'stopping; what was found is kept',
  interrupted: 'interrupted before the first case',
  verdict: selfcheckVerdict,
  documents: selfcheckDocuments,
  live: 'selfcheck',
  run: async (flags, context, write) => {
    const startedMs = performance.now();
    const { specification, cases: casesOf, notes } = chosenStandard(flags.standard);
    const all = casesOf(DEFAULT_SETTINGS);
    // Of every suite: faults of a method are also found by cases that only call it.
    const suites = [...new Set(all.map(({ suite }) => suite))];
    const { cases } = plan(all, { suites, methods: flags.method, readOnly: false }, specification);
    matchersOf('--operator', flags.operator, operators);
    // Those that come with Pyx are of its own standard.
    const file = flags.exceptions ?? (flags.standard === undefined ? exceptionsFile() : undefined);
    const exceptions = file === undefined ? [] : readExceptions(file);
    const seed = flags.seed ?? newSeed();
    const jobs = flags.jobs ?? Math.min(4, availableParallelism());
    const { secrets, signal, startedAt } = context;
    const target = await context.openTarget(flags.target);
    if (!target.capabilities.startNodes)
      throw new UsageError(`${target.name}: pyx selfcheck plants faults on nodes that it starts`, {
        remedy: `use ${startedTargetForms()}`,
      });
    const live = new LiveLine({ stream: context.stderr });
    context.onClose(() => live.close());
    const page = context.show(new SelfcheckLive('faults'));
    const { targetFile, names } = flags;
    const trial = await openTrial({ specification, target, targetFile, names, seed, jobs, secrets, signal });
    context.announce(trial.opened, ...notes);
    if (!target.capabilities.snapshots)
      context.note('this target cannot restore nodes: after each fault on a request a new node is started');
    await trial.opened.node.stop(); // every part of the cases has nodes of its own
    const resultsOf = (selfchecked: Selfchecked): SelfcheckResults => ({
      ...headOf(flags, trial, target),
      seed,
      jobs,
      startedAt: startedAt.toISOString(),
      durationMs: Math.round(performance.now() - startedMs),
      ...selfchecked,
    });
    const selfchecked = await selfcheck({
      run: trial.options,
      cases,
      selection: { methods: flags.method, operators: flags.operator, sample: flags.sample, all: flags.all },
      exceptions,
      deadlineMs: flags.time === undefined ? undefined : startedMs + flags.time,
      onTried: (fault) => page.tried(fault),
      onProgress: showSelfcheckProgress(
        [live, page],
        { cases: 'cases without a fault', faults: 'faults', rules: 'cases of rules that no fault showed to be judged yet' },
        context.metrics,
      ),
      onPart: (part) => write(resultsOf(part)),
    });
    live.close();
    return { results: resultsOf(selfchecked) };
  },
};

type Head = Pick<SelfcheckResults, 'schemaVersion' | 'pyx' | 'kind' | 'target' | 'selection'>;

function headOf(flags: SelfcheckFlags, { opened }: OpenedTrial, target: Target): Head {
  return {
    schemaVersion: 1,
    pyx: version,
    kind: 'selfcheck',
    target: {
      ...reportedTarget(target, opened),
      snapshots: target.capabilities.snapshots,
    },
    selection: {
      ...(flags.method && { methods: flags.method }),
      ...(flags.operator && { operators: flags.operator }),
      ...(flags.sample !== undefined && { sample: flags.sample }),
      ...(flags.all === true && { all: true }),
    },
  };
}
