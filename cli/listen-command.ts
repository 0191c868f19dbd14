import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { journalFile } from '../engine/conduct.ts';
import { openNode, type OpenedNode } from '../engine/open-node.ts';
import type { Severity } from '../engine/severity.ts';
import type { FurtherAcceptances } from '../engine/target-file.ts';
import { TemporaryFolder } from '../fixtures/temporary/temporary-folder.ts';
import { listen } from '../listen/listen.ts';
import type { Digest } from '../reports/digest.ts';
import { reportsNamed } from '../reports/run-reports.ts';
import { runVerdict } from '../reports/run-verdict.ts';
import { printReport } from '../reports/terminal.ts';
import { writeReports } from '../reports/write-reports.ts';
import { judgedByRelease } from '../reports/selfcheck/judged.ts';
import { defined } from '../specs/model/defined.ts';
import { chosenStandard } from './chosen-standard.ts';
import { runChildCommand, SIGNALLED } from './child-command.ts';
import { commandLine, withoutCredentials } from './command-line.ts';
import type { OutputFlags, TargetFlags } from './common-options.ts';
import type { Context } from './context.ts';
import { INTERRUPTED } from './interruption.ts';
import { ListenRecord } from './listen-record.ts';
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
    const { secrets, signal, outDir } = context;
    const { command, port, failOn, inconclusive } = request;
    const recorder = request.record === undefined ? undefined : new ListenRecord(request.record, specification);
    const target = await context.openTarget(request.target, request);
    const opened = await openNode({ ...request, specification, target, secrets, signal, listens: true });
    context.announce(opened, ...notes);
    const code = await listen({
      opened,
      recorder,
      port,
      failOn,
      inconclusive,
      pyx: version,
      command: commandLine(),
      ...(command.length > 0 && { clientCommand: withoutCredentials(command) }),
      journalFile: journalFile(outDir),
      now: context.startedAt,
      onNote: (text) => context.note(text),
      during: (url) => clients(url, { opened, request, context }),
    });
    await target.close();
    const reportOptions = {
      judged: judgedByRelease,
      githubStepSummary: context.githubStepSummary,
      ...defined({ reports: request.reports }),
    };
    const digest = await writeReports(journalFile(outDir), outDir, reportOptions).catch((error: unknown) => {
      throw writingError(outDir, error);
    });
    // Ctrl-C is how it ends without a command.
    // A command that the signal ended, which was passed on to it, was interrupted as Pyx was.
    const isCutShort = signal.aborted && code !== undefined && code > SIGNALLED;
    return { results: digest, whole: true, afterwards: async (own) => (isCutShort ? INTERRUPTED : code || own) };
  },
};

interface Clients {
  readonly opened: OpenedNode;
  readonly request: ListenRequest;
  readonly context: Context;
}

/** Runs the command that calls this address, and returns its exit code; without one, waits until the user ends it. */
async function clients(url: string, { opened: { node, target }, request, context }: Clients): Promise<number | undefined> {
  const { command, quiet } = request;
  const { signal } = context;
  const isAlone = command.length === 0;
  context.note(`listening at ${url}, between clients and ${node.client.address}${isAlone ? '; Ctrl-C ends it' : ''}`);
  const own = target.capabilities.startNodes ? node.credentials : undefined;
  if (!isAlone) {
    const env = { PYX_LISTEN_URL: url, ...(own && { PYX_RPC_USER: own.user, PYX_RPC_PASSWORD: own.password }) };
    return runChildCommand(command, { env, output: context.quiet ? 'none' : quiet ? 'stderr' : 'stdout', signal });
  }
  if (own) context.note(`cookie file for clients: ${await cookieFile(`${own.user}:${own.password}`, context)}`);
  await interrupted(signal);
  return undefined;
}

/** A file with the credentials of a node that Pyx started, which is removed at the end. */
async function cookieFile(text: string, context: Context): Promise<string> {
  const folder = await TemporaryFolder.create('listen');
  context.onClose(() => folder.remove());
  const file = join(folder.path, 'cookie');
  writeFileSync(file, text, { mode: 0o600 });
  return file;
}

function interrupted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
