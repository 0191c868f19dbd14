import { join } from 'node:path';
import type { Target } from '../fixtures/targets/types.ts';
import { TemporaryFolder } from '../fixtures/temporary/temporary-folder.ts';
import type { NamedNode } from '../load/faults/fault-plan.ts';
import type { PlannedFault } from '../load/faults/types.ts';
import { thisMachine } from '../load/machine.ts';
import { spareCount } from '../load/tps/disturbances/network-plan.ts';
import { mustHaveAssets } from '../load/tps/network/asset-methods.ts';
import { reachNetwork, type GivenNode } from '../load/tps/network/reach-network.ts';
import { startNetwork, type StartNetworkOptions } from '../load/tps/network/start-network.ts';
import { poolNeed } from '../load/tps/network/start-options.ts';
import type { TpsNetwork } from '../load/tps/network/types.ts';
import { preparedFor } from '../load/tps/prepared-file.ts';
import type { TpsResults, Via } from '../load/tps/results.ts';
import { hasShapedLinks } from '../load/topology/types.ts';
import { roundsOfTest } from '../load/tps/run-rounds.ts';
import { runTps } from '../load/tps/run-tps.ts';
import { tpsDocuments } from '../reports/load/documents.ts';
import { TpsLive } from '../reports/live/tps-live.ts';
import { LiveLine } from '../reports/load/live-line.ts';
import { TpsMetrics } from '../reports/metrics/tps-metrics.ts';
import { roundLine } from '../reports/load/tps-round-line.ts';
import { tpsVerdict } from '../reports/load/tps-verdict.ts';
import { specification } from '../specs/model/specification.ts';
import { announceTps, type AnnouncedFlags } from './announce-tps.ts';
import type { OutputFlags } from './common-options.ts';
import type { Context } from './context.ts';
import { openArrivalsCsv } from './csv/arrivals-csv.ts';
import { InterruptedError } from './interruption.ts';
import { newSeed } from './new-seed.ts';
import { namedNodes } from '../load/topology/of-shape.ts';
import type { Topology } from '../load/topology/types.ts';
import { runningNetwork, type NamedNetwork } from './running-network.ts';
import type { Command } from './perform.ts';
import { announceFaults, plannedTpsFaults, tpsFaults } from './tps-faults.ts';
import { DEFAULT_NODES } from './tps-defaults.ts';
import { areRelayed, topologyOf, type TopologyFlags } from './tps-topology.ts';
import { UsageError } from './usage-error.ts';
import { version } from './version.ts';
import { writableFolderOf } from './writable-folder.ts';

/** The options of `pyx tps` as commander gives them. Durations in milliseconds. */
export interface TpsFlags extends AnnouncedFlags, OutputFlags, TopologyFlags {
  readonly target: string;
  readonly targetFile?: string;
  readonly receiver?: string[];
  readonly cookie?: string;
  readonly conf?: string;
  readonly batch?: number[];
  readonly via?: Via;
  readonly fault?: PlannedFault[];
  readonly connections: number;
  readonly jobs?: number;
  readonly seed?: number;
  /** A file for the arrivals of each second. */
  readonly csv?: string;
}

/** Larger calls gain little; `--batch` compares. */
export const DEFAULT_BATCH = 100;

/** `pyx tps`: makes a network, and measures. */
export const tpsCommand: Command<TpsFlags, TpsResults> = {
  stopping: 'stopping; the rounds so far are reported',
  interrupted: 'interrupted before the first round was complete',
  verdict: tpsVerdict,
  documents: tpsDocuments,
  live: 'tps',
  run: async (flags, context) => {
    assertUsable(flags);
    if (flags.prepared !== undefined) writableFolderOf(flags.prepared, '--prepared');
    const { signal } = context;
    const live = new LiveLine({ stream: context.stderr });
    context.onClose(() => live.close());
    const say = (text: string): void => {
      live.close();
      context.note(text);
    };
    const metrics = context.metrics && new TpsMetrics(context.metrics);
    const csv = flags.csv === undefined ? undefined : openArrivalsCsv(flags.csv, context);
    const seed = flags.seed ?? newSeed();
    const machine = thisMachine();
    const topology = topologyOf(flags, seed);
    const hasPlainRounds = flags.withoutLinks !== false && hasShapedLinks(topology);
    const allRounds = roundsOfTest(flags.warmUp, flags.rounds, hasPlainRounds).length;
    const page = context.show(new TpsLive(allRounds));
    const progress = (what: string, done: number, total: number): void => {
      live.progress(what, done, total);
      page.progress(what, done, total);
    };
    const running = runningNetwork(flags, seed);
    const target = running === undefined ? await context.openTarget(flags.target, flags, { newProcesses: true }) : undefined;
    const faults = tpsFaults(flags, running?.nodes ?? startedNodes(flags, topology), target);
    const via = faults.length > 0 ? 'sendrawtransaction' : flags.via;
    const network = await networkOf({ ...flags, ...(via && { via }) }, context, progress, {
      running,
      target,
      topology,
      seed,
      isRelayed: areRelayed(flags, topology),
    });
    context.onClose(() => network.links?.relays?.close());
    if (flags.kind === 'asset') await mustHaveAssets(network.nodes);
    for (const line of [...announceTps(network, flags), ...announceFaults(faults)]) say(line);
    const { prepared, reused } = await preparedFor({
      file: flags.prepared ?? join(await scratchFolder(context), 'transactions.ndjson'),
      count: flags.transactions * allRounds + spareCount(faults, flags.rounds, flags.kind),
      kind: flags.kind,
      outputsPerTx: flags.outputsPerTx,
      funder: network.nodes[0]!.node.client,
      seed,
      jobs: flags.jobs,
      signal,
      onProgress: ({ step, done, total, curve }) => progress(step === 'signing' ? `signing (${curve})` : step, done, total),
    });
    if (flags.prepared !== undefined)
      say(reused ? `using the transactions of ${flags.prepared}` : `transactions are kept in ${flags.prepared}`);
    const results = await runTps({
      pyx: version,
      seed: prepared.header.seed,
      network,
      topologySeed: seed,
      hasPlainRounds,
      machine,
      prepared,
      preparedFile: flags.prepared ?? null,
      reused,
      faults,
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
      onProgress: progress,
      onRound: (round) => {
        say(roundLine(round));
        metrics?.round(round);
        page.round(round);
      },
      watch: { ...metrics?.watch, onArrivals: csv, onCounts: (round, sinceUs, counts) => page.received(round, sinceUs, counts) },
    });
    live.close();
    if (signal.aborted && results.rounds.length === 0) throw new InterruptedError('interrupted before the first round was complete');
    return { results };
  },
};

