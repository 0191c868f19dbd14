import { LATENESS_US } from '../../load/generator/own-cost.ts';
import { OUTCOME_CLASSES, type CallWatch, type OutcomeClass } from '../../load/generator/types.ts';
import type { LoadWatch } from '../../load/run/load-watch.ts';
import { NodeMetrics } from './node-metrics.ts';
import type { Amount, Distribution, Instrument, Registry } from './registry.ts';

/** The node that is measured, and, with `--beside`, the other one. */
export type Side = 'target' | 'beside';

/** Upper ends of the ranges of latencies, in seconds: from what a node needs at least to what calls may take at most. */
const LATENCY_BOUNDS_S = [
  0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.0075, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 10, 30,
];

/** That an answer is wrong is found after the load. */
type Ended = Exclude<OutcomeClass, 'wrong'>;
const ENDED = OUTCOME_CLASSES.filter((outcome): outcome is Ended => outcome !== 'wrong');

/** What is counted of one method: kept, so that a call costs no search by its labels. */
interface MethodValues {
  readonly planned: Amount;
  readonly ended: Readonly<Record<Ended, Amount>>;
  readonly latency: Distribution;
}

/** The figures of `pyx load`. */
export class LoadMetrics {
  readonly #planned: Instrument<'side' | 'method', Amount>;
  readonly #requests: Instrument<'side' | 'method' | 'outcome', Amount>;
  readonly #latency: Instrument<'side' | 'method', Distribution>;
  readonly #sent;
  readonly #lateSends;
  readonly #inFlight;
  readonly #waiting;
  readonly #nodes: NodeMetrics;

  constructor(registry: Registry) {
    const labels = ['side'] as const;
    const request = '{request}';
    this.#planned = registry.counter({
      name: 'pyx.load.planned',
      help: 'Calls that were due (open model) or sent (closed model).',
      unit: request,
      labels: ['side', 'method'],
    });
    this.#sent = registry.counter({ name: 'pyx.load.sent', help: 'Calls that were sent.', unit: request, labels });
    this.#requests = registry.counter({
      name: 'pyx.load.requests',
      help: 'Calls that ended, by outcome. Wrong answers are looked for after the load: they count as results here.',
      unit: request,
      labels: ['side', 'method', 'outcome'],
    });
    this.#latency = registry.histogram(
      {
        name: 'pyx.load.latency',
        help: 'From the moment at which a call was due to its whole answer; results, errors of methods and timeouts.',
        unit: 's',
        labels: ['side', 'method'],
      },
      LATENCY_BOUNDS_S,
    );
    this.#lateSends = registry.counter({
      name: 'pyx.load.late_sends',
      help: `Calls that the generator itself sent more than ${LATENESS_US / 1_000} ms late.`,
      unit: request,
      labels,
    });
    this.#inFlight = registry.gauge({
      name: 'pyx.load.in_flight',
      help: 'Calls under way at the end of the last second.',
      unit: request,
      labels,
    });
    this.#waiting = registry.gauge({
      name: 'pyx.load.waiting',
      help: 'Calls that were due and not sent at the end of the last second.',
      unit: request,
      labels,
    });
    this.#nodes = new NodeMetrics(registry);
  }

  /** Counts the load of one side. */
  watch(side: Side): LoadWatch {
    const [inFlight, waiting] = [this.#inFlight.at({ side }), this.#waiting.at({ side })];
    return {
      calls: this.#calls(side),
      onSecond: (second) => {
        inFlight.value = second.inFlight;
        waiting.value = second.waiting;
      },
      onUsage: this.#nodes.onUsage(side === 'beside' ? 'beside ' : ''),
    };
  }

  #calls(side: Side): CallWatch {
    const [sent, late] = [this.#sent.at({ side }), this.#lateSends.at({ side })];
    const methods = new Map<string, MethodValues>();
    const of = (method: string): MethodValues => {
      let values = methods.get(method);
      if (!values) methods.set(method, (values = this.#method(side, method)));
      return values;
    };
    return {
      planned: (method) => of(method).planned.add(1),
      sent: (latenessUs = 0) => {
        sent.add(1);
        if (latenessUs > LATENESS_US) late.add(1);
      },
      ended: ({ call, class: kind, latencyUs }) => {
        const values = of(call.method);
        if (kind !== 'wrong') values.ended[kind].add(1);
        if (latencyUs !== undefined) values.latency.observe(latencyUs / 1e6);
      },
    };
  }

  #method(side: Side, method: string): MethodValues {
    const ended = Object.fromEntries(ENDED.map((outcome) => [outcome, this.#requests.at({ side, method, outcome })]));
    return {
      planned: this.#planned.at({ side, method }),
      ended: ended as Record<Ended, Amount>,
      latency: this.#latency.at({ side, method }),
    };
  }
}
