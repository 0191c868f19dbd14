import type { FuzzProgress } from '../fuzz/fuzz-line.ts';
import type { Amount, Registry } from './registry.ts';

/** The figures of `pyx fuzz`. */
export class FuzzMetrics {
  readonly #requests: Amount;
  readonly #findings: Amount;
  readonly #answerKinds: Amount;

  constructor(registry: Registry) {
    const labels: readonly never[] = [];
    this.#requests = registry
      .counter({ name: 'pyx.fuzz.requests', help: 'Generated requests that were sent.', unit: '{request}', labels })
      .at({});
    this.#findings = registry.gauge({ name: 'pyx.fuzz.findings', help: 'What was found so far.', unit: '{finding}', labels }).at({});
    this.#answerKinds = registry
      .gauge({ name: 'pyx.fuzz.answer_kinds', help: 'Kinds of answers that were seen.', unit: '{kind}', labels })
      .at({});
  }

  show({ runs, findings, answerKinds }: Omit<FuzzProgress, 'planned'>): void {
    this.#requests.value = runs;
    this.#findings.value = findings;
    this.#answerKinds.value = answerKinds;
  }
}
