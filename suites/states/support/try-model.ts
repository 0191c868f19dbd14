import { asyncModelRun, asyncProperty, check, commands as sequencesOf, type AsyncCommand } from 'fast-check';
import { isFailing } from '../../../engine/judge.ts';
import { CaseOver, type Trial } from '../../../engine/trial.ts';
import type { Finding } from '../../../engine/types.ts';
import type { ModelSettings } from './settings.ts';
import { shortened } from './shortened.ts';
import type { StateModel } from './state-model.ts';
import type { Subject } from './subject.ts';

type Command<Model extends object, Real> = AsyncCommand<Model, Real>;

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
  model: StateModel<Model, Real, Prepared>,
  { runs, commands }: ModelSettings,
): Promise<void> {
  const prepared = await model.prepare(t);
  const attempt = (sequence: Iterable<Command<Model, Real>>): Promise<Failure<Model, Real> | undefined> =>
    tryOnce(t, model, prepared, sequence);
  const onTour = await attempt(model.tour);
  const failure = onTour ?? (await firstFailure(t, model, { runs, commands }, attempt));
  if (failure) return report(t, await shortest(failure, attempt));
  for (const row of model.rows) {
    if (!t.reached.has(`s:${row}`)) t.observe('unreached', 'not reached', `no run made the transition ${row}`, row);
  }
}

/** Runs random sequences until one fails, and returns the last failing one of its shortening. */
async function firstFailure<Model extends object, Real extends Subject>(
  t: Trial,
  model: Pick<StateModel<Model, Real>, 'commands'>,
  { runs, commands }: ModelSettings,
  attempt: (sequence: Iterable<Command<Model, Real>>) => Promise<Failure<Model, Real> | undefined>,
): Promise<Failure<Model, Real> | undefined> {
  let failure: Failure<Model, Real> | undefined;
  let failedAt: number | undefined;
  let broken: { readonly error: unknown } | undefined;
  const sequences = sequencesOf<Model, Real, false>([...model.commands], { maxCommands: commands, size: 'max', disableReplayLog: true });
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
  model: StateModel<Model, Real, Prepared>,
  prepared: Prepared,
  sequence: Iterable<Command<Model, Real>>,
): Promise<Failure<Model, Real> | undefined> {
  if (t.closed) throw new CaseOver();
  const before = t.findings.length;
  const done: Command<Model, Real>[] = [];
  const start = await model.begin(t, prepared);
  try {
    await asyncModelRun(() => start, noted(t, sequence, done));
  } catch (error) {
    if (!(error instanceof CaseOver) || !t.findings.slice(before).some(isFailing)) throw error;
  }
  // A node that has ended is reported by the engine, with the findings that led to it.
  if (!t.node.alive()) throw new CaseOver();
  t.doing = undefined;
  await model.end?.(start);
  const failing = t.findings.splice(before);
  t.findings.push(...failing.filter((finding) => !isFailing(finding)));
  const findings = failing.filter(isFailing);
  return findings.length > 0 ? { done, findings } : undefined;
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
