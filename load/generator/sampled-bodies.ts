import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import type { GeneratorOptions, Sample } from './types.ts';

/** Bodies of results that are passed on of each method before a share of them is: of a short load the share may be none. */
export const FIRST_BODIES = 3;

/** Passes the bodies of a share of the answered calls on, the first ones of each method among them. */
export class SampledBodies {
  readonly #share: number;
  readonly #onBody: GeneratorOptions['onBody'];
  readonly #results = new Map<MethodId, number>();
  /** Below 0 while more were passed on than the share. */
  #owed = 0;

  constructor({ sampleBodies = 0, onBody }: Pick<GeneratorOptions, 'sampleBodies' | 'onBody'>) {
    this.#share = onBody ? sampleBodies : 0;
    this.#onBody = onBody;
  }

  offer(sample: Sample, body: Buffer): void {
    if (this.#share === 0 || (sample.class !== 'result' && sample.class !== 'rpc-error')) return;
    this.#owed += this.#share;
    if (this.#owed < 1 && !this.#isAmongFirst(sample)) return;
    this.#owed -= 1;
    this.#onBody?.(sample, body);
  }

  #isAmongFirst({ call: { method }, class: outcome }: Sample): boolean {
    if (outcome !== 'result') return false;
    const before = this.#results.get(method) ?? 0;
    if (before === FIRST_BODIES) return false;
    this.#results.set(method, before + 1);
    return true;
  }
}
