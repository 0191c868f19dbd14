import { NodeCallError } from '../node-call.ts';
import type { Machine } from '../../specs/model/generated/results/shared.d.ts';
import { openCurve } from '../transactions/curve.ts';
import { addressOf } from '../transactions/funder-node.ts';
import { keysOf } from '../transactions/keys.ts';
import type { PreparedFile } from '../transactions/types.ts';
import type { ResolvedFault } from '../faults/fault-plan.ts';
import { clockErrorUs } from './clock-offset.ts';
import { AffectedNodes } from './disturbances/affected-nodes.ts';
import { openNetworkPlan, watchNodes } from './disturbances/network-plan.ts';
import { TpsError } from './errors.ts';
import { linksOverRounds } from './figures/link-figures.ts';
import { tpsTotals } from './figures/totals.ts';
import { linkWarnings } from './link-warnings.ts';
import { mustBeUnspent } from './must-be-unspent.ts';
import { joinNetwork } from './network/join-network.ts';
import type { TpsNetwork, TpsNode } from './network/types.ts';
import type { TpsNodeResult, TpsResults, TpsRound } from './results.ts';
import type { RoundPlan } from './round-plan.ts';
import { runRounds } from './run-rounds.ts';
import type { TpsWatch } from './tps-watch.ts';
import { warningsOf } from './warnings.ts';
import { nodeThatEnded } from './why-it-ended.ts';

export interface RunTpsOptions {
  readonly pyx: string;
  readonly seed: number;
  /** As it was before nodes were started. */
  readonly machine: Machine;
  readonly network: TpsNetwork;
  /** Of what the links of the network draw. */
  readonly topologySeed: number;
  /** A round without the links follows each that counts. */
  readonly hasPlainRounds: boolean;
  readonly prepared: PreparedFile;
  /** As results name it; null for one that is not kept. */
  readonly preparedFile: string | null;
  readonly reused: boolean;
  /** Faults that happen in each round that counts. */
  readonly faults: readonly ResolvedFault[];
  readonly settings: Omit<TpsResults['options'], 'plannedFaults' | 'senders' | 'receivers' | 'kind' | 'via' | 'outputsPerTx'>;
  readonly signal: AbortSignal;
  readonly onProgress: (what: string, done: number, total: number) => void;
  readonly onRound: (round: TpsRound) => void;
  readonly watch?: TpsWatch | undefined;
}

/**
 * Connects the nodes, and runs all rounds. A fault of a node ends the test; it is a part of the results, as is what was
 * measured before. Throws `TpsError`, `PreparedFileError`, `PrepareError` or `NodeCallError` where not even the first
 * round can begin, and `RefusedError` if a node changes to another chain.
 */
export async function runTps(options: RunTpsOptions): Promise<TpsResults> {
  const { nodes } = options.network;
  const work = nodes.reduce<() => Promise<TpsResults>>(
    (inner, { guard, node }) =>
      () =>
        guard.during([node], inner),
    () => runRoundsOf(options),
  );
  return work();
}

