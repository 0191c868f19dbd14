import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAddress } from '../client/address.ts';
import { badEndOutcomes } from '../engine/bad-ends.ts';
import { universeOf } from '../engine/coverage.ts';
import { journalFile, targetFileOutcomes } from '../engine/conduct.ts';
import { thisEnvironment } from '../engine/environment.ts';
import { HitRecorder } from '../engine/hits.ts';
import { JournalWriter } from '../engine/journal.ts';
import { lossAfter } from '../engine/lost-node.ts';
import { Judge } from '../engine/judge.ts';
import { openNode, type OpenedNode } from '../engine/open-node.ts';
import { reportedTarget } from '../engine/reported-target.ts';
import type { Outcome } from '../engine/outcome.ts';
import type { Severity } from '../engine/severity.ts';
import { TemporaryFolder } from '../fixtures/temporary/temporary-folder.ts';
import { Service } from '../fixtures/world/service.ts';
import { ListenedCases, LISTEN_SUITE } from '../listen/listened-cases.ts';
import { Listener } from '../listen/listener.ts';
import { RelayThread } from '../listen/relay-thread.ts';
import { Relations } from '../listen/relations/relations.ts';
import { passedText, uncheckedOutcomes } from '../listen/traffic-text.ts';
import type { Digest } from '../reports/digest.ts';
import { reportsNamed } from '../reports/run-reports.ts';
import { runVerdict } from '../reports/run-verdict.ts';
import { printReport } from '../reports/terminal.ts';
import { writeReports } from '../reports/write-reports.ts';
import { judgedByRelease } from '../reports/selfcheck/judged.ts';
import { defined } from '../specs/model/defined.ts';
import { chosenStandard } from './chosen-standard.ts';
import { runChildCommand, SIGNALLED } from './child-command.ts';
import { commandLine } from './command-line.ts';
import { staleAcceptances, unexplained } from '../engine/acceptance-standing.ts';
import type { FurtherAcceptances } from '../engine/target-file.ts';
import type { OutputFlags, TargetFlags } from './common-options.ts';
import type { Context } from './context.ts';
import { ListenRecord } from './listen-record.ts';
import { INTERRUPTED } from './interruption.ts';
import type { Command } from './perform.ts';
import { runSummary } from './run-summary.ts';
import { version } from './version.ts';
import { writingError } from './writable-folder.ts';

/** The options of `pyx listen`, as commander returns them, and the command after `--`. */
export interface ListenRequest extends TargetFlags, OutputFlags {
  readonly port: number;
  readonly command: readonly string[];
  readonly standard?: string;
  readonly plugin?: readonly string[];
  readonly failOn?: Severity;
  /** Standard output is for a program: that of the command goes to standard error. */
  readonly quiet: boolean;
  readonly further?: FurtherAcceptances;
  readonly reports?: readonly string[];
  /** File for the mix of calls, as a scenario of a load. */
  readonly record?: string;
}

/** `pyx listen`: passes what clients and a node send to each other, and judges it. */
export const listenCommand: Command<ListenRequest, Digest> = {
  stopping: 'stopping; what was heard is reported',
  interrupted: 'interrupted before it listened',
  verdict: (digest) => runVerdict(digest),
  documents: {
    print: (digest, _, options) => printReport(digest, options),
    line: (digest, verdict, out) => runSummary(digest, verdict, out),
  },
  run: async (request, context) => {
    reportsNamed(request.reports ?? []);
    const { specification, notes } = chosenStandard(request.standard);
    const { secrets, signal } = context;
    const record = request.record === undefined ? undefined : new ListenRecord(request.record, specification);
    const target = await context.openTarget(request.target, request);
    const opened = await openNode({ ...request, specification, target, secrets, signal, listens: true });
    const session = new ListenSession(opened, request, context, record);
    try {
      context.announce(opened, ...notes);
      const code = await session.run();
      await session.end(code);
      await target.close();
      const { outDir, githubStepSummary } = context;
      const reportOptions = { judged: judgedByRelease, githubStepSummary, ...defined({ reports: request.reports }) };
      const digest = await writeReports(journalFile(outDir), outDir, reportOptions).catch((error: unknown) => {
        throw writingError(outDir, error);
      });
      // Ctrl-C is how it ends without a command.
      // A command that the signal ended, which was passed on to it, was interrupted as Pyx was.
      const isCutShort = signal.aborted && code !== undefined && code > SIGNALLED;
      return { results: digest, whole: true, afterwards: async (own) => (isCutShort ? INTERRUPTED : code || own) };
    } finally {
      session.close();
    }
  },
};

/** An outcome about no method. */
const OF_LISTENING = { suite: LISTEN_SUITE, method: null, kind: 'listened', durationMs: 0, calls: 0, hits: [] } as const;

/** One node to which clients are listened to, and the journal of what they call. */
class ListenSession {
  readonly #opened: OpenedNode;
  readonly #request: ListenRequest;
  readonly #context: Context;
  readonly #journal: JournalWriter;
  readonly #judge: Judge;
  readonly #cases: ListenedCases;
  readonly #listener: Listener;
  readonly #begunMs = performance.now();
  readonly #record: ListenRecord | undefined;
  #internal: Error | undefined;
  #internalErrors = 0;

