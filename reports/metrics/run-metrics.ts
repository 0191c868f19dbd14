import type { Outcome } from '../../engine/outcome.ts';
import type { Registry } from './registry.ts';

/** Upper ends of the ranges of durations of cases, in seconds. */
const DURATION_BOUNDS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** The figures of `pyx run`. */
export class RunMetrics {
  readonly #cases;
  readonly #findings;
  readonly #calls;
  readonly #durations;

  /** `planned`: cases of the run. */
  constructor(registry: Registry, planned: number) {
    const all = registry.gauge({ name: 'pyx.run.planned_cases', help: 'Cases of the run.', unit: '{case}', labels: [] });
    all.at({}).value = planned;
    this.#cases = registry.counter({
      name: 'pyx.run.cases',
      help: 'Cases that have ended, by status.',
      unit: '{case}',
      labels: ['status'],
    });
    this.#findings = registry.counter({
      name: 'pyx.run.findings',
      help: 'Findings of the cases that have ended, by evidence.',
      unit: '{finding}',
      labels: ['evidence'],
    });
    this.#calls = registry.counter({ name: 'pyx.run.calls', help: 'Calls of the cases that have ended.', unit: '{request}', labels: [] });
    this.#durations = registry.histogram(
      { name: 'pyx.run.case_duration', help: 'How long cases took.', unit: 's', labels: [] },
      DURATION_BOUNDS_S,
    );
  }

  outcome({ status, findings, calls, durationMs }: Pick<Outcome, 'status' | 'findings' | 'calls' | 'durationMs'>): void {
    this.#cases.at({ status }).add(1);
    this.#calls.at({}).add(calls);
    this.#durations.at({}).observe(durationMs / 1_000);
    for (const { evidence } of findings) this.#findings.at({ evidence }).add(1);
  }
}
