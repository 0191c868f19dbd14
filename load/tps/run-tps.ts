import { within } from '../../fixtures/targets/within.ts';
import { NodeCallError } from '../node-call.ts';
import type { Machine } from '../results.ts';
import { openCurve } from '../transactions/curve.ts';
import { addressOf } from '../transactions/funder-node.ts';
import { givePrepared } from '../transactions/give-prepared.ts';
import { keysOf } from '../transactions/keys.ts';
import type { PreparedFile } from '../transactions/types.ts';
import { clockErrorUs, measureOffset } from './clock-offset.ts';
import { NodeEndedError, TpsError } from './errors.ts';
import { faultsOf } from './faults.ts';
import { tpsTotals } from './figures/totals.ts';
import { connectNodes, missingLinks, sameTip, type MissingLink } from './network/connect.ts';
import type { TpsNetwork, TpsNode } from './network/types.ts';
import type { TpsFault, TpsNodeResult, TpsResults, TpsRound, Via } from './results.ts';
import type { RoundPlan } from './round-plan.ts';
import { runRound } from './run-round.ts';
import { unlessAborted } from './unless-aborted.ts';
import { warningsOf } from './warnings.ts';

/** The system notices the end of a process a little later than its connections break. */
const END_NOTICED_MS = 2_000;

export interface RunTpsOptions {
  readonly pyx: string;
  readonly seed: number;
  /** As it was before nodes were started. */
  readonly machine: Machine;
  readonly network: TpsNetwork;
  readonly prepared: PreparedFile;
  /** As results name it; null for one that is not kept. */
  readonly preparedFile: string | null;
  readonly reused: boolean;
  readonly settings: Omit<TpsResults['options'], 'senders' | 'receivers' | 'kind' | 'via' | 'outputsPerTx'>;
  readonly signal: AbortSignal;
  readonly onProgress: (what: string, done: number, total: number) => void;
  readonly onRound: (round: TpsRound) => void;
}

/**
 * Connects the nodes, and runs all rounds. A fault of a node ends the test; it is a part of the results, as is what was
 * measured before. Throws `TpsError`, `PreparedFileError`, `PrepareError` or `NodeCallError` where not even the first
 * round can begin.
 */
export async function runTps(options: RunTpsOptions): Promise<TpsResults> {
  const { network, machine, prepared, settings, onProgress } = options;
  const { nodes, via } = network;
  const startedAt = new Date().toISOString();
  const startedMs = performance.now();
  const ended = new AbortController();
  for (const { name, node } of nodes) void node.ended.then((how) => ended.abort(new NodeEndedError(name, how)));
  const signal = AbortSignal.any([options.signal, ended.signal]);
  const { header } = prepared;
  const onProgressOfBlocks = ({ done, total }: { done: number; total: number }): void => onProgress('giving blocks', done, total);
  const clients = nodes.map(({ node }) => node.client);
  // Without connections no node hears of a block twice.
  if (header.blocks > 0) await unlessAborted(givePrepared(prepared, clients, { signal, onProgress: onProgressOfBlocks }), signal);
  onProgress('connecting', 0, nodes.length);
  let missing = await connectNodes(nodes, signal);
  const connected = nodes.filter(({ name }) => !isolatedIn(missing).has(name));
  const strayed = await sameTip(connected, signal);
  if (strayed.length > 0)
    throw new TpsError(`${strayed.join(', ')} has another tip than ${connected[0]?.name}, although they are connected`, {
      remedy: 'use nodes of one chain',
    });
  if (header.blocks === 0) await unlessAborted(givePrepared(prepared, clients, { signal }), signal);
  const described = await describeNodes(nodes, via, signal);
  const rounds: TpsRound[] = [];
  const faults: TpsFault[] = missing.map(({ node, message }) => ({
    kind: 'not-connected',
    node,
    round: 1,
    message: `${node}: ${message}`,
  }));
  const warnings: string[] = [];
  const plan: RoundPlan = {
    ...settings,
    nodes,
    via,
    signal,
    file: prepared.transactions()[Symbol.asyncIterator](),
    outputsPerTx: header.outputsPerTx,
    address: await addressOf(nodes[0]!.call, keysOf(header.seed, openCurve()).funding),
    onProgress,
  };
  let stopped: string | undefined;
  for (let round = 1; round <= settings.rounds && stopped === undefined; round++) {
    try {
      if (round > 1) {
        const now = await missingLinks(nodes, signal);
        for (const { node, message } of now)
          if (!missing.some((before) => before.node === node))
            faults.push({ kind: 'not-connected', node, round, message: `${node}: ${message}` });
        missing = now;
      }
      const measured = await runRound(
        { ...plan, onProgress: (what, done, total) => onProgress(`round ${round}/${settings.rounds}: ${what}`, done, total) },
        { round, isolated: isolatedIn(missing), onWarning: (text) => warnings.push(`Round ${round}: ${text}.`) },
      );
      rounds.push(measured);
      faults.push(...faultsOf(measured, missing));
      options.onRound(measured);
    } catch (error) {
      const { fault, reason } = await whyItEnded(error, { round, nodes, ended: ended.signal, user: options.signal });
      if (fault) faults.push(fault);
      stopped = reason;
    }
  }
  await plan.file.return?.();
  const clocks = described
    .filter(({ role, arrivals }) => role === 'sender' || arrivals === 'tpstestinfo')
    .map(({ clockOffsetUs }) => clockOffsetUs);
  const errorUs = via === 'tpstestadd' ? clockErrorUs(clocks) : 0;
  const withSources = described.map((node) => ({ ...node, ...sourceOf(node, rounds) }));
  const totals = tpsTotals(rounds);
  return {
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
      outputsPerTx: header.outputsPerTx,
      kind: 'coin',
      via,
    },
    prepared: { file: options.preparedFile, vsize: header.vsize, curve: header.curve, reused: options.reused },
    startOptions: network.startOptions,
    nodes: withSources,
    rounds,
    ...(totals && { totals }),
    clockErrorUs: errorUs,
    faults,
    warnings: [...warnings, ...warningsOf({ via, machine, nodes: withSources, rounds, totals, clockErrorUs: errorUs })],
    notes: notesOf(network, machine.cores, errorUs),
  };
}

