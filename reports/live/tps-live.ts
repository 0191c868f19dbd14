import { lostIn } from '../../load/tps/figures/totals.ts';
import type { TpsRound } from '../../load/tps/results.ts';
import { count } from '../format.ts';
import { lineChart } from '../load/charts/line-chart.ts';
import { tpsCharts } from '../load/tps-charts.ts';
import { latency, perSecond } from '../load/units.ts';
import type { LiveModel, LiveStep, LiveView } from './live-view.ts';
import { MergedSeries } from './merged-series.ts';

/** Receivers of the running round, and rounds, that are shown. */
const RECEIVERS = 6;
const ROUNDS = 6;

/** Transactions at a receiver, by the time since the start time. */
type Received = readonly [sinceUs: number, transactions: number];

export interface TpsState {
  readonly kind: 'tps';
  readonly step: LiveStep | undefined;
  readonly round: number;
  readonly rounds: number;
  readonly receivers: readonly { readonly receiver: string; readonly received: readonly Received[] }[];
  /** The last ones that are over. */
  readonly done: readonly TpsRound[];
}

/** What a live page shows of a throughput test: the running round as it arrives at the receivers, and the rounds before it. */
export class TpsLive implements LiveModel<TpsState> {
  readonly #rounds: number;
  readonly #receivers = new Map<string, MergedSeries<Received>>();
  readonly #done: TpsRound[] = [];
  #step: LiveStep | undefined;
  #round = 0;

  /** @param rounds all of them, also those that do not count */
  constructor(rounds: number) {
    this.#rounds = rounds;
  }

  progress(what: string, done: number, total: number): void {
    this.#step = { what, done, total };
  }

  /** How many transactions of a round have come to a receiver. */
  received(round: number, sinceUs: number, counts: ReadonlyMap<string, number>): void {
    if (round !== this.#round) this.#receivers.clear();
    this.#round = round;
    for (const [receiver, transactions] of [...counts].slice(0, RECEIVERS)) {
      const series = this.#receivers.get(receiver) ?? new MergedSeries<Received>((_, later) => later);
      this.#receivers.set(receiver, series);
      series.add([sinceUs, transactions]);
    }
  }

  /** A round is over. */
  round(round: TpsRound): void {
    this.#done.push(round);
    if (this.#done.length > ROUNDS) this.#done.shift();
  }

  snapshot(): TpsState {
    return {
      kind: 'tps',
      step: this.#step,
      round: this.#round,
      rounds: this.#rounds,
      receivers: [...this.#receivers].map(([receiver, { entries }]) => ({ receiver, received: entries })),
      done: this.#done,
    };
  }
}

/** The parts of the page of a throughput test, as far as it has got. */
export function tpsView(state: TpsState): LiveView {
  const { step, round, rounds, done } = state;
  const last = done.at(-1);
  return {
    step,
    tiles: [
      ...(round > 0 ? [{ value: `${round} of ${rounds}`, name: 'round' }] : []),
      ...(last === undefined
        ? []
        : [
            { value: perSecond(last.everywhere.transactionsPerS), name: `transactions per second in round ${last.round}` },
            { value: count(last.everywhere.transactions), name: 'received by all of it' },
            lostTile(last),
            { value: count(last.refusedCount), name: 'refused of it', isBad: last.refusedCount > 0 },
          ]),
    ],
    sections: [
      { id: 'round', html: roundSection(state) },
      { id: 'rounds', html: roundsSection(state) },
    ],
  };
}

/** At the receiver that lost most; in a round with faults of the network, as what a receiver missed comes to it by a block. */
function lostTile(round: TpsRound): LiveView['tiles'][number] {
  const lost = round.disturbances ? lostIn(round) : Math.max(...round.receivers.map((receiver) => receiver.lost.count));
  return { value: count(lost), name: round.disturbances ? 'lost of it' : 'lost of it at a receiver', isBad: lost > 0 };
}

function roundSection({ round, receivers, done }: TpsState): string {
  // Of a round that is over there are better charts.
  if (receivers.length === 0 || done.at(-1)?.round === round) return '';
  const chart = lineChart({
    id: 'received',
    title: `Arrivals in round ${round}`,
    summary: 'Transactions received, by the time since the start time.',
    x: { label: 'after the start time', format: latency, from: 0 },
    y: { label: 'transactions received', format: count },
    series: receivers.map(({ receiver, received }) => ({ name: receiver, points: received })),
  });
  return `<section><h2>This round</h2>${chart}</section>`;
}

function roundsSection({ done }: TpsState): string {
  if (done.length === 0) return '';
  return `<section><h2>Rounds that are over</h2><div class="charts">${tpsCharts({ rounds: done }).join('\n')}</div></section>`;
}
