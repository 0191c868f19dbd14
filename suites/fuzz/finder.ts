import { stringify } from '../../client/wire-json.ts';
import type { Secrets } from '../../client/mask.ts';
import { revealedSecrets } from '../../engine/revealed-secrets.ts';
import type { Specification } from '../../specs/model/spec.ts';
import type { ProbeArbitrary } from './arbitraries/probe-arbitrary.ts';
import type { ReplayNode } from './replay-node.ts';
import type { Corpus } from './corpus.ts';
import type { FuzzSession, Sent } from './fuzz-session.ts';
import type { SeenProblem } from './job.ts';
import { minimise, type Minimal, type MinimiseLimits } from './minimise.ts';
import { pathText } from './path-text.ts';
import type { Probe } from './probe.ts';
import { signatureOf, type FuzzProblem } from './properties/problem.ts';
import type { Finding } from './results.ts';
import { showProbe } from './show-probe.ts';

/** Characters of an answer that are kept. */
const MAX_ANSWER = 2_000;

export interface FinderOptions {
  readonly replayNode: ReplayNode;
  readonly arbitrary: ProbeArbitrary;
  /** Undefined: findings are not kept. */
  readonly corpus: Corpus | undefined;
  readonly specification: Specification;
  readonly secrets: Secrets;
  readonly limits: MinimiseLimits;
  readonly onFinding: (finding: Finding) => void;
}

/** Shortens each problem once, keeps it in the corpus, and counts how often it occurs. */
export class Finder {
  readonly #options: FinderOptions;
  readonly #findings = new Map<string, Finding>();
  #lastTurn: Promise<void> = Promise.resolve();

  constructor(options: FinderOptions) {
    this.#options = options;
  }

  get findings(): readonly Finding[] {
    return [...this.#findings.values()];
  }

  /** Reports a problem. If it is known, it is only counted. Problems are shortened one after another, on one node. */
  report(seen: SeenProblem): Promise<void> {
    // The call in flight was ended by the interruption, not by the node.
    if (this.#options.limits.signal?.aborted === true) return Promise.resolve();
    if (seen.problem.property !== 'state' && this.#isCounted(seen.problem)) return Promise.resolve();
    const turn = this.#lastTurn.then(() => this.#reportInTurn(seen));
    // A failure is reported to its own caller.
    this.#lastTurn = turn.catch(() => undefined);
    return turn;
  }

  async #reportInTurn(seen: SeenProblem): Promise<void> {
    const located = await this.#located(seen);
    if (!this.#isCounted(located.problem)) await this.#shorten(located);
  }

  /** Counts a problem that is known; false for a new one. */
  #isCounted(problem: FuzzProblem): boolean {
    const signature = signatureOf(problem);
    const known = this.#findings.get(signature);
    if (known) this.#findings.set(signature, { ...known, times: known.times + 1 });
    return known !== undefined;
  }

  /**
   * The call that shows the problem, where several may: a change of state is noticed after several calls, and a node that
   * ended in a list of calls ended in one of them.
   */
  async #located(seen: SeenProblem): Promise<SeenProblem> {
    const { problem, probes, from } = seen;
    const { replayNode } = this.#options;
    if (problem.property === 'state') {
      const change = await replayNode.findChange(probes, from);
      return change ? { ...seen, ...change } : seen;
    }
    const last = probes.at(-1);
    if (problem.property !== 'crash' || last?.type !== 'list') return seen;
    const { problem: alone, count, session, sent } = await replayNode.try(last.calls, false);
    return alone?.property === 'crash' ? { problem: alone, probes: last.calls.slice(0, count), from, session, sent } : seen;
  }

  async #shorten(seen: SeenProblem): Promise<void> {
    const { replayNode, arbitrary, limits, corpus } = this.#options;
    const { problem, probes } = seen;
    const minimal: Minimal =
      problem.property === 'memory'
        ? { problem, probes: [], repeated: true, tried: undefined }
        : await minimise({ seen: problem, probes }, replayNode, { arbitrary, limits });
    // A crash that was noticed in another call is one that may be known.
    if (signatureOf(minimal.problem) !== signatureOf(problem) && this.#isCounted(minimal.problem)) return;
    const keep = corpus && minimal.probes.length > 0 && (minimal.repeated || problem.property === 'crash');
    const session = minimal.tried?.session ?? seen.session;
    const sent = minimal.tried?.sent ?? seen.sent;
    const masked = this.#masked(minimal.problem, sent);
    const file = keep ? corpus.add(masked, minimal.probes) : undefined;
    const finding = this.#finding({ ...minimal, probes: shownProbes(minimal) }, masked, { session, sent }, file);
    this.#findings.set(signatureOf(minimal.problem), finding);
    this.#options.onFinding(finding);
  }

  /** Makes the requests of an earlier finding again. Returns whether they show a problem, which is then a finding. */
  async replay(probes: readonly Probe[], watchState: boolean, file: string | undefined): Promise<boolean> {
    const tried = await this.#options.replayNode.try(probes, watchState);
    const { problem, session, sent } = tried;
    if (!problem || this.#options.limits.signal?.aborted === true) return false;
    if (this.#isCounted(problem)) return true;
    const finding = this.#finding({ problem, probes, repeated: true, tried }, this.#masked(problem, sent), { session, sent }, file);
    this.#findings.set(signatureOf(problem), finding);
    this.#options.onFinding(finding);
    return true;
  }

  #finding(
    { probes, repeated, tried }: Minimal,
    problem: FuzzProblem,
    { session, sent }: { readonly session: FuzzSession; readonly sent: Sent | undefined },
    file: string | undefined,
  ): Finding {
    const { secrets } = this.#options;
    return {
      ...problem,
      times: 1,
      repeated,
      probes,
      requests: probes.map((probe) => secrets.mask(showProbe(probe, session))),
      answer: sent && secrets.mask(answerOf(sent)),
      nodeLog: tried?.nodeLog?.map((line) => secrets.mask(line)),
      path: probes.length === 0 ? '' : pathText(probes),
      file,
    };
  }

  /** `sent`: what shows the problem. A key in its answer is a secret from here on. */
  #masked(problem: FuzzProblem, sent: Sent | undefined): FuzzProblem {
    const { secrets, specification } = this.#options;
    for (const secret of sent ? revealedSecrets(sent.calls, specification) : []) secrets.add(secret);
    return { ...problem, what: secrets.mask(problem.what), message: secrets.mask(problem.message) };
  }
}

/** Of a crash that did not occur again, the call in which the node ended: the corpus has all requests before it. */
function shownProbes({ problem, probes, repeated }: Minimal): readonly Probe[] {
  return problem.property === 'crash' && !repeated ? probes.slice(-1) : probes;
}

function answerOf({ calls, bytes, silent }: Sent): string {
  if (bytes !== undefined) return JSON.stringify(bytes.slice(0, MAX_ANSWER));
  if (silent) return 'no list of answers';
  return calls
    .map(({ reply }) => {
      if (reply.type === 'fault') return reply.fault.message;
      return reply.type === 'error' ? `${reply.error.code} ${reply.error.message}` : stringify(reply.result);
    })
    .join('; ')
    .slice(0, MAX_ANSWER);
}
