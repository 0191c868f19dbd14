import { OptionError, type OptionTexts } from './option-texts.ts';
import { parseAmount } from '../primitives/amount.ts';

/** Values of options by sort. Throws `OptionError` for a value that is not of the sort. */
export class OptionReader {
  readonly #given: OptionTexts;

  constructor(given: OptionTexts) {
    this.#given = given;
  }

  list(name: string): readonly string[] {
    return this.#given.get(name) ?? [];
  }

  text(name: string): string | undefined {
    return this.#given.get(name)?.at(-1);
  }

  flag(name: string, fallback: boolean): boolean {
    const text = this.text(name);
    if (text === undefined) return fallback;
    if (text === '1' || text === '') return true;
    if (text === '0') return false;
    throw new OptionError(`-${name}=${text}: write 1 or 0`);
  }

  integer(name: string, fallback: number): number {
    const text = this.text(name);
    if (text === undefined) return fallback;
    if (!/^\d{1,15}$/.test(text)) throw new OptionError(`-${name}=${text}: write a whole number, 0 or more`);
    return Number(text);
  }

  port(name: string, fallback: number): number {
    const port = this.integer(name, fallback);
    if (port > 65_535) throw new OptionError(`-${name}=${port}: a port is 65535 at most`);
    return port;
  }

  /** Satoshis of an amount in coin units. */
  amount(name: string, fallback: bigint): bigint {
    const text = this.text(name);
    if (text === undefined) return fallback;
    const sat = parseAmount(text);
    if (sat === undefined || sat < 0n) throw new OptionError(`-${name}=${text}: write an amount with 8 decimals at most, as 0.0002`);
    return sat;
  }

  choice<T extends string>(name: string, values: readonly T[]): T | undefined {
    const text = this.text(name);
    if (text === undefined) return undefined;
    const value = values.find((candidate) => candidate === text);
    if (value === undefined) throw new OptionError(`-${name}=${text}: write one of ${values.join(', ')}`);
    return value;
  }
}
