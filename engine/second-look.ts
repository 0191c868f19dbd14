import { HitRecorder } from './hits.ts';
import { Judge } from './judge.ts';
import { isRepeated, settled, type FurtherRun } from './confirmation.ts';
import type { Case } from './case.ts';
import type { Outcome, RetryPlace } from './outcome.ts';
import { notTried, runCase, type CaseRunner } from './run-case.ts';
import { Session } from './session.ts';
import type { NoSession, Sessions } from './sessions.ts';

/** The cases that ran on one node, in order. */
export class History {
  readonly cases: Case[] = [];
  tookMs = 0;
}

/** A case that failed by circumstance, and the further runs so far. */
export interface Suspect {
  readonly testCase: Case;
  /** The outcome of the first run. */
  readonly outcome: Outcome;
  /** The node was lost: the failure is confirmed on a node on which no other case was run. */
  readonly lost: boolean;
  /** Of its node, and its own place there. */
  readonly history: History;
  readonly index: number;
  readonly further: FurtherRun[];
}

export interface SecondLookOptions {
  readonly sessions: Sessions;
  readonly runner: CaseRunner & { readonly signal: AbortSignal };
  readonly jobs: number;
  /** The target can start nodes: there are other worlds than that of the first run. */
  readonly startsNodes: boolean;
  readonly isStopped: () => boolean;
  readonly push: (outcome: Outcome) => void;
}

/** A replay of a history may take this many times as long as its first run, and a bit more: the machine may be busier now. */
const HISTORY_FACTOR = 3;
const HISTORY_MARGIN_MS = 15_000;

/**
 * Looks again at failures by circumstance: first in place (same node, same history), then on a fresh world with the same history,
 * then on a fresh world. The first further run that fails settles a failure.
 */
export class SecondLook {
  readonly #options: SecondLookOptions;
  #suspects: Suspect[] = [];
  readonly #histories = new WeakMap<Session, History>();

  constructor(options: SecondLookOptions) {
    this.#options = options;
  }

  /** Number of failures that are not settled yet. */
  get count(): number {
    return this.#suspects.length;
  }

  add(suspect: Suspect): void {
    this.#suspects.push(suspect);
  }

  /** Failures that are not settled, with what is known of them: the run ended before. */
  drain(): Outcome[] {
    return this.#suspects.splice(0).map(({ outcome, further }) => (further.length > 0 ? settled(outcome, further) : outcome));
  }

  /** Records that a case ran on the node of a session. Returns its place in the history of the node. */
  note(testCase: Case, session: Session, tookMs: number): Pick<Suspect, 'history' | 'index'> {
    const history = this.#histories.get(session) ?? new History();
    this.#histories.set(session, history);
    history.tookMs += tookMs;
    return { history, index: history.cases.push(testCase) - 1 };
  }

  /** Runs a case that has just failed again on its node. Returns undefined if its first run does not allow that. */
  async inPlace(testCase: Case, session: Session): Promise<FurtherRun | undefined> {
    if (testCase.ownNode === true || testCase.effect.includes('process') || session.lost || !session.node.alive()) return undefined;
    return this.#again('in place', testCase, session);
  }

