import { followLog } from '../../engine/followed-log.ts';
import { within } from '../../fixtures/targets/within.ts';
import { FuzzSession, type FuzzSessionOptions, type Sent } from './fuzz-session.ts';
import { isEnding } from './confine.ts';
import { namesIn } from './names-in.ts';
import { onlyReads } from './only-reads.ts';
import { possible } from './possible.ts';
import { methodsOf, type Probe } from './probe.ts';
import { brokeConnection, type CallJudge } from './properties/judge-call.ts';
import { judgeSent, stateProblem } from './properties/judge-sent.ts';
import { died } from './properties/life.ts';
import type { FuzzProblem } from './properties/problem.ts';

/** How long a node that accepted a call to end may take for it. */
const ENDS_WITHIN_MS = 5_000;

/** Time to wait for the end of a node after a connection broke. */
const DIES_WITHIN_MS = 1_500;
/** How a node ends when it is asked to. */
const IN_ORDER = 'exit code 0';

export interface Tried {
  readonly problem: FuzzProblem | undefined;
  /** The last request that was sent, and the node that it was sent to, which may be stopped by now. */
  readonly sent: Sent;
  readonly session: FuzzSession;
  /** Number of requests up to that one: an earlier one may have ended the node. */
  readonly count: number;
  /** Where there is a problem: the last lines that the node logged meanwhile, if it logged any. */
  readonly nodeLog?: readonly string[] | undefined;
}

/** Makes sequences of requests, each from the same state: on a restored node, or on a new one. */
export class ReplayNode {
  readonly #options: FuzzSessionOptions;
  readonly #judge: CallJudge;
  #session: FuzzSession | undefined;
  /** The living values that the session has. */
  #names = new Set<string>();
  /** Number of sequences that were tried. */
  tried = 0;

  constructor(options: FuzzSessionOptions, judge: CallJudge) {
    this.#options = options;
    this.#judge = judge;
  }

  /**
   * The problem after the last of these requests. The answers to the earlier ones are not judged.
   * @param watchState also for a change of state
   * @param anyState a node that earlier attempts left alive will do, where none can be restored
   */
  async try(probes: readonly Probe[], watchState: boolean, anyState = false): Promise<Tried> {
    this.tried++;
    const session = await this.#start(namesIn(probes), anyState);
    const log = followLog(session.node);
    for (const [index, probe] of probes.slice(0, -1).entries()) {
      const sent = await session.send(probe);
      const ended = await this.#endedBy(session, sent);
      if (ended) return { problem: ended, sent, session, count: index + 1, nodeLog: log() };
    }
    const count = probes.length;
    const last = probes.at(-1);
    if (!last) throw new Error('there is nothing to try');
    const before = watchState ? await possible(() => session.state()) : undefined;
    const sent = await session.send(last);
    const judged = await judgeSent(sent, session.node, this.#judge);
    const problem = (isOrderlyEnd(last, judged) ? undefined : judged) ?? (await this.#endedBy(session, sent));
    // A node that is busy cannot be restored.
    if (problem?.property === 'hang' || problem?.property === 'unresponsive') await this.close();
    if (problem || !before || !session.node.alive()) return { problem, sent, session, count, nodeLog: problem && log() };
    const change = await this.#change(session, sent, before);
    return { problem: change, sent, session, count, nodeLog: change && log() };
  }

  /**
   * Finds the request that changed the state, among those from an index on that should change nothing. Returns the requests
   * up to it, and the problem; undefined if none changed it this time.
   */
  async findChange(
    probes: readonly Probe[],
    from: number,
  ): Promise<{ readonly probes: readonly Probe[]; readonly problem: FuzzProblem } | undefined> {
    const session = await this.#start(namesIn(probes));
    let before: Map<string, string> | undefined;
    for (const [index, probe] of probes.entries()) {
      if (index >= from) before ??= await possible(() => session.state());
      const sent = await session.send(probe);
      if (!session.node.alive()) return undefined;
      const problem = before && (await this.#change(session, sent, before));
      if (problem) return { probes: probes.slice(0, index + 1), problem };
    }
    return undefined;
  }

  /** The problem of a request that changed the state; undefined if it did not, or if its result may have. */
  async #change(session: FuzzSession, sent: Sent, before: ReadonlyMap<string, string>): Promise<FuzzProblem | undefined> {
    const refused = sent.calls.every(({ reply }) => reply.type !== 'result');
    if (!refused && sent.calls.some(({ method }) => !this.#onlyReads(method))) return undefined;
    const after = await possible(() => session.state());
    return after && stateProblem(methodsOf(sent.probe).join('+') || 'HTTP', refused, before, after);
  }

  #onlyReads(method: string): boolean {
    const known = this.#options.opened.specification.find(method);
    return known !== undefined && onlyReads(known);
  }

  /** The end of the node, unless a call was made to end it and it did so in order. */
  async #endedBy(session: FuzzSession, { probe, calls }: Sent): Promise<FuzzProblem | undefined> {
    const { node } = session;
    const ending = calls.some(({ method, reply }) => isEnding(method) && reply.type === 'result');
    if (ending) return endedInOrder(session, methodsOf(probe).join('+'));
    // The connections of a node that dies break before the end of its process is noticed.
    if (node.alive() && calls.some(({ reply }) => brokeConnection(reply))) await within(node.ended, DIES_WITHIN_MS);
    if (node.alive()) return undefined;
    const problem = await died(node, methodsOf(probe).join('+') || 'HTTP');
    return isOrderlyEnd(probe, problem) ? undefined : problem;
  }

  async #start(names: Set<string>, anyState = false): Promise<FuzzSession> {
    const known = this.#session;
    if (known && (known.restoresExactly || anyState) && known.node.alive() && [...names].every((name) => this.#names.has(name))) {
      if (known.restoresExactly) await known.restore(names);
      return known;
    }
    await this.close();
    this.#names = names;
    this.#session = await FuzzSession.open(this.#options, names);
    return this.#session;
  }

  /** Stops its node. It starts another one when it is needed again. */
  async close(): Promise<void> {
    await this.#session?.close();
    this.#session = undefined;
  }
}

/** Whether a node ended in order because it was asked to. It may do so before it answers. */
function isOrderlyEnd(probe: Probe, problem: FuzzProblem | undefined): boolean {
  return problem?.property === 'crash' && problem.what === IN_ORDER && methodsOf(probe).some(isEnding);
}

/** The problem of a node that was asked to end: that it died of it. It need not end. */
async function endedInOrder({ node }: FuzzSession, method: string): Promise<FuzzProblem | undefined> {
  const how = await within(node.ended, ENDS_WITHIN_MS);
  return how === undefined || how === IN_ORDER ? undefined : died(node, method);
}
