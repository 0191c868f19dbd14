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
import type { TpsNetwork } from '../load/tps/network/types.ts';
import { preparedFor } from '../load/tps/prepared-file.ts';
import type { Role, TpsResults, Via } from '../load/tps/results.ts';
import { roundsOfTest } from '../load/tps/run-rounds.ts';
import { runTps } from '../load/tps/run-tps.ts';
import { transactionVsize } from '../load/transactions/plan.ts';
import { tpsDocuments } from '../reports/load/documents.ts';
import { LiveLine } from '../reports/load/live-line.ts';
import { roundLine } from '../reports/load/tps-round-line.ts';
import { tpsVerdict } from '../reports/load/tps-verdict.ts';
import { specification } from '../specs/model/specification.ts';
import { announceTps, type AnnouncedFlags } from './announce-tps.ts';
import type { OutputFlags } from './common-options.ts';
import type { Context } from './context.ts';
import { InterruptedError } from './interruption.ts';
import { newSeed } from './new-seed.ts';
import type { Command } from './perform.ts';
import { announceFaults, tpsFaults } from './tps-faults.ts';
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
}

/** Larger calls gain little; `--batch` compares. */
const DEFAULT_BATCH = 100;

/** `pyx tps`: makes a network, and measures. */
export const tpsCommand: Command<TpsFlags, TpsResults> = {
  stopping: 'stopping; the rounds so far are reported',
  interrupted: 'interrupted before the first round was complete',
  verdict: tpsVerdict,
  documents: tpsDocuments,
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
    const seed = flags.seed ?? newSeed();
    const machine = thisMachine();
    const topology = topologyOf(flags, seed);
    const target = flags.sender === undefined ? await context.openTarget(flags.target, flags) : undefined;
    const faults = tpsFaults(flags, topology?.nodes ?? namedNodes(flags), target);
    const via = faults.length > 0 ? 'sendrawtransaction' : flags.via;
    const network = await networkOf({ ...flags, ...(via && { via }) }, context, live, {
      topology,
      seed,
      isRelayed: areRelayed(flags, topology),
      target,
    });
    context.onClose(() => network.links?.relays?.close());
    const hasPlainRounds = flags.withoutLinks !== false && network.links?.isShaped === true;
    if (flags.kind === 'asset') await mustHaveAssets(network.nodes);
    for (const line of [...announceTps(network, flags), ...announceFaults(faults)]) say(line);
    const { prepared, reused } = await preparedFor({
      file: flags.prepared ?? join(await scratchFolder(context), 'transactions.ndjson'),
      count:
        flags.transactions * roundsOfTest(flags.warmUp, flags.rounds, hasPlainRounds).length + spareCount(faults, flags.rounds, flags.kind),
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
      onProgress: (what, done, total) => live.progress(what, done, total),
      onRound: (round) => say(roundLine(round)),
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

/** The nodes as faults may name them. */
function namedNodes({
  sender,
  receiver,
  senders = sender?.length ?? DEFAULT_NODES.senders,
  receivers = receiver?.length ?? DEFAULT_NODES.receivers,
}: TpsFlags): NamedNode[] {
  const named = (role: Role, count: number): NamedNode[] => Array.from({ length: count }, (_, index) => ({ name: `${role}-${index + 1}` }));
  return [...named('sender', senders), ...named('receiver', receivers)];
}

/** `target`: its nodes are started; undefined for nodes that run already. */
async function networkOf(
  flags: TpsFlags,
  context: Context,
  live: LiveLine,
  { target, ...links }: Pick<StartNetworkOptions, 'topology' | 'seed' | 'isRelayed'> & { readonly target: Target | undefined },
): Promise<TpsNetwork> {
  const { secrets, signal } = context;
  const open = (text: string): Promise<Target> => context.openTarget(text, flags);
  const { targetFile, via, transactions, kind, outputsPerTx = 1 } = flags;
  if (target === undefined) {
    const given: GivenNode[] = [];
    const roles: readonly [Role, readonly string[]][] = [
      ['sender', flags.sender ?? []],
      ['receiver', flags.receiver ?? []],
    ];
    for (const [role, urls] of roles) {
      for (const text of urls) {
        const comma = text.lastIndexOf(',');
        const [url, peerAddress] = comma < 0 ? [text, undefined] : [text.slice(0, comma), text.slice(comma + 1)];
        given.push({ role, target: await open(url), peerAddress });
      }
    }
    return reachNetwork(given, via, { specification, targetFile, secrets, signal });
  }
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
    pool: { transactions, vbytes: transactions * transactionVsize(kind, outputsPerTx) },
    onProgress: (done, total) => live.progress('starting nodes', done, total),
  });
}