  /** Settles all failures that were added, several nodes at a time. */
  async settleAll(inParallel: (count: number, job: () => Promise<void>) => Promise<void>): Promise<void> {
    const { jobs, startsNodes } = this.#options;
    if (!startsNodes) return this.#pushAll();
    const groups = new Map<History, Suspect[]>();
    for (const suspect of this.#suspects) {
      // The first on its node has no other history than a fresh world.
      if (!suspect.lost && suspect.index > 0) groups.set(suspect.history, [...(groups.get(suspect.history) ?? []), suspect]);
    }
    const left = [...groups];
    await inParallel(Math.min(jobs, left.length), async () => {
      for (let group = left.shift(); group && !this.#options.isStopped(); group = left.shift()) await this.#sameHistory(...group);
    });
    this.#pushRepeated();
    await inParallel(Math.min(jobs, this.#suspects.length), () => this.#freshWorlds());
  }

  #pushAll(): void {
    if (!this.#options.isStopped()) for (const outcome of this.drain()) this.#options.push(outcome);
  }

  /** Those whose failure was repeated need no further run. */
  #pushRepeated(): void {
    const open: Suspect[] = [];
    for (const suspect of this.#suspects) {
      if (suspect.further.some((run) => isRepeated(suspect.outcome, run))) this.#options.push(settled(suspect.outcome, suspect.further));
      else open.push(suspect);
    }
    this.#suspects = open;
  }

  /** Repeats what happened on a node, up to the last of its suspects, on a new one. */
  async #sameHistory(history: History, suspects: readonly Suspect[]): Promise<void> {
    const { sessions, runner } = this.#options;
    const byIndex = new Map(suspects.map((suspect) => [suspect.index, suspect]));
    const last = Math.max(...byIndex.keys());
    const limitMs = Math.ceil(HISTORY_FACTOR * history.tookMs + HISTORY_MARGIN_MS);
    const late = AbortSignal.timeout(limitMs);
    const session = await sessions.openToConfirm(suspects[0]!.testCase.profile);
    if (!(session instanceof Session)) {
      for (const suspect of suspects) addNotRun(suspect, 'same history', session);
      return;
    }
    const { onTried: _, ...unnoticed } = runner;
    const silent: CaseRunner = {
      ...unnoticed,
      judge: new Judge(undefined, ''),
      hits: new HitRecorder(runner.specification),
      signal: AbortSignal.any([runner.signal, late]),
    };
    try {
      for (const [index, testCase] of history.cases.slice(0, last + 1).entries()) {
        const suspect = byIndex.get(index);
        if (session.lost || !session.node.alive()) {
          addNotRun(suspect, 'same history', { status: 'skipped', reason: 'the node ended while its history was repeated' });
        } else if (late.aborted) {
          const reason = `repeating the ${index} cases before it took longer than ${Math.round(limitMs / 1_000)} s`;
          addNotRun(suspect, 'same history', { status: 'skipped', reason });
        } else if (suspect) {
          suspect.further.push(await this.#again('same history', testCase, session));
        } else {
          await runCase(testCase, session, silent);
        }
        if (this.#options.isStopped()) return;
      }
    } finally {
      await sessions.close(session);
    }
  }

  /** Runs suspects again, on nodes and worlds that no case has changed. */
  async #freshWorlds(): Promise<void> {
    const { sessions, isStopped, push } = this.#options;
    let session: Session | undefined;
    const close = async (): Promise<void> => {
      const closing = session;
      session = undefined;
      if (closing) await sessions.close(closing);
    };
    try {
      while (!isStopped()) {
        const suspect = this.#suspects.shift();
        if (!suspect) return;
        const { testCase, lost, outcome, further } = suspect;
        const alone = lost || testCase.ownNode === true || testCase.danger !== undefined;
        if (session && (alone || session.touched || session.lost || session.node.profile !== testCase.profile || !session.node.alive()))
          await close();
        const opened: Session | NoSession = session ?? (await sessions.openToConfirm(testCase.profile));
        session = opened instanceof Session ? opened : undefined;
        if (opened instanceof Session) further.push(await this.#again('fresh world', testCase, opened));
        else addNotRun(suspect, 'fresh world', opened);
        push(settled(outcome, further));
        if (alone) await close();
      }
    } finally {
      await close();
    }
  }

  async #again(place: RetryPlace, testCase: Case, session: Session): Promise<FurtherRun> {
    return { place, outcome: await runCase(testCase, session, this.#options.runner) };
  }
}

function addNotRun(suspect: Suspect | undefined, place: RetryPlace, { status, reason }: NoSession): void {
  suspect?.further.push({ place, outcome: notTried(suspect.testCase, status, reason) });
}
