import { InvalidArgumentError } from 'commander';
import { describe, expect, test } from 'vitest';
import { parseSweep } from './tps-sweep.ts';

const values = (text: string): readonly (readonly [number, string])[] =>
  parseSweep(text).values.map(({ value, text: written }) => [value, written]);

describe('a sweep', () => {
  test('gives values the unit of the last one', () => {
    expect(values('latency=0,20,1s')).toEqual([
      [0, '0s'],
      [20_000, '20s'],
      [1_000, '1s'],
    ]);
    expect(values('latency=500ms,1s')).toEqual([
      [500, '500ms'],
      [1_000, '1s'],
    ]);
    expect(values('bandwidth=500kbit,1,10mbit').map(([value]) => value)).toEqual([500_000, 1e6, 1e7]);
  });

  test.each(['nodes=4,8', 'outputs-per-tx=1,250', 'batch=1,100'])('%s has numbers', (text) => {
    expect(values(text)).toHaveLength(2);
  });

  test.each([
    'latency',
    'latency=',
    'latency=5ms',
    'latency=5ms,5ms',
    'latency=1,2',
    'latency=1ms=2ms',
    'nodes=1,4',
    'nodes=4,8.5',
    'outputs-per-tx=1,251',
    'bandwidth=0,1mbit',
    'constructor=1,2',
  ])('%s is none', (text) => {
    expect(() => parseSweep(text)).toThrow(InvalidArgumentError);
  });
});
