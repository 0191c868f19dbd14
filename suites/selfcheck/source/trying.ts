import type { ActiveMutant } from '../../../fixtures/targets/node-messages.ts';
import { profileNames } from '../../../fixtures/targets/profiles.ts';
import type { CleanCase } from '../clean-case.ts';
import { isInLane, parts, type Lane, type Part } from '../lanes.ts';
import { SelfcheckNodes, type Queue } from '../selfcheck-nodes.ts';
import { isRefusal, Killers } from './killers.ts';
import { MutantAttempt, type MutantResult } from './mutant-attempt.ts';
import { groupsOf } from './mutant-groups.ts';
import { MutantNode } from './mutant-node.ts';
import type { Reached } from './reached.ts';
import type { SourceMutant } from './source-mutant.ts';
import type { SourceSelfcheckOptions } from './source-selfcheck-options.ts';
import { casesOfPlaces, StartCases } from './start-cases.ts';
import { tryMutant, tryTogether, type MutantTryResult } from './try-mutant.ts';

/** Of the cases that reach a mutant, so many, the likeliest first, are run with it at most. */
const MOST_CASES = 60;
/**
 * Then all written ones that share nodes, and so many generated ones, but no refusals. With several mutants at once these cost little, and
 * of code that hundreds of cases run the only one that judges a branch may come late. Refusals that late find one of twenty.
 */
const FURTHER_GENERATED = 120;
/** Cases with which a mutant is tried by itself. One that these do not find is tried together with others: few are found then. */
const ALONE = 4;
/** Of those of other profiles and with a node each, so many that are among its likeliest or killed a mutant near it. */
const ALONE_SLOW = 2;
/** Of the cases that killed mutants of its place before, so many are tried first. */
const FIRST = 3;
/** Mutants that are tried together: of more, too many groups have one that is found. */
const TOGETHER = 32;
/** And so many more if cases could not be run. */
const ADDED_STARTS = 2;
/**
 * And so many of those that killed mutants near it, and as many of those that killed the most of its file: what is only reached at the start is
 * used by the code around it, and constants by code anywhere in their file.
 */
const NEAR_STARTS = 6;

/** Mutants that a case is still to be run with. */
interface Wanting {
  readonly attempts: MutantAttempt[];
  /** The sum of its places among the cases of each. */
  places: number;
}

/** Cases whose nodes start as the mutant. */
const STARTED: Part = { name: 'on nodes that start with it', lanes: profileNames.map((profile) => ({ profile, ownNode: true })) };

/** The mutants that are tried, with the cases that passed without one. */
export class Trying {
  readonly #options: SourceSelfcheckOptions;
  readonly #pool: SelfcheckNodes<MutantNode>;
  readonly #startPool: SelfcheckNodes<MutantNode>;
  readonly #reached: Reached;
  readonly #killers: Killers;
  /** By switches in running nodes. */
  readonly #switched: MutantAttempt[] = [];
  /** By nodes that start as the mutant. */
  readonly #started: MutantAttempt[] = [];