/** A folder for transactions that are not kept. */
export async function scratchFolder(context: Context): Promise<string> {
  const folder = await TemporaryFolder.create('tps');
  context.onClose(() => folder.remove());
  return folder.path;
}

/** Throws `UsageError`, `TopologyError` or `FaultPlanError` for settings of a network that Pyx starts, before it is started. */
export function assertTpsSettings(flags: TpsFlags, seed: number): void {
  assertUsable(flags);
  plannedTpsFaults(flags, startedNodes(flags, topologyOf(flags, seed)));
}

/** The names of the nodes that Pyx starts. */
const startedNodes = ({ senders, receivers }: TpsFlags, topology: Topology | undefined): readonly NamedNode[] =>
  topology?.nodes ?? namedNodes(senders ?? DEFAULT_NODES.senders, receivers ?? DEFAULT_NODES.receivers);

function assertUsable({ sender, receiver, nodes, senders, receivers, target, via, batch }: TpsFlags): void {
  const isNamed = sender !== undefined || receiver !== undefined;
  if (isNamed && nodes !== undefined)
    throw new UsageError('--nodes names all nodes, so --sender and --receiver have no meaning', { remedy: 'leave one or the other out' });
  if (isNamed && (sender === undefined || receiver === undefined))
    throw new UsageError(`--${sender === undefined ? 'receiver' : 'sender'} is given alone`, {
      remedy: 'give at least one --sender and one --receiver',
    });
  const isGiven = isNamed || nodes !== undefined;
  if (isGiven && (senders !== undefined || receivers !== undefined || target !== 'embedded'))
    throw new UsageError(
      `${isNamed ? '--sender and --receiver name' : '--nodes names'} nodes that run, so --senders, --receivers and --target have no meaning`,
      { remedy: 'leave one or the other out' },
    );
  if (!isGiven && target.startsWith('http'))
    throw new UsageError('--target names one node, and a network has several', {
      remedy: 'give --sender URL and --receiver URL, or --nodes FILE',
    });
  if (via === 'sendrawtransaction' && batch !== undefined)
    throw new UsageError('--batch has no meaning for sendrawtransaction, which takes one transaction', { remedy: 'leave --batch out' });
}

/** Where the nodes come from: they run already, or Pyx starts them. */
interface NetworkPlan extends Pick<StartNetworkOptions, 'topology' | 'seed' | 'isRelayed'> {
  readonly running: NamedNetwork | undefined;
  /** Undefined if they run already. */
  readonly target: Target | undefined;
}

async function networkOf(
  flags: TpsFlags,
  context: Context,
  progress: (what: string, done: number, total: number) => void,
  { running, target, ...links }: NetworkPlan,
): Promise<TpsNetwork> {
  const { secrets, signal } = context;
  const open = (text: string): Promise<Target> => context.openTarget(text, flags);
  const { targetFile, via, transactions, kind, outputsPerTx = 1 } = flags;
  if (running) {
    const given: GivenNode[] = [];
    for (const { name, role, url, peer } of running.nodes) given.push({ name, role, target: await open(url), peerAddress: peer });
    return reachNetwork({ given, topology: running.topology }, via, { specification, targetFile, secrets, signal });
  }
  if (!target) throw new Error('internal error: there are no nodes');
  return startNetwork({
    specification,
    target,
    secrets,
    signal,
    targetFile,
    senders: flags.senders ?? DEFAULT_NODES.senders,
    receivers: flags.receivers ?? DEFAULT_NODES.receivers,
    ...links,
    via,
    pool: poolNeed(transactions, kind, outputsPerTx),
    onProgress: (done, total) => progress('starting nodes', done, total),
  });
}
