import { join } from 'node:path';
import { Secrets } from '../client/mask.ts';
import { MaskedTarget } from '../engine/masked-target.ts';
import type { Target } from '../fixtures/targets/types.ts';
import { TemporaryFolder } from '../fixtures/temporary/temporary-folder.ts';
import { thisMachine } from '../load/machine.ts';
import { mustHaveAssets } from '../load/tps/network/asset-methods.ts';
import { reachNetwork, type GivenNode } from '../load/tps/network/reach-network.ts';
import { startNetwork } from '../load/tps/network/start-network.ts';
import type { TpsNetwork } from '../load/tps/network/types.ts';
import { preparedFor } from '../load/tps/prepared-file.ts';
import type { Role, TpsResults } from '../load/tps/results.ts';
import { runTps } from '../load/tps/run-tps.ts';
import { transactionVsize } from '../load/transactions/plan.ts';
import { LiveLine } from '../reports/load/live-line.ts';
import { roundLine } from '../reports/load/tps-round-line.ts';
import { printTpsReport } from '../reports/load/tps-terminal.ts';
import { tpsVerdict } from '../reports/load/tps-verdict.ts';
import { writeTpsReports } from '../reports/load/write-tps-reports.ts';
import { printJson, printLine } from '../reports/print.ts';
import { flaggedTarget } from './flagged-target.ts';
import { announceTps } from './announce-tps.ts';
import { catchInterruption, INTERRUPTED, InterruptedError } from './interruption.ts';
import { maskedError } from './masked-error.ts';
import type { TpsFlags } from './tps-options.ts';
import { UsageError } from './usage-error.ts';
import { version } from './version.ts';
import { writableFolder, writableFolderOf } from './writable-folder.ts';

/** Larger calls gain little; `--batch` compares. */
const DEFAULT_BATCH = 100;

/** `pyx tps`: makes a network, measures, writes, prints. Returns the exit code. */
export async function tpsCommand(flags: TpsFlags): Promise<number> {
  assertUsable(flags);
  const secrets = new Secrets();
  const outDir = writableFolder(flags.out ?? join('pyx-out', new Date().toISOString().replace(/[:.]/g, '-')));
  if (flags.prepared !== undefined) writableFolderOf(flags.prepared, '--prepared');
  const targets: Target[] = [];
  const scratch = await TemporaryFolder.create('tps');
  const interruption = catchInterruption('stopping; the rounds so far are reported');
  const { signal } = interruption;
  const live = new LiveLine({ stream: process.stderr });
  let begun = false;
  // Do not wait for nodes that are still starting.
  signal.addEventListener('abort', () => {
    if (!begun) for (const target of targets) void target.close().catch(() => undefined); // closed again below, where an error is reported
  });
  const say = (text: string): void => {
    live.close();
    printLine(process.stderr, secrets.mask(text));
  };
  try {
    const open = async (text: string): Promise<Target> => {
      const target = new MaskedTarget(await flaggedTarget(text, flags, secrets), secrets);
      targets.push(target);
      return target;
    };
    const seed = flags.seed ?? Math.floor(Math.random() * 2 ** 31);
    const machine = thisMachine();
    const network = await networkOf(flags, open, live);
    if (flags.kind === 'asset') await mustHaveAssets(network.nodes);
    begun = true;
    for (const line of announceTps(network, flags)) say(line);
    const file = flags.prepared ?? join(scratch.path, 'transactions.ndjson');
    const { prepared, reused } = await preparedFor({
      file,
      count: flags.transactions * (flags.warmUp + flags.rounds),
      kind: flags.kind,
      outputsPerTx: flags.outputsPerTx,
      funder: network.nodes[0]!.node.client,
      seed,
      jobs: flags.jobs,
      signal,
      onProgress: ({ step, done, total, curve }) => live.progress(step === 'signing' ? `signing (${curve})` : step, done, total),
    });
    if (flags.prepared !== undefined)
      say(reused ? `using the transactions of ${flags.prepared}` : `transactions are kept in ${flags.prepared}`);
    const results = await runTps({
      pyx: version,
      seed: prepared.header.seed,
      network,
      machine,
      prepared,
      preparedFile: flags.prepared ?? null,
      reused,
      settings: {
        transactions: flags.transactions,
        batches: flags.batch ?? [DEFAULT_BATCH],
        startInMs: flags.startIn,
        rounds: flags.rounds,
        warmUpRounds: flags.warmUp,
        connections: flags.connections,
        timeoutMs: flags.timeout,
      },
      signal,
      onProgress: (what, done, total) => live.progress(what, done, total),
      onRound: (round) => say(roundLine(round)),
    });
    live.close();
    if (signal.aborted && results.rounds.length === 0) throw new InterruptedError('interrupted before the first round was complete');
    return report(masked(results, secrets), outDir, { json: flags.json === true, interrupted: signal.aborted });
  } catch (error) {
    if (signal.aborted) throw new InterruptedError('interrupted before the first round was complete');
    throw maskedError(error, secrets);
  } finally {
    live.close();
    for (const target of targets) await target.close();
    await scratch.remove();
    interruption.release();
  }
}

