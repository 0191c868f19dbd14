import type { Secrets } from '../client/mask.ts';
import type { Target } from '../fixtures/targets/types.ts';
import { ingredients } from '../fixtures/world/ingredients/all.ts';
import { readOnlyDefinitions } from '../fixtures/world/readonly.ts';
import type { Definitions } from '../fixtures/world/world.ts';
import type { Names } from '../specs/model/names.ts';
import type { Specification } from '../specs/model/spec.ts';
import { HitRecorder } from './hits.ts';
import { Judge } from './judge.ts';
import { MaskedTarget } from './masked-target.ts';
import type { Plan } from './plan.ts';
import { prepare, type Prepared } from './prepare.ts';
import { replayCommand } from './replay.ts';
import { run, type RunOptions } from './run.ts';
import { absentMethods, absentOptions, assertKnownMethods, namesOf, type TargetFile } from './target-file.ts';
import type { Finding, Outcome } from './types.ts';

/** What a trial is opened with: on which node, with which values, and what it may do there. */
export interface TrialSettings {
  readonly specification: Specification;
  readonly target: Target;
  /** Name, path, or what was read from one; `none` for none; without it, one is chosen by the node's version. */
  readonly targetFile?: string | TargetFile | undefined;
  /** The node's brand; without it, the one in the target file. */
  readonly names?: Names | undefined;
  readonly seed: number;
  /** Nodes tried side by side; default 1. */
  readonly jobs?: number | undefined;
  /** Stop at the first failure. */
  readonly bail?: boolean | undefined;
  /** Calls that do more than read are not sent. */
  readonly readOnly?: boolean | undefined;
  /** Dangerous cases are tried also on a node that Pyx did not start. */
  readonly stress?: boolean | undefined;
  /** Secrets of the run, to be masked in all that is written; the credentials of every node that is started join them. */
  readonly secrets: Secrets;
  /** How the world's ingredients are made, where not as usual. */
  readonly definitions?: Definitions | undefined;
  /** When the trial begins: waivers are held against this day. */
  readonly now?: Date | undefined;
  /** Ends the trial: what was not tried is skipped. */
  readonly signal?: AbortSignal | undefined;
}

/** Who is told what happens in a run besides its outcomes. */
export type Listeners = Pick<RunOptions, 'onEvent' | 'onTried'>;

/**
 * The one place where a trial is put together. Starts (or finds) the first node, asks which chain and version it is, and
 * chooses the target file; nothing is tried yet. The cases come later, as a plan.
 * Throws `TargetError`, `RefusedError` or `TargetFileError`; the target is then the caller's to close, as ever.
 */
export async function openTrial(settings: TrialSettings): Promise<OpenedTrial> {
  const { specification, readOnly = false, targetFile } = settings;
  const target = new MaskedTarget(settings.target, settings.secrets);
  const prepared = await prepare(target, { readOnly, targetFile });
  assertKnownMethods(prepared.targetFile, (method) => specification.find(method) !== undefined);
  return new OpenedTrial(prepared, runOptions({ ...settings, target }, prepared));
}

/** Options of a run on a node that was looked at. */
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
    judge: new Judge(targetFile, now.toISOString().slice(0, 10), state),
    hits: new HitRecorder(specification),
    replay: (id) => replayCommand(id, { target: target.name, seed, targetFile: asked, names: settings.names, readOnly, stress }),
    ...(node && { firstNode: node }),
    ...(signal && { signal }),
  };
}

/** A trial whose node is known and ready. */
export class OpenedTrial {
  readonly prepared: Prepared;
  readonly #options: RunOptions;
  /** Cases that were selected and not tried. */
  readonly #untried = new Map<string, 'skipped' | 'inapplicable'>();
  /** The cases of plans that were run to their end. */
  readonly #reached = new Set<string>();

  constructor(prepared: Prepared, options: RunOptions) {
    this.prepared = prepared;
    this.#options = options;
  }

  /** The brand by which the node is called. */
  get names(): Names {
    return this.#options.names;
  }

  /** Neutral ids of the methods that the target file names absent, with the reason. */
  get absent(): ReadonlyMap<string, string> {
    return this.#options.absent;
  }

  /** Tries the cases of a plan: see `run`. */
  async *run(plan: Plan, listeners: Listeners = {}): AsyncGenerator<Outcome> {
    for await (const outcome of run(plan, { ...this.#options, ...listeners })) {
      const { id, status } = outcome;
      if (status === 'skipped' || status === 'inapplicable') this.#untried.set(id, status);
      yield outcome;
    }
    for (const { id } of plan.cases) this.#reached.add(id);
  }

  /** Waivers of the target file that the run of a plan has shown to be stale or expired, as findings: see `Judge.stale`. */
  staleWaivers({ cases, leftOut = [] }: Plan): Finding[] {
    const unreached = cases.map(({ id }) => id).filter((id) => !this.#reached.has(id));
    return this.#options.judge.stale({
      leftOut: [...leftOut, ...unreached],
      untried: this.#untried,
      startsNodes: this.#options.target.capabilities.startNodes,
    });
  }
}
