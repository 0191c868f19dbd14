import { parseAddress } from '../client/address.ts';
import { staleAcceptances, unexplained } from '../engine/acceptance-standing.ts';
import { badEndOutcomes } from '../engine/bad-ends.ts';
import { targetFileOutcomes } from '../engine/conduct.ts';
import { universeOf } from '../engine/coverage.ts';
import { thisEnvironment } from '../engine/environment.ts';
import { HitRecorder } from '../engine/hits.ts';
import { JournalWriter } from '../engine/journal.ts';
import type { StartLine } from '../engine/journal-lines.ts';
import { Judge } from '../engine/judge.ts';
import { lossAfter } from '../engine/lost-node.ts';
import type { OpenedNode } from '../engine/open-node.ts';
import type { Outcome } from '../engine/outcome.ts';
import { reportedTarget } from '../engine/reported-target.ts';
import { Service } from '../fixtures/world/service.ts';
import { defined } from '../specs/model/defined.ts';
import { ListenedCases, LISTEN_SUITE } from './listened-cases.ts';
import type { ListenedCall } from './listened-call.ts';
import { Listener } from './listener.ts';
import type { KnownCall } from './method-index.ts';
import { RelayThread } from './relay-thread.ts';
import { Relations } from './relations/relations.ts';
import { passedText, uncheckedOutcomes } from './traffic-text.ts';

/** Keeps the calls of clients for something else than judging them. */
export interface CallRecorder {
  note(call: ListenedCall, known: KnownCall | undefined): void;
  /** Writes what it kept. Returns what it did, in sentences. */
  write(listener: Pick<Listener, 'connections' | 'peakConnections'>): readonly string[];
}

/** See `StartLine` for those that it has. */
export interface ListenOptions extends Pick<StartLine, 'pyx' | 'command'> {
  readonly opened: OpenedNode;
  readonly journalFile: string;
  readonly now: Date;
  /** The port of 127.0.0.1 for clients; 0: any free one. */
  readonly port: number;
  /** The command that calls it, without secrets. */
  readonly clientCommand?: readonly string[] | undefined;
  readonly failOn?: StartLine['failOn'] | undefined;
  readonly inconclusive?: StartLine['inconclusive'] | undefined;
  readonly recorder?: CallRecorder | undefined;
  readonly onNote: (text: string) => void;
  /** Called with the address for clients when it listens there, and listens until it returns: the exit code of a command, if it ran one. */
  readonly during: (url: string) => Promise<number | undefined>;
}

/**
 * Listens to clients of a node, judges what passes, and writes the journal, which has everything that the reports need. Returns what
 * `during` returns. Throws `ListenError` where the port cannot be had, and what `during` throws.
 */
export async function listen(options: ListenOptions): Promise<number | undefined> {
  const session = new ListenSession(options);
  try {
    const code = await session.run();
    await session.end(code);
    return code;
  } finally {
    session.close();
  }
}

/** An outcome about no method. */
const OF_LISTENING = { suite: LISTEN_SUITE, method: null, kind: 'listened', durationMs: 0, calls: 0, hits: [] } as const;

/** One node to which clients are listened to, and the journal of what they call. */
class ListenSession {
  readonly #options: ListenOptions;
  readonly #journal: JournalWriter;
  readonly #judge: Judge;
  readonly #cases: ListenedCases;
  readonly #listener: Listener;
  readonly #begunMs = performance.now();
  #internal: Error | undefined;
  #internalErrors = 0;

