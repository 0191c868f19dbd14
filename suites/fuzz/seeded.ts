import { Random } from 'fast-check';
import { Random as Seeded } from '../../fixtures/world/random.ts';

/** fast-check's random numbers from the generator of the trial: the same seed and place give the same values on every machine. */
export function seeded(seed: number, place: string): Random {
  return new Random(new Generator(`${seed}/fuzz/${place}`, 0));
}

class Generator {
  readonly #text: string;
  readonly #random: Seeded;
  #drawn = 0;

  constructor(text: string, drawn: number) {
    this.#text = text;
    this.#random = new Seeded(text);
    while (this.#drawn < drawn) this.next();
  }

  clone(): Generator {
    return new Generator(this.#text, this.#drawn);
  }

  /** 32 bits, signed. */
  next(): number {
    this.#drawn++;
    return this.#random.next() | 0;
  }

  getState(): readonly number[] {
    return [this.#drawn];
  }
}
