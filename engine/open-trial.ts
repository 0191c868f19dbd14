import type { Secrets } from '../client/mask.ts';
import type { Target } from '../fixtures/targets/types.ts';
import { ingredients } from '../fixtures/world/ingredients/all.ts';
import { readOnlyDefinitions } from '../fixtures/world/readonly.ts';
import type { Definitions } from '../fixtures/world/world.ts';
import type { Names } from '../specs/model/names.ts';
import type { Specification } from '../specs/model/spec.ts';
import { HitRecorder } from './hits.ts';
import { Judge, type Untried } from './judge.ts';
import { MaskedTarget } from './masked-target.ts';
import type { Plan } from './plan.ts';
import { prepare, type Prepared } from './prepare.ts';
import { replayCommand } from './replay.ts';
import { run, type RunOptions } from './run.ts';
import { absentMethods, absentOptions, assertKnownMethods, namesOf, type FurtherWaivers, type TargetFile } from './target-file.ts';
import type { Finding, Outcome } from './outcome.ts';
import type { RunStandings } from './standings-of-seeds.ts';
import { staleWaivers } from './waiver-standing.ts';

/** Settings of a trial: its node, its seed, and which calls are allowed. */
export interface TrialSettings {
  readonly specification: Specification;
  /** The value of `--standard`, for replays; undefined for the standard that comes with Pyx. */
  readonly standard?: string | undefined;
  readonly target: Target;
  /** Name or path of a target file, or its content; `none` for no file. Default: chosen by the node's subversion. */
  readonly targetFile?: string | TargetFile | undefined;
  /** Added to those of the target file. */
  readonly waivers?: FurtherWaivers | undefined;
  /** The brand of the node. Default: that in the target file. */
  readonly names?: Names | undefined;
  readonly seed: number;
  /** Number of nodes tested in parallel. Default 1. */
  readonly jobs?: number | undefined;
  /** Stop at the first failure. */
  readonly bail?: boolean | undefined;
  /** Send only calls that do not change the node. */
  readonly readOnly?: boolean | undefined;
  /** Run dangerous cases also on a node that Pyx did not start. */
  readonly stress?: boolean | undefined;
  /** Secrets to mask in all output. The credentials of every node that is started are added. */
  readonly secrets: Secrets;
  /** Definitions of the world's ingredients. Default: the usual ones. */
  readonly definitions?: Definitions | undefined;
  /** Start of the trial, which decides which waivers are expired. Default: now. */
  readonly now?: Date | undefined;
  /** Ends the trial: the remaining cases are skipped. */
  readonly signal?: AbortSignal | undefined;
}

/** Callbacks for the events of a run. */
export type Listeners = Pick<RunOptions, 'onEvent' | 'onTried'>;

/**
 * Prepares a trial, the only way to make one. Starts (or finds) the first node, asks for its chain and version, and
 * chooses the target file. No case is run yet: `OpenedTrial.run` takes a plan.
 * Throws `TargetError`, `RefusedError` or `TargetFileError`. The caller closes the target in any case.
 */
export async function openTrial(settings: TrialSettings): Promise<OpenedTrial> {
  const { specification, readOnly = false, targetFile, waivers } = settings;
  const target = new MaskedTarget(settings.target, settings.secrets);
  const prepared = await prepare(target, { readOnly, targetFile, waivers });
  assertKnownMethods(prepared.targetFile, (method) => specification.find(method) !== undefined);
  return new OpenedTrial(prepared, runOptions({ ...settings, target }, prepared));
}

/** Options of a run on a prepared node. */
export function runOptions(
  settings: TrialSettings,
  { info, targetFile, state, node }: Omit<Prepared, 'node'> & Partial<Prepared>,
): RunOptions {
  const { specification, target, seed, secrets, signal, readOnly = false, stress = false, now = new Date() } = settings;
  const asked = typeof settings.targetFile === 'object' ? settings.targetFile.file : settings.targetFile;
  return {
    specification,
    target,
    seed,
    secrets,
    readOnly,
    stress,
    jobs: settings.jobs ?? 1,
    bail: settings.bail ?? false,
    names: settings.names ?? namesOf(targetFile),
    definitions: settings.definitions ?? (readOnly ? readOnlyDefinitions : ingredients),
    chain: info.chain,
    absent: absentMethods(targetFile),
    absentOptions: absentOptions(targetFile),
    ...(targetFile?.bridgeContract !== undefined && { bridgeContract: targetFile.bridgeContract }),
    judge: new Judge(targetFile, now.toISOString().slice(0, 10), state),
    hits: new HitRecorder(specification),
    replay: (id, options) =>
      replayCommand(id, {
        target: target.name,
        seed,
        targetFile: asked,
        names: settings.names,
        standard: settings.standard,
        readOnly,
        stress,
        options,
      }),
    ...(node && { firstNode: node }),
    ...(signal && { signal }),
  };
}

/** A trial whose first node is ready. */
export class OpenedTrial {
  readonly prepared: Prepared;
  /** Options of its runs. */
  readonly options: RunOptions;
  /** Cases that were selected and not run. */
  readonly #untried = new Map<string, 'skipped' | 'inapplicable'>();
  /** The cases of plans that were run completely. */
  readonly #reached = new Set<string>();

  constructor(prepared: Prepared, options: RunOptions) {
    this.prepared = prepared;
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
    for await (const outcome of run(plan, { ...this.options, ...listeners })) {
      const { id, status } = outcome;
      if (status === 'skipped' || status === 'inapplicable') this.#untried.set(id, status);
      yield outcome;
    }
    for (const { id } of plan.cases) this.#reached.add(id);
  }

  /** Findings for the stale and expired waivers of the target file, after the run of a plan: see `staleWaivers`. */
  staleWaivers(plan: Plan): Finding[] {
    return staleWaivers(this.waiverStandings(plan).withOthers);
  }

  /** What the run of a plan shows of each waiver. */
  waiverStandings(plan: Plan): RunStandings {
    const { judge } = this.options;
    return { own: judge.standings(this.#tried(plan)), withOthers: judge.standings(this.#tried(plan, plan.shard?.others)) };
  }

  #tried({ cases, leftOut = [] }: Plan, others: readonly string[] = []): Untried {
    const unreached = cases.map(({ id }) => id).filter((id) => !this.#reached.has(id));
    return {
      leftOut: [...leftOut, ...others, ...unreached],
      untried: this.#untried,
      startsNodes: this.options.target.capabilities.startNodes,
    };
  }
}