  constructor(options: ListenOptions) {
    this.#options = options;
    const { opened, recorder, journalFile, now, onNote } = options;
    const { specification, names, targetFile, state, secrets, absent } = opened;
    this.#journal = new JournalWriter(journalFile, secrets);
    this.#judge = new Judge(targetFile, now.toISOString().slice(0, 10), state);
    this.#cases = new ListenedCases({
      specification,
      judge: this.#judge,
      hits: new HitRecorder(specification),
      onFound: ({ id, method, finding, ...shown }) => {
        this.#journal.append({ t: 'suspect', id, suite: LISTEN_SUITE, method, kind: 'found', findings: [finding], ...shown });
        onNote(`found: ${finding.message}`);
      },
    });
    this.#listener = new Listener({
      specification,
      names,
      service: new Service(opened.node.client, specification, names),
      jsonrpc: specification.spec.edition.service?.protocol === 'json-rpc-2.0' ? '2.0' : '1.0',
      cases: this.#cases,
      relations: new Relations(specification),
      absent,
      onSecret: (secret) => secrets.add(secret),
      record: recorder && ((call, known) => recorder.note(call, known)),
      onInternalError: (error) => {
        this.#internal ??= error;
        this.#internalErrors++;
      },
    });
  }

  /** Listens as long as `during` lasts. Returns what that returns. */
  async run(): Promise<number | undefined> {
    const { opened, port, during } = this.#options;
    const { host, port: nodePort } = parseAddress(opened.node.client.address);
    const relay = await RelayThread.open({ port, node: { host, port: nodePort }, onPassed: (passed) => this.#listener.take(passed) });
    try {
      this.#start(relay.url);
      return await Promise.race([during(relay.url), lost(relay)]);
    } finally {
      await relay.close();
    }
  }

  /** Writes the outcomes, and what was not checked. */
  async end(commandCode: number | undefined): Promise<void> {
    const listener = this.#listener;
    const { opened, recorder, onNote } = this.#options;
    const { target, targetFile } = opened;
    const { startNodes } = target.capabilities;
    const standings = this.#judge.standings({ leftOut: [], untried: new Map(), startsNodes: startNodes, unplanned: true });
    const outcomes: readonly Outcome[] = [
      ...this.#cases.outcomes(),
      ...uncheckedOutcomes(listener, this.#cases.beyond),
      ...(await this.#lossOfNode()),
      ...(await badEndOutcomes(target, new Set())),
      ...targetFileOutcomes([...unexplained(standings, targetFile), ...staleAcceptances(standings)]),
      ...(this.#internal ? [internalOutcome(this.#internal, this.#internalErrors)] : []),
    ];
    for (const text of [...passedText(listener), ...(recorder?.write(listener) ?? [])]) {
      onNote(text);
      this.#journal.append({ t: 'note', text });
    }
    for (const outcome of outcomes) this.#journal.append({ t: 'outcome', ...outcome });
    this.#journal.append({ t: 'accepted', standings });
    const { tally, connections } = listener;
    this.#journal.append({
      t: 'end',
      complete: true,
      durationMs: Math.round(performance.now() - this.#begunMs),
      ...defined({ commandCode }),
      heard: { connections, calls: tally.calls, clients: tally.clients },
    });
  }

  close(): void {
    this.#journal.close();
  }

  /** A node that Pyx started and that ended, other than a client may have it ended by `stop`. */
  async #lossOfNode(): Promise<readonly Outcome[]> {
    const { node } = this.#options.opened;
    if (node.alive() || (await node.ended) === 'exit code 0') return [];
    const finding = await lossAfter('a call of a client', node);
    return finding ? [{ ...OF_LISTENING, id: `${LISTEN_SUITE}/node`, status: 'failed', findings: [finding] }] : [];
  }

  #start(at: string): void {
    const { opened, pyx, command, clientCommand, now, failOn, inconclusive } = this.#options;
    const { specification, target, absent, targetFile, state } = opened;
    this.#journal.append({
      t: 'start',
      pyx,
      seed: null,
      startedAt: now.toISOString(),
      command,
      target: reportedTarget(target, opened),
      state,
      // What clients will call is not known.
      planned: 0,
      listened: { at, ...defined({ command: clientCommand }) },
      suites: {},
      wholeRun: false,
      environment: thisEnvironment(),
      ...(specification.isOfUser && { ownStandard: true }),
      ...defined({ failOn, inconclusive }),
      documents: { list: specification.spec.documents, ...defined({ at: targetFile?.documents }) },
      // Of the standard, clients use methods with their arguments and results. What is said of rules and states, no call shows alone.
      universe: universeOf(
        specification,
        absent,
        specification.documented.map(({ id }) => ({ method: id, generated: true, judges: [] })),
      ),
    });
  }
}

/** Rejects when the thread of the relay ends by an error: there is no traffic any more. */
async function lost(relay: RelayThread): Promise<never> {
  await relay.ended;
  throw new Error('the relay has ended');
}

function internalOutcome({ message }: Error, count: number): Outcome {
  const reason = `${count} times, first: ${message}`;
  return { ...OF_LISTENING, id: `${LISTEN_SUITE}/internal-error`, status: 'skipped', internal: true, reason, findings: [] };
}
