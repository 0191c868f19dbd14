import { join } from 'node:path';
import { defined } from '../specs/model/defined.ts';
import { counted } from '../reports/format.ts';
import { printLine, printJson } from '../reports/print.ts';
import { judgedBy } from './judged-by.ts';
import { DEFAULT_SETTINGS } from '../suites/states/support/settings.ts';
import { earlierFailures, type EarlierFailures } from '../engine/conduct.ts';
import type { Plan } from '../engine/plan.ts';
import { readTargetFile } from '../engine/target-file.ts';
import { assertSomeCase } from './assert-some-case.ts';
import { chosenStandard, type ChosenStandard } from './chosen-standard.ts';
import { assertOwnTargetFile } from './own-target-file.ts';
import { newSeed } from './new-seed.ts';
import { perform } from './perform.ts';
import { trialCommand, type TrialFlags } from './trial-command.ts';
import { trySeeds } from './try-seeds.ts';
import { watchRuns } from './watch-runs.ts';
import { UsageError } from './usage-error.ts';
import { defaultOut, writableFolder } from './writable-folder.ts';

/** The options of `pyx run`, as commander returns them. */
export interface RunFlags extends TrialFlags {
  readonly suite?: string[];
  readonly family?: string[];
  readonly method?: string[];
  readonly case?: string[];
  readonly exclude?: string[];
  readonly failed?: string;
  readonly list?: boolean;
  readonly seed?: number;
  readonly seeds?: number;
  readonly runs?: number;
  readonly commands?: number;
  readonly shard?: { index: number; total: number };
  readonly acceptBaseline?: string;
  readonly selfcheck?: string;
  readonly watch?: boolean;
}

/** `pyx run`: selects and runs cases, writes and prints the reports. Returns the exit code. */
export async function runCommand(flags: RunFlags): Promise<number> {
  const chosen = chosenStandard(flags.standard);
  const earlier = flags.failed === undefined ? undefined : failuresIn(flags.failed);
  const planned = planOf(flags, chosen, earlier?.cases);
  if (flags.list === true) {
    printPlan(planned, flags.json === true);
    return 0;
  }
  assertSomeCase(planned);
  if (flags.acceptBaseline !== undefined) {
    if (flags.seeds !== undefined)
      throw new UsageError('--accept-baseline stores the observations of one run', { remedy: 'use it without --seeds' });
    assertOwnTargetFile('--accept-baseline', readTargetFile(flags.acceptBaseline).file);
  }
  const judged = judgedBy(flags.selfcheck);
  const seed = flags.seed ?? earlier?.seed ?? newSeed();
  const { seeds, watch = false, ...request } = { ...flags, chosen, planned, judged, seed };
  if (watch && (seeds !== undefined || flags.acceptBaseline !== undefined))
    throw new UsageError('--watch runs the cases with one seed and stores nothing', {
      remedy: 'use it without --seeds and --accept-baseline',
    });
  if (flags.live !== undefined && (watch || seeds !== undefined))
    throw new UsageError('--live shows one run', { remedy: 'use it without --seeds and --watch' });
  if (flags.metrics !== undefined && watch)
    throw new UsageError('--metrics has the figures of one run', { remedy: 'use it without --watch' });
  if (watch) return watchRuns(request);
  if (seeds === undefined) return perform(trialCommand, request);
  if (!Number.isSafeInteger(seed + seeds))
    throw new UsageError('--seeds: the last seed would be above 9007199254740991', { remedy: 'use a smaller --seed' });
  return trySeeds({ ...request, outDir: writableFolder(flags.out ?? defaultOut(new Date())), first: seed, count: seeds });
}

/** The cases that the options select, of `again` if it is given. Throws `SelectionError` or `UsageError`. */
export function planOf(flags: RunFlags, { cases, plan }: ChosenStandard, again?: readonly string[]): Plan {
  return plan(cases({ ...DEFAULT_SETTINGS, ...defined({ runs: flags.runs, commands: flags.commands }) }), {
    suites: flags.suite,
    families: flags.family,
    methods: flags.method,
    cases: flags.case,
    excluded: flags.exclude,
    again,
    shard: flags.shard,
    readOnly: flags.readOnly === true,
    worthFirst: flags.time !== undefined,
  });
}

function failuresIn(folder: string): EarlierFailures {
  const failures = earlierFailures(join(folder, 'results.json'));
  if (failures.cases.length === 0) throw new UsageError(`--failed: no case failed in ${folder}`);
  return failures;
}

function printPlan(planned: Plan, json: boolean): void {
  for (const { id, suite, method, kind, title, effect, profile, danger } of planned.cases) {
    if (json) printJson(process.stdout, { id, suite, method, kind, title, effect, profile, danger });
    else printLine(process.stdout, id);
  }
  if (!json) printLine(process.stderr, counted(planned.cases.length, 'case'));
}