function report(results: TpsResults, outDir: string, { json, interrupted }: { json: boolean; interrupted: boolean }): number {
  writeTpsReports(results, outDir);
  const verdict = tpsVerdict(results);
  if (json) printJson(process.stdout, { ...verdict, out: outDir, totals: results.totals ?? null, faults: results.faults });
  else printTpsReport(results, { stream: process.stdout, outDir });
  return interrupted ? INTERRUPTED : verdict.code;
}

/** A node may echo what it was sent, also in what it says last. */
function masked(results: TpsResults, secrets: Secrets): TpsResults {
  return JSON.parse(secrets.mask(JSON.stringify(results))) as TpsResults;
}

function assertUsable({ sender, receiver, senders, receivers, target, via, batch }: TpsFlags): void {
  const isGiven = sender !== undefined || receiver !== undefined;
  if (isGiven && (sender === undefined || receiver === undefined))
    throw new UsageError(`--${sender === undefined ? 'receiver' : 'sender'} is given alone`, {
      remedy: 'give at least one --sender and one --receiver',
    });
  if (isGiven && (senders !== undefined || receivers !== undefined || target !== 'embedded'))
    throw new UsageError('--sender and --receiver name nodes that run, so --senders, --receivers and --target have no meaning', {
      remedy: 'leave one or the other out',
    });
  if (!isGiven && target.startsWith('http'))
    throw new UsageError('--target names one node, and a network has several', { remedy: 'give --sender URL and --receiver URL' });
  if (via === 'sendrawtransaction' && batch !== undefined)
    throw new UsageError('--batch has no meaning for sendrawtransaction, which takes one transaction', { remedy: 'leave --batch out' });
}

async function networkOf(flags: TpsFlags, open: (target: string) => Promise<Target>, live: LiveLine): Promise<TpsNetwork> {
  const { targetFile, via, transactions, kind, outputsPerTx = 1 } = flags;
  if (flags.sender !== undefined) {
    const given: GivenNode[] = [];
    const roles: readonly [Role, readonly string[]][] = [
      ['sender', flags.sender],
      ['receiver', flags.receiver ?? []],
    ];
    for (const [role, urls] of roles) {
      for (const text of urls) {
        const comma = text.lastIndexOf(',');
        const [url, peerAddress] = comma < 0 ? [text, undefined] : [text.slice(0, comma), text.slice(comma + 1)];
        given.push({ role, target: await open(url), peerAddress });
      }
    }
    return reachNetwork(given, via, targetFile);
  }
  return startNetwork({
    target: await open(flags.target),
    targetFile,
    senders: flags.senders ?? 2,
    receivers: flags.receivers ?? 1,
    via,
    pool: { transactions, vbytes: transactions * transactionVsize(kind, outputsPerTx) },
    onProgress: (done, total) => live.progress('starting nodes', done, total),
  });
}
