import { InvalidArgumentError } from 'commander';
import { durationMs } from '../load/duration.ts';
import { bitsPerS } from '../load/topology/bandwidth.ts';
import type { SweepResults } from '../load/tps/sweep-results.ts';

export type SweptOption = SweepResults['option'];

/** One value of the option that is swept. */
export interface SweptValue {
  /** Milliseconds, bits per second, or a number. */
  readonly value: number;
  /** As it is written: `20ms`. */
  readonly text: string;
}

/** `latency=0,20,50ms` */
export interface Sweep {
  readonly option: SweptOption;
  readonly values: readonly SweptValue[];
}

interface Form {
  readonly units: RegExp;
  readonly example: string;
  parse(text: string): number | undefined;
}

const NO_UNIT = /^$/;
const wholeNumber =
  (min: number, max: number) =>
  (text: string): number | undefined =>
    /^\d+$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined;

/** Of the values of each option; limits are those of the option itself. */
const FORMS: { readonly [option in SweptOption]: Form } = {
  latency: { units: /(?:ms|s)$/, example: 'latency=0,20,50ms', parse: durationMs },
  bandwidth: { units: /[kmg]bit$/, example: 'bandwidth=1,10,100mbit', parse: bitsPerS },
  nodes: { units: NO_UNIT, example: 'nodes=4,8,16', parse: wholeNumber(2, 128) },
  'outputs-per-tx': { units: NO_UNIT, example: 'outputs-per-tx=1,10,100', parse: wholeNumber(1, 250) },
  batch: { units: NO_UNIT, example: 'batch=1,10,100', parse: wholeNumber(1, 10_000) },
};

const isSwept = (name: string): name is SweptOption => Object.hasOwn(FORMS, name);

/** Reads `latency=0,20,50ms`: a value without a unit has that of the last one. Throws `InvalidArgumentError`. */
export function parseSweep(text: string): Sweep {
  const [option = '', list = '', ...more] = text.split('=');
  if (!isSwept(option) || more.length > 0)
    throw new InvalidArgumentError(
      `A sweep is an option with its values: ${Object.values(FORMS)
        .map(({ example }) => example)
        .join('; ')}.`,
    );
  const { units, example, parse } = FORMS[option];
  const items = list.split(',').map((item) => item.trim());
  const unit = units.exec(items.at(-1)!)?.[0] ?? '';
  const values = items.map((item): SweptValue => {
    const written = units.test(item) ? item : `${item}${unit}`;
    const value = parse(written);
    if (value === undefined) throw new InvalidArgumentError(`"${item}" is no value of ${option}: write ${example}.`);
    return { value, text: written };
  });
  if (values.length < 2 || new Set(values.map(({ value }) => value)).size < values.length)
    throw new InvalidArgumentError(`A sweep has at least two different values: ${example}.`);
  return { option, values };
}