const isolatedIn = (missing: readonly MissingLink[]): Set<string> =>
  new Set(missing.filter(({ isolated }) => isolated).map(({ node }) => node));

async function describeNodes(nodes: readonly TpsNode[], via: Via, signal: AbortSignal): Promise<TpsNodeResult[]> {
  const described: TpsNodeResult[] = [];
  for (const { name, role, node, call, info } of nodes) {
    described.push({
      name,
      role,
      address: node.client.address,
      subversion: info.subversion,
      peers: (await unlessAborted(call('getpeerinfo'), signal)).length,
      clockOffsetUs: await unlessAborted(measureOffset(call), signal),
      ...(role === 'receiver' && via === 'tpstestadd' && { arrivals: 'tpstestinfo' as const }),
    });
  }
  return described;
}

function sourceOf({ name }: TpsNodeResult, rounds: readonly TpsRound[]): Pick<TpsNodeResult, 'arrivals'> {
  const source = rounds.flatMap(({ receivers }) => receivers).find(({ receiver }) => receiver === name)?.source;
  return source === undefined ? {} : { arrivals: source };
}

/** A round did not come to its end. Rethrows what is neither the user's nor a node's doing. */
async function whyItEnded(
  error: unknown,
  { round, nodes, ended, user }: { round: number; nodes: readonly TpsNode[]; ended: AbortSignal; user: AbortSignal },
): Promise<{ readonly fault?: TpsFault; readonly reason: string }> {
  if (user.aborted) return { reason: 'interrupted' };
  // Where a node ends, calls to it fail first.
  if (!ended.aborted) await within(new Promise((resolve) => ended.addEventListener('abort', resolve, { once: true })), END_NOTICED_MS);
  if (ended.reason instanceof NodeEndedError) {
    const { node: name, how } = ended.reason;
    const lastLines = nodes.find((one) => one.name === name)?.node.lastLines() ?? [];
    return { fault: { kind: 'node-ended', node: name, round, how, lastLines }, reason: `${name} ended in round ${round} with ${how}` };
  }
  const { message } = error as Error;
  const failing = nodes.find(({ node }) => message.includes(node.client.address));
  if (error instanceof NodeCallError || error instanceof TpsError || isConnectionError(error))
    return { fault: { kind: 'node-failed', node: failing?.name ?? 'a node', round, message }, reason: `round ${round}: ${message}` };
  throw error;
}

const isConnectionError = (error: unknown): boolean => error instanceof Error && 'syscall' in error;

function notesOf({ nodes, target, notes }: TpsNetwork, cores: number, errorUs: number): string[] {
  const processes = nodes.length + 1;
  const shown = `${(errorUs / 1_000).toFixed(2)} ms`;
  return [
    ...notes,
    ...(errorUs > 0
      ? [
          target.kind === 'remote'
            ? `From round trips the clocks of two nodes are at most ${shown} apart: by so much may times from one node to another be off.`
            : `The nodes share the clock of this machine; round trips alone would bound it to ${shown}.`,
        ]
      : []),
    ...(target.kind !== 'remote' && processes > cores
      ? [`${nodes.length} nodes and Pyx share ${cores} cores of this machine: nodes on machines of their own may be faster.`]
      : []),
  ];
}