async function runRoundsOf(options: RunTpsOptions): Promise<TpsResults> {
  const { network, machine, prepared, faults: planned, settings, onProgress, watch } = options;
  const { via } = network;
  const startedAt = new Date().toISOString();
  const startedMs = performance.now();
  const ended = new AbortController();
  const affected = new AffectedNodes();
  const relays = network.links?.relays;
  relays?.ended.addEventListener('abort', () => ended.abort(relays.ended.reason), { once: true });
  const nodes = watchNodes(network.nodes, affected, ended, planned.length > 0);
  const signal = AbortSignal.any([options.signal, ended.signal, ...nodes.map(({ guard }) => guard.signal)]);
  const { header } = prepared;
  const {
    missing,
    described,
    address,
    plan: networkPlan,
  } = await beforeRounds(nodes, ended.signal, async () => {
    const joined = await joinNetwork({ network: { ...network, nodes }, prepared, via, signal, onProgress });
    if (options.reused) await mustBeUnspent(options.preparedFile ?? 'the prepared file', prepared, nodes);
    const payee = await addressOf(nodes[0]!.call, keysOf(header.seed, openCurve()).funding);
    const { rounds } = settings;
    const forFaults = { faults: planned, network, affected, prepared, rounds, address: payee, ended, signal };
    return { ...joined, address: payee, plan: planned.length > 0 ? await openNetworkPlan(forFaults) : undefined };
  });
  const file = prepared.transactions()[Symbol.asyncIterator]();
  const { outputsPerTx } = header;
  const plan: RoundPlan = {
    ...settings,
    nodes,
    links: network.links,
    via,
    signal,
    file,
    outputsPerTx,
    address,
    faults: networkPlan,
    onProgress,
    watch,
  };
  const { rounds, faults, warnings, stopped } = await runRounds(plan, {
    rounds: settings.rounds,
    warmUpRounds: settings.warmUpRounds,
    hasPlainRounds: options.hasPlainRounds,
    missing,
    ended: ended.signal,
    interrupted: options.signal,
    onRound: options.onRound,
  });
  await file.return?.();
  const clocks = described
    .filter(({ role, arrivals }) => role === 'sender' || arrivals === 'tpstestinfo')
    .map(({ clockOffsetUs }) => clockOffsetUs);
  const errorUs = via === 'tpstestadd' ? clockErrorUs(clocks) : 0;
  const withSources = described.map((node) => ({ ...node, ...sourceOf(node, rounds) }));
  const totals = tpsTotals(rounds);
  return {
    schemaVersion: 1,
    pyx: options.pyx,
    kind: 'tps',
    seed: options.seed,
    startedAt,
    durationMs: performance.now() - startedMs,
    complete: stopped === undefined,
    ...(stopped !== undefined && { stopped }),
    target: network.target,
    machine,
    options: {
      ...settings,
      senders: nodes.filter(({ role }) => role === 'sender').length,
      receivers: nodes.filter(({ role }) => role === 'receiver').length,
      outputsPerTx,
      ...(planned.length > 0 && { plannedFaults: planned.map(({ fault }) => fault.text) }),
      kind: header.kind,
      via,
    },
    prepared: { file: options.preparedFile, vsize: header.vsize, curve: header.curve, reused: options.reused },
    startOptions: network.startOptions,
    nodes: withSources,
    rounds,
    ...(totals && { totals }),
    ...(network.links && { network: linksOverRounds(network.links.topology, options.topologySeed, rounds) }),
    clockErrorUs: errorUs,
    faults,
    warnings: [
      ...warnings,
      ...(network.links?.problems ?? []),
      ...linkWarnings(rounds),
      ...warningsOf({ via, machine, nodes: withSources, rounds, totals, clockErrorUs: errorUs }),
    ],
    notes: [...notesOf(network, machine.cores, errorUs), ...polledNotes(rounds)],
  };
}

/** Without a first round there is nothing to report: the end of a node is an error then. */
async function beforeRounds<T>(nodes: readonly TpsNode[], ended: AbortSignal, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const gone = ended.aborted || error instanceof NodeCallError ? await nodeThatEnded(ended) : undefined;
    if (gone === undefined) throw error;
    const details = nodes.find(({ name }) => name === gone.node)?.node.lastLines() ?? [];
    throw new TpsError(`${gone.message} before the first round`, { details, cause: error });
  }
}

function sourceOf({ name }: TpsNodeResult, rounds: readonly TpsRound[]): Pick<TpsNodeResult, 'arrivals'> {
  const source = rounds.flatMap(({ receivers }) => receivers).find(({ receiver }) => receiver === name)?.source;
  return source === undefined ? {} : { arrivals: source };
}

/** Why receivers were polled, each reason once. */
function polledNotes(rounds: readonly TpsRound[]): string[] {
  const reasons = rounds.flatMap(({ receivers }) =>
    receivers.flatMap(({ receiver, polledBecause }) =>
      polledBecause === undefined ? [] : [`${receiver} was polled for arrivals: ${polledBecause}`],
    ),
  );
  return [...new Set(reasons)];
}

function notesOf({ nodes, isOwn, notes }: TpsNetwork, cores: number, errorUs: number): string[] {
  const processes = nodes.length + 1;
  const shown = `${(errorUs / 1_000).toFixed(2)} ms`;
  return [
    ...notes,
    ...(errorUs > 0
      ? [
          isOwn
            ? `The nodes share the clock of this machine; round trips alone would bound it to ${shown}.`
            : `From round trips the clocks of two nodes are at most ${shown} apart: by so much may times from one node to another be off.`,
        ]
      : []),
    ...(isOwn && processes > cores
      ? [`${nodes.length} nodes and Pyx share ${cores} cores of this machine: nodes on machines of their own may be faster.`]
      : []),
  ];
}
