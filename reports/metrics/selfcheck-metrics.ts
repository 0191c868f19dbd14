import type { Registry } from './registry.ts';

/** The figures of `pyx selfcheck`, by phase: cases without a fault, then faults or mutants, then rules. */
export class SelfcheckMetrics {
  readonly #done;
  readonly #planned;
  readonly #count;

  constructor(registry: Registry) {
    const labels = ['phase'] as const;
    this.#done = registry.gauge({
      name: 'pyx.selfcheck.done',
      help: 'What was tried of the present part of a phase.',
      unit: '{try}',
      labels,
    });
    this.#planned = registry.gauge({ name: 'pyx.selfcheck.planned', help: 'What is to be tried in it.', unit: '{try}', labels });
    this.#count = registry.gauge({
      name: 'pyx.selfcheck.found',
      help: 'What was found in it; of the phase of cases, those that failed without a fault.',
      unit: '{try}',
      labels,
    });
  }

  show({
    phase,
    done,
    total,
    count,
  }: {
    readonly phase: string;
    readonly done: number;
    readonly total: number;
    readonly count: number;
  }): void {
    this.#done.at({ phase }).value = done;
    this.#planned.at({ phase }).value = total;
    this.#count.at({ phase }).value = count;
  }
}
