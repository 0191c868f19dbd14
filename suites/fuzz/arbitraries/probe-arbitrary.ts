import { Arbitrary, Stream, Value, type Random } from 'fast-check';
import type { Probe } from '../probe.ts';
import { shrinkProbe } from '../shrink-probe.ts';

/**
 * Requests as an arbitrary of fast-check. A request shrinks by its structure, without the context of its generation: also
 * one that a corpus kept, or that was made from another one.
 */
export class ProbeArbitrary extends Arbitrary<Probe> {
  readonly #make: (random: Random) => Probe;

  constructor(make: (random: Random) => Probe) {
    super();
    this.#make = make;
  }

  generate(random: Random): Value<Probe> {
    return new Value(this.#make(random), undefined);
  }

  canShrinkWithoutContext(value: unknown): value is Probe {
    return typeof value === 'object' && value !== null && 'type' in value;
  }

  shrink(probe: Probe): Stream<Value<Probe>> {
    return new Stream(shrinkProbe(probe)).map((simpler) => new Value(simpler, undefined));
  }
}
