import { ingredients } from '../fixtures/world/ingredients/all.ts';
import { readOnlyDefinitions } from '../fixtures/world/readonly.ts';
import type { Definitions } from '../fixtures/world/world.ts';
import type { Names } from '../specs/model/names.ts';
import { HitRecorder } from './hits.ts';
import { staleAcceptances, type Untried } from './acceptance-standing.ts';
import { unknownNames } from './acceptance-names.ts';
import { Judge } from './judge.ts';
import { openNode, type NodeSettings, type OpenedNode } from './open-node.ts';
import type { Plan } from './plan.ts';
import { replayCommand, type GivenPlugin } from './replay.ts';
import { run, type RunOptions } from './run.ts';
import type { Finding, Outcome } from './outcome.ts';
import type { RunStandings } from './standings-of-seeds.ts';

/** Settings of a trial: its node, its seed, and which calls are allowed. */
export interface TrialSettings extends NodeSettings {
  /** The value of `--standard`, for replays; undefined for the standard that comes with Pyx. */
  readonly standard?: string | undefined;
  /** The values of `--plugin`, and plug-ins that were registered as objects: for replays. */
  readonly plugins?: readonly (string | GivenPlugin)[] | undefined;
  readonly seed: number;
  /** Number of nodes tested in parallel. Default 1. */
  readonly jobs?: number | undefined;
  /** Stop at the first failure. */
  readonly bail?: boolean | undefined;
  /** No case is begun after so many milliseconds. Default: no limit. */
  readonly timeMs?: number | undefined;
  /** Run dangerous cases also on a node that Pyx did not start. */
  readonly stress?: boolean | undefined;
  /** Definitions of the world's ingredients. Default: the usual ones. */
  readonly definitions?: Definitions | undefined;
  /** Start of the trial, which decides which accepted differences are expired. Default: now. */
  readonly now?: Date | undefined;
}

/** Callbacks for the events of a run. */
export type Listeners = Pick<RunOptions, 'onBegun' | 'onEvent' | 'onLost' | 'onTried'>;

/**
 * Prepares a trial, the only way to make one. Starts (or finds) the first node, asks for its chain and version, and
 * chooses the target file. No case is run yet: `OpenedTrial.run` takes a plan.
 * Throws `TargetError`, `RefusedError` or `TargetFileError`. The caller closes the target in any case.
 */
export async function openTrial(settings: TrialSettings): Promise<OpenedTrial> {
  const opened = await openNode(settings);
  return new OpenedTrial(opened, { ...runOptions(settings, opened), firstNode: opened.node });
}

/** Options of a run on the nodes of an opened target. */
export function runOptions(settings: TrialSettings, opened: OpenedNode): RunOptions {
  const { specification, seed, signal, readOnly = false, stress = false, now = new Date() } = settings;
  const { target, targetFile, state, names, absent } = opened;
  const asked = typeof settings.targetFile === 'object' ? settings.targetFile.file : settings.targetFile;
  const definitions = settings.definitions ?? (readOnly ? readOnlyDefinitions : ingredients);
  return {
    ...opened.sessionOptions({ definitions, seed, readOnly }),
    names,
    readOnly,
    stress,
    jobs: settings.jobs ?? 1,
    bail: settings.bail ?? false,
    timeMs: settings.timeMs ?? Infinity,
    absent,
    absentOptions: opened.absentOptions,
    judge: new Judge(targetFile, now.toISOString().slice(0, 10), state),
    hits: new HitRecorder(specification),
    replay: (id, options) =>
      replayCommand(id, {
        target: target.name,
        seed,
        targetFile: asked,
        names: settings.names,
        standard: settings.standard,
        plugins: settings.plugins,
        readOnly,
        stress,
        options,
      }),
    ...(signal && { signal }),
  };
}

/** A trial whose first node is ready. */
export class OpenedTrial {
  readonly opened: OpenedNode;
  /** Options of its runs. */
  readonly options: RunOptions;
  /** Cases that were selected and not run. */
  readonly #untried = new Map<string, 'skipped' | 'inapplicable'>();
  /** The cases with an outcome, of plans whose run ended. */
  readonly #reached = new Set<string>();
  /** The first node is that of the first run, which stops it. */
  #hasRun = false;

  constructor(opened: OpenedNode, options: RunOptions) {
    this.opened = opened;
    this.options = options;
  }

  /** The brand of the node. */
  get names(): Names {
    return this.options.names;
  }

  /** Neutral ids of the methods that the target file lists as absent, with the reason. */
  get absent(): ReadonlyMap<string, string> {
    return this.options.absent;
  }

  /** Runs the cases of a plan: see `run`. */
  async *run(plan: Plan, listeners: Listeners = {}): AsyncGenerator<Outcome> {
    const reached: string[] = [];
    const { firstNode, ...options } = this.options;
    const first = this.#hasRun || !firstNode ? {} : { firstNode };
    this.#hasRun = true;
    for await (const outcome of run(plan, { ...options, ...first, ...listeners })) {
      const { id, status } = outcome;
      reached.push(id);
      if (status === 'skipped' || status === 'inapplicable') this.#untried.set(id, status);
      yield outcome;
    }
    for (const id of reached) this.#reached.add(id);
  }

  /** Findings for accepted differences that are expired, gone or not met, after the run of a plan, and for names that do not exist. */
  aboutTargetFile(plan: Plan): Finding[] {
    return [...this.namesUnknown(plan), ...staleAcceptances(this.standings(plan).withOthers)];
  }

  /** Findings for accepted differences with names that do not exist. */
  namesUnknown({ rules }: Plan): Finding[] {
    return unknownNames(this.opened.targetFile?.accepted ?? [], this.options.specification, rules);
  }

  /** What the run of a plan shows of each accepted difference. */
  standings(plan: Plan): RunStandings {
    const { judge, hits } = this.options;
    const standings = (run: Untried): RunStandings['own'] => judge.standings(run, hits.seen);
    return { own: standings(this.#tried(plan)), withOthers: standings(this.#tried(plan, plan.shard?.others)) };
  }

  #tried({ cases, leftOut = [] }: Plan, others: readonly string[] = []): Untried {
    const unreached = cases.map(({ id }) => id).filter((id) => !this.#reached.has(id));
    return {
      leftOut: [...leftOut, ...others, ...unreached],
      untried: this.#untried,
      planned: cases,
      startsNodes: this.options.target.capabilities.startNodes,
    };
  }
}
