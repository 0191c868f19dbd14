import { setTimeout as delay } from 'node:timers/promises';
import { UsageSampler } from '../run/usage-sampler.ts';
import type { ArrivalWatch } from './arrivals/types.ts';
import { watchArrivals } from './arrivals/watch-arrivals.ts';
import { confirm } from './confirm.ts';
import { DisturbedRound } from './disturbances/disturbed-round.ts';
import { steadyMs } from './epoch-clock.ts';
import { arrivalFigures } from './figures/arrival-figures.ts';
import { roundOfLinks } from './figures/link-figures.ts';
import { arrivalTimes, arrivedAfterUs, everywhereUs, firstArrivalsUs, receiverFigures, type Seen } from './figures/receiver-figures.ts';
import { MAX_EXAMPLES } from './limits.ts';
import { receivers, senders, type TpsNode } from './network/types.ts';
import { OwnUse } from './own-use.ts';
import { CallRelease } from './release/call-release.ts';
import { QueueRelease } from './release/queue-release.ts';
import type { Release } from './release/types.ts';
import type { TpsRound } from './results.ts';
import type { RoundPlan } from './round-plan.ts';
import { RoundTransactions } from './round-transactions.ts';
import { unlessAborted } from './unless-aborted.ts';

const COUNT_EVERY_MS = 100;
/** Many receivers are asked less often, so that all of them together are not asked more. */
const COUNT_EACH_MS = 25;
/** Nothing has arrived for so long. */
const STILL_MS = 1_000;
/** Where a transaction arrived so long before the time was over, others may have been on their way: nodes announce in bursts. */
const ON_THEIR_WAY_MS = 5_000;

export interface RoundOptions {
  /** 1 for the first. */
  readonly round: number;
  /** Nodes that nothing can reach: their arrivals are not waited for. */
  readonly isolated: ReadonlySet<string>;
  /** Receives what makes the figures of this round doubtful. */
  readonly onWarning: (text: string) => void;
}

interface Watched {
  readonly node: TpsNode;
  readonly watch: ArrivalWatch;
}

/**
 * One round: transactions are given to the senders, sent at a start time, and awaited at the receivers; then they are mined,
 * so that the next round finds empty pools. Rejects with the reason of the plan's signal, `NodeCallError` or `TpsError`.
 */
export async function runRound(plan: RoundPlan, { round, isolated, onWarning }: RoundOptions): Promise<TpsRound> {
  const { nodes, via, signal, outputsPerTx } = plan;
  const senderNames = senders(nodes).map(({ name }) => name);
  const transactions = new RoundTransactions((round - 1) * plan.transactions, outputsPerTx, senderNames);
  const release = via === 'tpstestadd' ? new QueueRelease(plan, transactions) : new CallRelease(plan, transactions);
  let disturbed: DisturbedRound | undefined;
  const isOurs = (txid: string): boolean => {
    if (transactions.indexOf(txid) === undefined) return false;
    disturbed?.arrived(txid);
    return true;
  };
  const watches: Watched[] = [];
  const usage = await UsageSampler.start(
    nodes.map(({ name, node }) => ({ name, usage: () => node.usage() })),
    plan.watch?.onUsage,
  );
  let nodeUsage: TpsRound['nodes'] | undefined;
  try {
    const ingestion = await unlessAborted(release.prepare(), signal);
    if (plan.faults) disturbed = await unlessAborted(DisturbedRound.open(plan, plan.faults, transactions), signal);
    for (const node of receivers(nodes)) watches.push({ node, watch: await unlessAborted(watchArrivals(node, via, isOurs), signal) });
    await plan.links?.relays?.reset();
    const { startTimeUs, uncounted } = await unlessAborted(release.schedule(), signal);
    await waitUntil(startTimeUs, signal);
    const own = new OwnUse();
    let isSent = false;
    const sent = release.sent().then(() => {
      isSent = true;
    });
    sent.catch(() => undefined); // awaited below
    disturbed?.start(startTimeUs);
    const awaited = watches.filter(({ node }) => !isolated.has(node.name));
    const isOver = (): boolean => isSent && disturbed?.isOver === true;
    await allArrived(plan, awaited, { round, transactions, release, startTimeUs, isOver, onWarning });
    await unlessAborted(sent, signal);
    if (disturbed) await unlessAborted(disturbed.heal(), signal);
    const generator = own.stop();
    const relayed = await plan.links?.relays?.figures();
    const releases = await unlessAborted(release.figures(), signal);
    const seen = await unlessAborted(Promise.all(watches.map((watched) => whatWasSeen(watched, onWarning))), signal);
    const pool = await unlessAborted(poolsOf(nodes), signal);
    const received = { transactions, startTimeUs, senders: senderNames };
    const times = seen.map(({ arrivals }) => arrivalTimes(transactions, arrivals));
    for (const [index, { receiver }] of seen.entries())
      plan.watch?.onArrivals?.(round, receiver, arrivedAfterUs(times[index]!.timesUs, startTimeUs));
    const firstUs = firstArrivalsUs(transactions, times, senderNames.length);
    const strayed = disturbed && (await unlessAborted(disturbed.mineOne(), signal));
    // Also what no receiver got: it would come in the next round.
    const { left, ...mined } = await confirm({
      nodes: nodes.filter(({ name }) => !isolated.has(name) && strayed?.has(name) !== true),
      txids: transactions.txids.filter((_, index) => !Number.isNaN(transactions.releasedUs[index]!)),
      address: plan.address,
      signal,
      onProgress: (done, total) => plan.onProgress('mining', done, total),
    });
    const unconfirmed = transactions.txids.filter(
      (txid, index) => left.has(txid) && times.some(({ timesUs }) => !Number.isNaN(timesUs[index]!)),
    ).length;
    const byReceiver = times.map((arrived, index) => ({ ...arrived, receiver: seen[index]!.receiver }));
    const disturbances = disturbed && (await unlessAborted(disturbed.judge(byReceiver, senderNames), signal));
    await unlessAborted(release.end(), signal);
    nodeUsage = await usage.stop();
    const passed = await plan.links?.relays?.figures();
    return {
      round,
      transactions: transactions.count,
      outputs: transactions.count * outputsPerTx,
      startTimeUs,
      uncounted,
      ingestion,
      release: releases.map((figures, index) => ({
        ...figures,
        ...(firstUs[index] !== undefined && { firstArrivalUs: firstUs[index] - startTimeUs }),
      })),
      receivers: seen.map((receiver) => receiverFigures(received, receiver)),
      everywhere: arrivalFigures(everywhereUs(times), startTimeUs, outputsPerTx),
      refused: transactions.refused.slice(0, MAX_EXAMPLES),
      refusedCount: transactions.refused.length,
      pool,
      confirmation: { ...mined, unconfirmed },
      nodes: nodeUsage,
      generator,
      ...(disturbances && { disturbances }),
      ...(plan.links && {
        network: roundOfLinks({
          topology: plan.links.topology,
          transactions,
          senders: senderNames,
          receivers: seen.map(({ receiver }, index) => ({ ...times[index]!, receiver })),
          relayed: relayed && passed && { links: passed.links, use: relayed.use },
        }),
      }),
    };
  } finally {
    disturbed?.close();
    for (const { watch } of watches) watch.close();
    if (nodeUsage === undefined) await usage.stop();
  }
}

