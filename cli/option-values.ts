import { InvalidArgumentError } from 'commander';
import { severities, type Severity } from '../engine/severity.ts';
import { durationMs } from '../load/duration.ts';
import { bitsPerS } from '../load/topology/bandwidth.ts';

/** Parses a comma-separated list; the option may be repeated. */
export function list(value: string, before: string[] | undefined): string[] {
  const items = value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  if (items.length === 0) throw new InvalidArgumentError('Name at least one.');
  return [...(before ?? []), ...items];
}

/** All values of an option that may be repeated. */
export const repeated = (value: string, before: string[] | undefined): string[] => [...(before ?? []), value];

/** @param name what the number is, as the beginning of an error message. */
export function wholeNumber(name: string, min: number, max: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max)
      throw new InvalidArgumentError(`${name} is a whole number from ${min} to ${max}.`);
    return number;
  };
}

/** What a seed may be; see `specs/model/policy-schema.ts`. */
export const seed = wholeNumber('A seed', 0, Number.MAX_SAFE_INTEGER);

/** `1,2`: different seeds. */
export function seedList(value: string): number[] {
  const seeds = list(value, undefined).map(seed);
  if (new Set(seeds).size < seeds.length) throw new InvalidArgumentError('Name each seed once.');
  return seeds;
}

/** `2/4` */
export function shard(value: string): { index: number; total: number } {
  const match = /^(\d+)\/(\d+)$/.exec(value);
  const index = Number(match?.[1]);
  const total = Number(match?.[2]);
  if (!match || total < 1 || index < 1 || index > total) throw new InvalidArgumentError('A shard is I/N with I from 1 to N, such as 1/4.');
  return { index, total };
}

/** One of the severities of findings. */
export function severity(value: string): Severity {
  const known = severities.find((candidate) => candidate === value);
  if (known === undefined) throw new InvalidArgumentError(`A severity is ${severities.join(', ')}.`);
  return known;
}

/** `5%` or `5` as the share 0.05. */
export function percent(name: string, min: number, max: number): (value: string) => number {
  return (value) => {
    const number = Number(value.replace(/%$/, ''));
    if (!/^\d+(\.\d+)?%?$/.test(value) || number < min || number > max)
      throw new InvalidArgumentError(`${name} is a percentage from ${min} to ${max}, such as 5%.`);
    return number / 100;
  };
}

/** A time with its unit, in milliseconds. */
export function time(min: string, max: string): (value: string) => number {
  const [minMs = 0, maxMs = 0] = [durationMs(min), durationMs(max)];
  return (value) => {
    const ms = durationMs(value);
    if (ms === undefined || ms < minMs || ms > maxMs)
      throw new InvalidArgumentError(`A time is a number with ms, s, m or h, such as 30s, from ${min} to ${max}.`);
    return ms;
  };
}

/** `20mbit`, or `20mbit,5mbit` for the two directions of a link, in bits per second. */
export function linkBandwidth(value: string): { forward: number; back: number } {
  const parts = value.split(',').map((part) => bitsPerS(part.trim()));
  const [forward, back = forward] = parts;
  if (forward === undefined || back === undefined || parts.includes(undefined) || parts.length > 2)
    throw new InvalidArgumentError('A bandwidth is a number with kbit, mbit or gbit, such as 20mbit, or two of them: 20mbit,5mbit.');
  return { forward, back };
}
