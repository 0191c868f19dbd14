import type { Machine } from '../../specs/model/generated/results/shared.d.ts';
import { WARM_UP, WITHOUT_LINKS } from './uncounted.ts';
import type { TpsNodeResult, TpsRound, TpsTotals, Via } from './results.ts';

const MIN_ROUNDS = 3;
const MAX_SPREAD = 0.1;
const BUSY_SHARE = 0.9;
/** Load of each core before the test, above which other programs shared the machine. */
const BUSY_BEFORE = 0.5;
/** How late this process may notice what it stamps. */
const MAX_DELAY_US = 20_000;
/** Of the time of a receiver that polls may take. */
const MAX_POLLING_SHARE = 0.05;
/** Of the time that a rate is taken over. */
const MAX_CLOCK_SHARE = 0.01;

/** A queue is sent at its start time; nodes may announce what they send after a random delay. */
const MAX_LATE_US = 3_000_000;

const ms = (us: number): string => `${(us / 1_000).toFixed(1)} ms`;
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

export interface Measured {
  readonly via: Via;
  /** As it was before the preparation. */
  readonly machine: Machine;
  readonly nodes: readonly TpsNodeResult[];
  readonly rounds: readonly TpsRound[];
  readonly totals: TpsTotals | undefined;
  readonly clockErrorUs: number;
}

/** Why figures cannot be trusted; empty where they can. */
export function warningsOf({ via, machine, nodes, rounds, totals, clockErrorUs }: Measured): string[] {
  const warnings: string[] = [];
  const counted = rounds.filter(({ uncounted }) => uncounted === null);
  if (machine.loadBefore !== undefined && machine.loadBefore > BUSY_BEFORE * machine.cores)
    warnings.push(`The machine was busy before the test (load average ${machine.loadBefore.toFixed(1)} on ${machine.cores} cores).`);
  for (const { round, uncounted } of rounds)
    if (uncounted !== null && uncounted !== WARM_UP && uncounted !== WITHOUT_LINKS)
      warnings.push(`Round ${round} does not count: ${uncounted}.`);
  if (counted.length > 0 && counted.length < MIN_ROUNDS)
    warnings.push(`Only ${counted.length} of at least ${MIN_ROUNDS} rounds count: how far the figures vary is not known.`);
  const spread = totals?.transactionsPerS.spread ?? 0;
  if (counted.length > 1 && spread > MAX_SPREAD)
    warnings.push(
      `Rounds differ: the slowest and the fastest are ${percent(spread)} of the mean apart (more than ${percent(MAX_SPREAD)}).`,
    );
  const late = totals?.releaseError;
  if (via === 'tpstestadd' && late !== undefined && late.maxUs > MAX_LATE_US)
    warnings.push(
      `A sender began ${(late.maxUs / 1_000_000).toFixed(1)} s after the start time (${late.by === 'sent' ? 'so its log says' : 'when its first transaction arrived'}): a queue is to be sent at its start time.`,
    );
  const spanUs = Math.min(...counted.map(({ everywhere }) => everywhere.spanUs));
  if (counted.length > 0 && spanUs > 0 && clockErrorUs > spanUs * MAX_CLOCK_SHARE)
    warnings.push(
      `Clocks may be ${ms(clockErrorUs)} apart, which is more than ${percent(MAX_CLOCK_SHARE)} of the shortest span (${ms(spanUs)}): rates and propagation may be off by as much.`,
    );
  for (const { round, ingestion } of rounds)
    for (const { batch, generatorCpuShare } of ingestion)
      if (generatorCpuShare > BUSY_SHARE)
        warnings.push(
          `Round ${round}: this process used ${percent(generatorCpuShare)} of a core while it queued ${batch} to a call: the ingestion may be its own limit.`,
        );
  for (const { round, generator, receivers } of counted) {
    if (via === 'sendrawtransaction' && generator.cpuShare > BUSY_SHARE)
      warnings.push(`Round ${round}: this process used ${percent(generator.cpuShare)} of a core: the senders may have waited for it.`);
    if (receivers.some(({ source }) => source !== 'tpstestinfo') && generator.delayP99Us > MAX_DELAY_US)
      warnings.push(
        `Round ${round}: this process noticed events up to ${ms(generator.delayP99Us)} late (p99): so late are the arrivals that it stamped.`,
      );
    for (const { receiver, source, pollingErrorUs, propagation } of receivers)
      if (source === 'polling' && propagation.count > 0 && pollingErrorUs > propagation.p50Us)
        warnings.push(
          `Round ${round}: ${receiver} was polled, and the polling error (${ms(pollingErrorUs)}) is above the median propagation.`,
        );
  }
  for (const [receiver, share] of pollingShares(counted))
    if (share > MAX_POLLING_SHARE)
      warnings.push(
        `${receiver} was polled, and answered polls for up to ${percent(share)} of the time: polling slows down what is measured.`,
      );
  if (nodes.some(({ clockOffsetUs: { low, high } }) => low > 1_000_000 || high < -1_000_000))
    warnings.push('The clock of a node is more than a second off from that of this machine.');
  return warnings;
}

/** The highest share of each receiver in any of the rounds. */
function pollingShares(rounds: readonly TpsRound[]): Map<string, number> {
  const shares = new Map<string, number>();
  for (const { receivers } of rounds)
    for (const { receiver, pollingShare = 0 } of receivers) shares.set(receiver, Math.max(pollingShare, shares.get(receiver) ?? 0));
  return shares;
}
