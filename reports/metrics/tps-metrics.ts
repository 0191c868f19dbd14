import { lostIn } from '../../load/tps/figures/totals.ts';
import type { TpsRound } from '../../load/tps/results.ts';
import type { TpsWatch } from '../../load/tps/tps-watch.ts';
import { NodeMetrics } from './node-metrics.ts';
import type { Registry } from './registry.ts';

/** The figures of `pyx tps`. */
export class TpsMetrics {
  readonly watch: TpsWatch;
  readonly #rounds;
  readonly #transactions;
  readonly #rate;
  readonly #propagation;

  constructor(registry: Registry) {
    const transaction = '{transaction}';
    this.#rounds = registry.counter({ name: 'pyx.tps.rounds', help: 'Rounds that have ended.', unit: '{round}', labels: ['counted'] });
    this.#transactions = registry.counter({
      name: 'pyx.tps.transactions',
      help: 'Transactions of the rounds that have ended: received by every receiver, refused by a sender, or lost.',
      unit: transaction,
      labels: ['outcome'],
    });
    this.#rate = registry.gauge({
      name: 'pyx.tps.round_rate',
      help: 'Transactions per second of the last round, as the last receiver got them.',
      unit: '{transaction}/s',
      labels: [],
    });
    this.#propagation = registry.gauge({
      name: 'pyx.tps.round_propagation',
      help: 'Propagation to a receiver in the last round: what this share of the transactions did not exceed.',
      unit: 's',
      labels: ['receiver', 'percentile'],
    });
    const received = registry.gauge({
      name: 'pyx.tps.round_received',
      help: 'Transactions of the present round that the receiver has that has fewest.',
      unit: transaction,
      labels: [],
    });
    const expected = registry.gauge({
      name: 'pyx.tps.round_expected',
      help: 'Transactions of the present round that every receiver is to get.',
      unit: transaction,
      labels: [],
    });
    this.watch = {
      onReceived: (so, many) => {
        received.at({}).value = so;
        expected.at({}).value = many;
      },
      onUsage: new NodeMetrics(registry).onUsage(),
    };
  }

  /** A round has ended. */
  round(round: TpsRound): void {
    const { uncounted, everywhere, refusedCount, receivers } = round;
    this.#rounds.at({ counted: uncounted === null ? 'true' : 'false' }).add(1);
    this.#transactions.at({ outcome: 'received' }).add(everywhere.transactions);
    this.#transactions.at({ outcome: 'refused' }).add(refusedCount);
    this.#transactions.at({ outcome: 'lost' }).add(Math.max(0, lostIn(round)));
    this.#rate.at({}).value = everywhere.transactionsPerS;
    for (const { receiver, propagation } of receivers) {
      this.#propagation.at({ receiver, percentile: '50' }).value = propagation.p50Us / 1e6;
      this.#propagation.at({ receiver, percentile: '99' }).value = propagation.p99Us / 1e6;
    }
  }
}