async function waitUntil(startTimeUs: number, signal: AbortSignal): Promise<void> {
  const waitMs = steadyMs(startTimeUs) - performance.now();
  if (waitMs > 0) await delay(waitMs, undefined, { signal });
}

/** Waits until all has arrived that was taken, or the time for it is over. */
async function allArrived(
  { timeoutMs, signal, onProgress, watch }: RoundPlan,
  watches: readonly Watched[],
  {
    round,
    transactions,
    release,
    startTimeUs,
    isOver,
    onWarning,
  }: {
    readonly round: number;
    readonly transactions: RoundTransactions;
    readonly release: Release;
    readonly startTimeUs: number;
    /** What is missing will not come. */
    readonly isOver: () => boolean;
    readonly onWarning: (text: string) => void;
  },
): Promise<void> {
  const until = steadyMs(startTimeUs) + timeoutMs;
  let [most, movedMs, arrivedMs] = [0, performance.now(), -Infinity];
  while (watches.length > 0 && performance.now() < until) {
    const expected = transactions.count - transactions.refused.length;
    const counts = await unlessAborted(Promise.all(watches.map(({ watch }) => watch.count())), signal);
    const sinceUs = 1_000 * (performance.now() - steadyMs(startTimeUs));
    watch?.onCounts?.(round, sinceUs, new Map(watches.map(({ node }, index) => [node.name, counts[index] ?? 0])));
    onProgress('received', Math.min(...counts), expected);
    watch?.onReceived?.(Math.min(...counts), expected);
    if (counts.every((count) => count >= expected) || isOver()) return;
    const all = counts.reduce((sum, count) => sum + count, 0);
    if (all > most) [most, movedMs, arrivedMs] = [all, performance.now(), performance.now()];
    else if (performance.now() - movedMs > STILL_MS) {
      // What is missing may have been refused at the start time.
      await unlessAborted(release.noteRefusals(), signal);
      movedMs = performance.now();
    }
    await delay(Math.max(COUNT_EVERY_MS, watches.length * COUNT_EACH_MS), undefined, { signal });
  }
  if (performance.now() - arrivedMs < ON_THEIR_WAY_MS)
    onWarning(
      'transactions still arrived when the time for it was over: what counts as lost may only be slow, as where nodes limit how many they announce in a second; --timeout gives more time, --transactions sends fewer',
    );
}

async function whatWasSeen({ node, watch }: Watched, onWarning: (text: string) => void): Promise<Seen> {
  const arrivals = await watch.finish();
  for (const warning of watch.warnings) onWarning(`${node.name}: ${warning}`);
  return {
    receiver: node.name,
    source: watch.source,
    pollingErrorUs: watch.pollingErrorUs,
    pollingShare: watch.pollingShare,
    polledBecause: watch.polledBecause,
    arrivals,
    pool: new Set(await node.call('getrawmempool')),
  };
}

function poolsOf(nodes: readonly TpsNode[]): Promise<TpsRound['pool'][number][]> {
  return Promise.all(
    nodes.map(async ({ name, call }) => {
      const { size, bytes } = await call('getmempoolinfo');
      return { node: name, transactions: size, bytes };
    }),
  );
}
