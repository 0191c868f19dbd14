import {
  asyncModelRun,
  asyncProperty,
  check,
  commands as sequencesOf,
  integer,
  noShrink,
  type Arbitrary,
  type AsyncCommand,
} from 'fast-check';
import { CaseOver, type Trial } from '../../../engine/trial.ts';
import type { Finding } from '../../../engine/outcome.ts';
import { Random } from '../../../fixtures/world/random.ts';
import { WorldError } from '../../../fixtures/world/world-errors.ts';
import { statementOf } from '../../../specs/model/statement.ts';
import type { ModelSettings } from './settings.ts';
import { shortened } from './shortened.ts';
import type { Start, StateModel } from './state-model.ts';
import { endsRun, type Subject } from './subject.ts';

type Command<Model extends object, Real> = AsyncCommand<Model, Real>;

/** A model of any standard. */
export type AnyModel<Model extends object, Real extends Subject, Prepared = unknown> = StateModel<Model, Real, Prepared, string, string>;

/** A run that ended with findings. */
interface Failure<Model extends object, Real> {
  /** The commands that were run; the last one has the findings. */
  readonly done: readonly Command<Model, Real>[];
  readonly findings: readonly (Finding & { readonly call: number })[];
}

/** A failing sequence is not shortened for longer than this. */
const SHORTENING_MS = 60_000;

/**
 * Runs the tour of a model, then random sequences of its commands, each from the initial state. Of a failing sequence it
 * looks for the shortest one that fails, and records only the findings of that. Rows that no run reached are observations.
 */
export async function tryModel<Model extends object, Real extends Subject, Prepared>(
  t: Trial,
  model: AnyModel<Model, Real, Prepared>,
  { runs, commands, tour = true }: ModelSettings,
): Promise<void> {
  const prepared = await model.prepare(t);
  const moment = model.restores === true ? await t.moment() : undefined;
  const attempt = async (sequence: Iterable<Command<Model, Real>>): Promise<Failure<Model, Real> | undefined> => {
    if (t.closed) throw new CaseOver();
    if (moment) await t.restore(moment);
    return tryOnce(t, model, prepared, sequence);
  };
  const onTour = tour ? await attempt(model.tour) : undefined;
  const failure = onTour ?? (await firstFailure(t, model, { runs, commands }, attempt));
  if (failure) return report(t, await shortest(failure, attempt));
  for (const row of model.rows) {
    if (!statementOf(t.specification, row).hits.some((id) => t.reached.has(id)))
      t.observe('unreached', 'not reached', `no run has reached ${row}`, row);
  }
}

/** A drawn command is not shortened: another number would draw another command. */
const arbitraryOf = <Model extends object, Real extends Subject>(
  command: AnyModel<Model, Real>['commands'][number],
): Arbitrary<Command<Model, Real>> =>
  typeof command === 'function' ? noShrink(integer()).map((seed) => command(new Random(String(seed)))) : command;

/** Runs random sequences until one fails, and returns the last failing one of its shortening. */
async function firstFailure<Model extends object, Real extends Subject>(
  t: Trial,
  model: Pick<AnyModel<Model, Real>, 'commands'>,
  { runs, commands }: ModelSettings,
  attempt: (sequence: Iterable<Command<Model, Real>>) => Promise<Failure<Model, Real> | undefined>,
): Promise<Failure<Model, Real> | undefined> {
  let failure: Failure<Model, Real> | undefined;
  let failedAt: number | undefined;
  let broken: { readonly error: unknown } | undefined;
  const sequences = sequencesOf<Model, Real, false>(model.commands.map(arbitraryOf), {
    maxCommands: commands,
    size: 'max',
    disableReplayLog: true,
  });
  const holds = asyncProperty(sequences, async (sequence) => {
    if (broken || (failedAt !== undefined && performance.now() - failedAt > SHORTENING_MS)) return;
    let failed: Failure<Model, Real> | undefined;
    try {
      failed = await attempt(sequence);
    } catch (error) {
      broken = { error }; // not a failure of the model: fast-check must not shorten it
      throw error;
    }
    if (!failed) return;
    failedAt ??= performance.now();
    failure = failed;
    throw new CaseOver();
  });
  await check(holds, { seed: t.random.next() | 0, numRuns: runs });
  if (broken) throw broken.error;
  return failure;
}

/** Runs one sequence. Returns its failure, whose findings are removed from the trial. Throws what is no finding. */
async function tryOnce<Model extends object, Real extends Subject, Prepared>(
  t: Trial,
  model: AnyModel<Model, Real, Prepared>,
  prepared: Prepared,
  sequence: Iterable<Command<Model, Real>>,
): Promise<Failure<Model, Real> | undefined> {
  const before = t.findings.length;
  const done: Command<Model, Real>[] = [];
  const start = await model.begin(t, prepared);
  const isCounterexample = (finding: Finding): boolean => endsRun(finding, start.real);
  try {
    await asyncModelRun(() => start, noted(t, sequence, done));
  } catch (error) {
    if (!(error instanceof CaseOver) || !t.findings.slice(before).some(isCounterexample)) throw error;
  }
  // A node that has ended is reported by the engine, with the findings that led to it.
  if (!t.node.alive()) throw new CaseOver();
  t.doing = undefined;
  const found = t.findings.splice(before);
  const findings = found.filter(isCounterexample);
  for (const other of found.filter((finding) => !findings.includes(finding))) {
    if (!t.findings.some(({ check, path }) => check === other.check && path === other.path)) t.findings.push(other);
  }
  await clean(model, start, findings.length > 0);
  return findings.length > 0 ? { done, findings } : undefined;
}

/** Ends a run. A node that has failed may refuse that, which shows nothing more. */
async function clean<Model extends object, Real extends Subject, Prepared>(
  { end }: AnyModel<Model, Real, Prepared>,
  start: Start<Model, Real>,
  failed: boolean,
): Promise<void> {
  try {
    await end?.(start);
  } catch (error) {
    if (!failed || !(error instanceof WorldError)) throw error;
  }
}

/** The commands, which note themselves in `done` and in the trial when they are run. */
function* noted<Model extends object, Real>(
  t: Trial,
  sequence: Iterable<Command<Model, Real>>,
  done: Command<Model, Real>[],
): Generator<Command<Model, Real>> {
  for (const command of sequence) {
    yield {
      check: (model) => command.check(model),
      run: (model, real) => {
        done.push(command);
        t.doing = `in the sequence ${done.map(String).join('; ')}`;
        return command.run(model, real);
      },
      toString: () => command.toString(),
    };
  }
}

/** Removes further commands: fast-check does not try all of them, and does not shorten a tour. */
async function shortest<Model extends object, Real>(
  failure: Failure<Model, Real>,
  attempt: (sequence: Iterable<Command<Model, Real>>) => Promise<Failure<Model, Real> | undefined>,
): Promise<Failure<Model, Real>> {
  const startedAt = performance.now();
  let last = failure;
  await shortened(failure.done, async (fewer) => {
    if (performance.now() - startedAt > SHORTENING_MS) return undefined;
    const again = await attempt(fewer);
    if (again) last = again;
    return again?.done;
  });
  return last;
}

function report<Model extends object, Real>(t: Trial, { done, findings }: Failure<Model, Real>): void {
  const sequence = done.map(String).join('; ');
  const commands = done.length === 1 ? 'after one command' : `after the shortest sequence found, ${done.length} commands`;
  for (const finding of findings) t.findings.push({ ...finding, message: `${finding.message}; ${commands}: ${sequence}` });
}