  constructor(opened: OpenedNode, request: ListenRequest, context: Context, record: ListenRecord | undefined) {
    this.#record = record;
    this.#opened = opened;
    this.#request = request;
    this.#context = context;
    const { specification, names, targetFile, state, secrets, absent } = opened;
    this.#journal = new JournalWriter(journalFile(context.outDir), secrets);
    this.#judge = new Judge(targetFile, context.startedAt.toISOString().slice(0, 10), state);
    this.#cases = new ListenedCases({
      specification,
      judge: this.#judge,
      hits: new HitRecorder(specification),
      onFound: ({ id, method, finding, ...shown }) => {
        this.#journal.append({ t: 'suspect', id, suite: LISTEN_SUITE, method, kind: 'found', findings: [finding], ...shown });
        context.note(`found: ${finding.message}`);
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
      record: record && ((call, known) => record.note(call, known)),
      onInternalError: (error) => {
        this.#internal ??= error;
        this.#internalErrors++;
      },
    });
    this.#start();
  }

  /** Listens until the command or the user ends it. Returns the exit code of the command, if there is one. */
  async run(): Promise<number | undefined> {
    const { node, target } = this.#opened;
    const { command, port } = this.#request;
    const { signal } = this.#context;
    const { host, port: nodePort } = parseAddress(node.client.address);
    const relay = await RelayThread.open({ port, node: { host, port: nodePort }, onPassed: (passed) => this.#listener.take(passed) });
    try {
      const own = target.capabilities.startNodes ? node.credentials : undefined;
      this.#context.note(
        `listening at ${relay.url}, between clients and ${node.client.address}${command.length > 0 ? '' : '; Ctrl-C ends it'}`,
      );
      if (command.length > 0) {
        const env = { PYX_LISTEN_URL: relay.url, ...(own && { PYX_RPC_USER: own.user, PYX_RPC_PASSWORD: own.password }) };
        return await Promise.race([
          runChildCommand(command, { env, output: this.#request.quiet ? 'stderr' : 'stdout', signal }),
          this.#lost(relay),
        ]);
      }
      if (own) this.#context.note(`cookie file for clients: ${await this.#cookieFile(`${own.user}:${own.password}`)}`);
      await Promise.race([interrupted(signal), this.#lost(relay)]);
      return undefined;
    } finally {
      await relay.close();
    }
  }

  /** Writes the outcomes, and what was not checked. */
  async end(commandCode: number | undefined): Promise<void> {
    const listener = this.#listener;
    const { target, targetFile } = this.#opened;
    // Clients need not call what an accepted difference is about.
    const leftOut = ['what no client called'];
    const standings = this.#judge.standings({ leftOut, untried: new Map(), startsNodes: target.capabilities.startNodes });
    const outcomes: readonly Outcome[] = [
      ...this.#cases.outcomes(),
      ...uncheckedOutcomes(listener, this.#cases.beyond),
      ...(await this.#lossOfNode()),
      ...(await badEndOutcomes(target, new Set())),
      ...targetFileOutcomes([...unexplained(standings, targetFile), ...staleAcceptances(standings)]),
      ...(this.#internal ? [internalOutcome(this.#internal, this.#internalErrors)] : []),
    ];
    const recorded = this.#record?.write(listener) ?? [];
    for (const text of [...passedText(listener, this.#cases), ...recorded]) {
      this.#context.note(text);
      this.#journal.append({ t: 'note', text });
    }
    for (const outcome of outcomes) this.#journal.append({ t: 'outcome', ...outcome });
    this.#journal.append({ t: 'accepted', standings });
    this.#journal.append({
      t: 'end',
      complete: true,
      durationMs: Math.round(performance.now() - this.#begunMs),
      ...defined({ commandCode }),
    });
  }

  close(): void {
    this.#journal.close();
  }

  /** A node that Pyx started and that ended, other than a client may have it ended by `stop`. */
  async #lossOfNode(): Promise<readonly Outcome[]> {
    const { node } = this.#opened;
    if (node.alive() || (await node.ended) === 'exit code 0') return [];
    const finding = await lossAfter('a call of a client', node);
    return finding ? [{ ...OF_LISTENING, id: `${LISTEN_SUITE}/node`, status: 'failed', findings: [finding] }] : [];
  }

  #start(): void {
    const { specification, target, absent, targetFile, state } = this.#opened;
    this.#journal.append({
      t: 'start',
      pyx: version,
      seed: 0,
      startedAt: this.#context.startedAt.toISOString(),
      command: commandLine(),
      target: reportedTarget(target, this.#opened),
      state,
      // What clients will call is not known.
      planned: 0,
      listened: true,
      suites: {},
      wholeRun: false,
      environment: thisEnvironment(),
      ...(specification.isOfUser && { ownStandard: true }),
      ...defined({ failOn: this.#request.failOn, inconclusive: this.#request.inconclusive }),
      documents: { list: specification.spec.documents, ...defined({ at: targetFile?.documents }) },
      // Of the standard, clients use methods with their arguments and results. What is said of rules and states, no call shows alone.
      universe: universeOf(
        specification,
        absent,
        specification.documented.map(({ id }) => ({ method: id, generated: true, judges: [] })),
      ),
    });
  }

  /** A file with the credentials of a node that Pyx started, which is removed at the end. */
  async #cookieFile(text: string): Promise<string> {
    const folder = await TemporaryFolder.create('listen');
    this.#context.onClose(() => folder.remove());
    const file = join(folder.path, 'cookie');
    writeFileSync(file, text, { mode: 0o600 });
    return file;
  }

  /** Rejects when the thread of the relay ends by an error: there is no traffic any more. */
  async #lost(relay: RelayThread): Promise<never> {
    await relay.ended;
    throw new Error('the relay has ended');
  }
}

function interrupted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}

function internalOutcome({ message }: Error, count: number): Outcome {
  const reason = `${count} times, first: ${message}`;
  return { ...OF_LISTENING, id: `${LISTEN_SUITE}/internal-error`, status: 'skipped', internal: true, reason, findings: [] };
}
