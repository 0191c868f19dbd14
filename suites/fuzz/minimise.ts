import type { ProbeArbitrary } from './arbitraries/probe-arbitrary.ts';
import type { ReplayNode, Tried } from './replay-node.ts';
import { withoutParts } from './json/shrink-node.ts';
import type { Probe } from './probe.ts';
import { isSameProblem, type FuzzProblem } from './properties/problem.ts';

export interface MinimiseLimits {
  /** Attempts for one problem. */
  readonly attempts: number;
  readonly durationMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** A problem with the shortest sequence of requests that was found to show it. */
export interface Minimal {
  readonly problem: FuzzProblem;
  readonly probes: readonly Probe[];
  /** It occurred again, from a state of its own. Otherwise the requests are those after which it was seen, not shortened. */
  readonly repeated: boolean;
  /** The attempt that showed it. */
  readonly tried: Tried | undefined;
}

/** The attempts or the time for one problem are used up. */
class Exhausted extends Error {
  override readonly name = 'Exhausted';
}

/** A problem, and the requests that led to it. */
interface Failure {
  readonly seen: FuzzProblem;
  readonly probes: readonly Probe[];
}

/**
 * Shortens a sequence of requests as long as its last one shows the same problem: first its earlier requests are left out,
 * then each request is made simpler.
 */
export async function minimise(
  { seen, probes }: Failure,
  replayNode: ReplayNode,
  { arbitrary, limits }: { readonly arbitrary: ProbeArbitrary; readonly limits: MinimiseLimits },
): Promise<Minimal> {
  const search = new Search(seen, replayNode, arbitrary, limits);
  const last = probes.at(-1);
  if (!last) throw new Error('there is no request to minimise');
  try {
    // Most problems need no earlier request, or only the last few.
    for (let length = 1; !(await search.holds(probes.slice(-length))) && length < probes.length; length *= 4);
    if (search.found) await search.shorten();
    await search.confirm();
  } catch (error) {
    if (!(error instanceof Exhausted)) throw error;
  }
  return search.found ?? { problem: seen, probes, repeated: false, tried: undefined };
}

class Search {
  readonly #seen: FuzzProblem;
  readonly #watchState: boolean;
  readonly #replayNode: ReplayNode;
  readonly #arbitrary: ProbeArbitrary;
  readonly #limits: MinimiseLimits;
  readonly #until: number;
  #attempts = 0;
  #anyState = false;
  #sure: Search['found'];
  found: (Minimal & { readonly repeated: true }) | undefined;

  constructor(seen: FuzzProblem, replayNode: ReplayNode, arbitrary: ProbeArbitrary, limits: MinimiseLimits) {
    this.#seen = seen;
    this.#watchState = seen.property === 'state';
    this.#replayNode = replayNode;
    this.#arbitrary = arbitrary;
    this.#limits = limits;
    this.#until = performance.now() + limits.durationMs;
  }

  /** Whether the last of these requests shows the problem. If so, they are the shortest sequence so far. */
  async holds(probes: readonly Probe[]): Promise<boolean> {
    const { attempts, signal } = this.#limits;
    if (this.#attempts++ >= attempts || performance.now() > this.#until || signal?.aborted === true) throw new Exhausted();
    const tried = await this.#replayNode.try(probes, this.#watchState, this.#anyState && probes.length === 1);
    if (!tried.problem || !isSameProblem(this.#seen, tried.problem)) return false;
    this.found = { problem: tried.problem, probes: probes.slice(0, tried.count), repeated: true, tried };
    return true;
  }

  /**
   * Makes sure that the shortest sequence needs nothing that earlier attempts left on the node: a single request is tried on
   * any node, since a new one for each attempt takes long. If it does, the search is made again, each attempt on a new node.
   */
  async confirm(): Promise<void> {
    const found = this.found;
    this.#anyState = false;
    if (!found || found.probes.length > 1) return;
    const before = this.#sure;
    if (await this.holds(found.probes)) return;
    this.found = before;
    await this.#shortenOnce();
  }

  async shorten(): Promise<void> {
    // What was found first was found on a new node.
    this.#sure = this.found;
    this.#anyState = true;
    await this.#shortenOnce();
  }

  async #shortenOnce(): Promise<void> {
    while (await this.#withoutEarlier());
    for (let at = this.#probes.length - 1; at >= 0; at--) while (await this.#simpler(at));
    // A simpler request may need fewer before it.
    while (await this.#withoutEarlier());
  }

  get #probes(): readonly Probe[] {
    return this.found?.probes ?? [];
  }

  async #withoutEarlier(): Promise<boolean> {
    const probes = this.#probes;
    const last = probes.slice(-1);
    for (const fewer of withoutParts(probes.slice(0, -1))) if (await this.holds([...fewer, ...last])) return true;
    return false;
  }

  async #simpler(at: number): Promise<boolean> {
    const probes = this.#probes;
    for (const { value } of this.#arbitrary.shrink(probes[at] as Probe)) if (await this.holds(probes.with(at, value))) return true;
    return false;
  }
}
