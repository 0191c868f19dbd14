import type { GeneratorOptions, Sample } from './types.ts';

/** Passes the bodies of a share of the answered calls on. */
export class SampledBodies {
  readonly #share: number;
  readonly #onBody: GeneratorOptions['onBody'];
  #owed = 0;

  constructor({ sampleBodies = 0, onBody }: Pick<GeneratorOptions, 'sampleBodies' | 'onBody'>) {
    this.#share = onBody ? sampleBodies : 0;
    this.#onBody = onBody;
  }

  offer(sample: Sample, body: Buffer): void {
    if (this.#share === 0 || (sample.class !== 'result' && sample.class !== 'rpc-error')) return;
    this.#owed += this.#share;
    if (this.#owed < 1) return;
    this.#owed -= 1;
    this.#onBody?.(sample, body);
  }
}