  /** @param known what is not tried again */
  constructor(
    options: SourceSelfcheckOptions,
    passed: readonly CleanCase[],
    reached: Reached,
    { tried: mutants, known }: { readonly tried: readonly SourceMutant[]; readonly known: readonly MutantResult[] },
  ) {
    const { run, openMutants, killsBefore = [], deadlineMs } = options;
    this.#options = options;
    this.#reached = reached;
    const pool = (startsMutants: boolean): SelfcheckNodes<MutantNode> =>
      new SelfcheckNodes({ run, deadlineMs, newNode: (node) => new MutantNode({ ...node, openMutants, startsMutants }) });
    this.#pool = pool(false);
    this.#startPool = pool(true);
    this.#killers = new Killers(passed);
    const byId = new Map(passed.map((clean) => [clean.testCase.id, clean]));
    for (const { mutant, killer } of known) {
      const clean = byId.get(killer?.case ?? '');
      if (clean) this.#killers.note(mutant, clean);
    }
    for (const { case: id, ...place } of killsBefore) {
      const clean = byId.get(id);
      if (clean) this.#killers.note(place, clean);
    }
    const casesOf = reached.casesOf(passed);
    // Also by those that are not in the sample.
    const ofFile = casesOfPlaces(options.mutants, casesOf, ({ file }) => file);
    const starts = new StartCases(options, passed, { reached, casesOf, ofFile, killers: this.#killers });
    for (const mutant of mutants) {
      const ofItsFile = (clean: CleanCase): number => ofFile.get(mutant.file)?.get(clean) ?? 0;
      const cases = this.#killers.ordered(casesOf.get(mutant.id) ?? [], ({ testCase }) => reached.hitsOf(testCase, mutant), ofItsFile);
      if (cases.length > 0) {
        const before = this.#killers.at(mutant).filter((clean) => cases.includes(clean));
        const chosen = [...new Set([...before, ...likely(cases)])];
        this.#switched.push(new MutantAttempt(mutant, cases, chosen, this.#killers.methodsOf(cases)));
      } else this.#started.push(starts.attempt(mutant));
    }
  }

  get isOver(): boolean {
    return this.#pool.isOver || this.#startPool.isOver;
  }

  results(isKnown: boolean): MutantResult[] {
    const all = [...this.#switched, ...this.#started].map((attempt) => attempt.result());
    return isKnown ? all : all.map((result) => ({ ...result, status: 'untried' }));
  }

  /**
   * What is done one after another. Mutants are tried with the cases that killed those of their places before. Those that were not killed
   * yet are tried by themselves with the likeliest cases that share nodes, then several at once with the others of these and with those that
   * need a node each, of which the two likeliest hardly ever find one. At last come those that only a start reaches, with what killed others
   * of their files.
   */
  steps(): (() => Promise<void>)[] {
    const before = (this.#options.killsBefore ?? []).length > 0 ? parts.map((part) => () => this.#goBefore(part)) : [];
    const alone = parts.map((part) => () => this.#goAlone(part, this.#switched));
    const started = (): Promise<void> => this.#goStarted();
    if (!this.#options.hasSwitches) return [...before, ...alone, started];
    const together = parts.map((part) => () => this.#goTogether(part));
    return [...before, ...alone.slice(0, -1), ...together, started];
  }

  #goStarted(): Promise<void> {
    for (const attempt of this.#started) {
      if (attempt.open.size === 0) continue;
      attempt.add(this.#killers.near(attempt.mutant).slice(0, NEAR_STARTS));
      attempt.add(this.#killers.ofFile(attempt.mutant.file).slice(0, NEAR_STARTS));
    }
    return this.#goAlone(STARTED, this.#started);
  }

  /** Not those of which the start is the mutant: they are few, and tried with what is near them. */
  async #goBefore(part: Part): Promise<void> {
    const casesIn = ({ mutant, open }: MutantAttempt, lane: Lane): CleanCase[] =>
      this.#killers
        .at(mutant)
        .filter((clean) => open.has(clean) && isInLane(clean.testCase, lane))
        .slice(0, FIRST);
    const queues = part.lanes.map((lane) => ({ lane, items: this.#switched.filter((attempt) => casesIn(attempt, lane).length > 0) }));
    await this.#work(`${part.name} that found them before`, this.#pool, queues, async (node, attempt) => {
      for (const clean of casesIn(attempt, node.lane)) {
        if (attempt.isKilled || this.isOver) return;
        await this.#tryAlone(node, clean, attempt);
      }
    });
  }

  async #goAlone(part: Part, attempts: readonly MutantAttempt[]): Promise<void> {
    const isStarted = part === STARTED;
    const fits = ({ testCase }: CleanCase, lane: Lane): boolean =>
      isStarted ? testCase.profile === lane.profile : isInLane(testCase, lane);
    const isSlow = !isStarted && part !== parts[0];
    const most = isStarted ? Infinity : isSlow ? ALONE_SLOW : ALONE;
    const queues = part.lanes.map((lane) => ({
      lane,
      items: attempts.filter(({ open }) => [...open].some((clean) => fits(clean, lane))),
    }));
    await this.#work(part.name, isStarted ? this.#startPool : this.#pool, queues, async (node, attempt) => {
      const isWorth = (clean: CleanCase): boolean => !isSlow || attempt.likely.has(clean);
      for (let left = most; left > 0; left--) {
        const clean = this.#killers.next(attempt, (some) => fits(some, node.lane), isWorth);
        if (clean === undefined || this.isOver) return;
        await this.#tryAlone(node, clean, attempt);
        if (isStarted && attempt.isBlocking && !attempt.isKilled) attempt.add(this.#killers.unblocking.slice(0, ADDED_STARTS));
      }
    });
  }

  /** The cases that killed most come first, then the likeliest, so that fewer mutants are left for the others. */
  async #goTogether(part: Part): Promise<void> {
    const queues = part.lanes.map((lane) => {
      const wanting = new Map<CleanCase, Wanting>();
      for (const attempt of this.#switched) {
        for (const [place, clean] of [...attempt.open].entries()) {
          if (!isInLane(clean.testCase, lane)) continue;
          const some = wanting.get(clean) ?? { attempts: [], places: 0 };
          some.attempts.push(attempt);
          some.places += place;
          wanting.set(clean, some);
        }
      }
      const items = [...wanting].map(([clean, { attempts, places }]) => ({ clean, attempts, meanPlace: places / attempts.length }));
      const countOf = ({ clean }: (typeof items)[number]): number => this.#killers.countOf(clean);
      return { lane, items: items.sort((x, y) => countOf(y) - countOf(x) || x.meanPlace - y.meanPlace) };
    });
    await this.#work(`${part.name}, several mutants at once`, this.#pool, queues, async (node, { clean, attempts }) => {
      const isOpen = (attempt: MutantAttempt): boolean => attempt.open.has(clean);
      for (const isBlocking of [false, true]) {
        const some = attempts.filter((attempt) => isOpen(attempt) && attempt.isBlocking === isBlocking);
        for (const group of groupsOf(some, TOGETHER)) {
          if (this.isOver) return;
          await this.#tryTogether(node, clean, group.filter(isOpen));
        }
      }
    });
  }

  async #tryAlone(node: MutantNode, clean: CleanCase, attempt: MutantAttempt): Promise<void> {
    const startedAt = performance.now();
    const result = await tryMutant(node, clean, this.#active(clean, attempt));
    this.#note(attempt, clean, result, performance.now() - startedAt);
  }

  async #tryTogether(node: MutantNode, clean: CleanCase, attempts: readonly MutantAttempt[]): Promise<void> {
    const byId = new Map(attempts.map((attempt) => [attempt.mutant.id, attempt]));
    const mutants = attempts.map((attempt) => this.#active(clean, attempt));
    const startedAt = performance.now();
    await tryTogether(node, clean, mutants, {
      isOver: () => this.isOver,
      note: ({ id }, result) => {
        const attempt = byId.get(id);
        if (attempt) this.#note(attempt, clean, result, (performance.now() - startedAt) / attempts.length);
      },
    });
  }

  async #work<T>(
    part: string,
    pool: SelfcheckNodes<MutantNode>,
    queues: readonly Queue<T>[],
    handle: (node: MutantNode, item: T) => Promise<void>,
  ): Promise<void> {
    const total = queues.reduce((sum, { items }) => sum + items.length, 0);
    let done = 0;
    await pool.work(queues, async (node, item) => {
      await handle(node, item);
      const count = [...this.#switched, ...this.#started].filter(({ isKilled }) => isKilled).length;
      this.#options.onProgress?.({ phase: 'mutants', part, done: ++done, total, count });
    });
  }

  #active({ testCase }: CleanCase, { mutant }: MutantAttempt): ActiveMutant {
    const hits = this.#reached.hitsOf(testCase, mutant);
    return { id: mutant.id, limit: hits === 0 ? undefined : limitOf(hits) };
  }

  #note(attempt: MutantAttempt, clean: CleanCase, result: MutantTryResult, durationMs: number): void {
    // What is cut short fails by that.
    if (this.#options.run.signal?.aborted === true) return;
    attempt.note(clean, result, durationMs);
    const { id, mutator } = attempt.mutant;
    this.#options.onTried?.({ id, operator: mutator, isFound: attempt.isKilled });
    if (result.type === 'killed') this.#killers.note(attempt.mutant, clean, attempt.isBlocking);
  }
}

/** The cases to run with a mutant, of those that reach it in the order of `Killers.ordered`. */
function likely(reaching: readonly CleanCase[]): CleanCase[] {
  const later = reaching.slice(MOST_CASES).filter((clean) => !isRefusal(clean) && clean.testCase.ownNode !== true);
  const isGenerated = ({ testCase }: CleanCase): boolean => testCase.generated === true;
  const generated = new Set(later.filter(isGenerated).slice(0, FURTHER_GENERATED));
  const further = later.filter((clean) => !isGenerated(clean) || generated.has(clean));
  const basic = reaching.filter(({ testCase }) => testCase.basic === true);
  return [...new Set([...reaching.slice(0, MOST_CASES), ...further, ...basic])];
}

/** A mutant that is hit much more often than the source it replaces is in an endless loop. */
const limitOf = (hits: number): number => hits * 100 + 10_000;
