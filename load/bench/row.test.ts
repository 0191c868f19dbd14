import { expect, test } from 'vitest';
import { rowOf, tableOf } from './row.ts';

test('a row has the ratio and whether it meets its aim', () => {
  expect(rowOf('calls/s', { ours: 90, beside: 'wrk', theirs: 100 }, { atLeast: 0.8 })).toMatchObject({
    ratio: 0.9,
    aim: '≥ 0.8',
    isMet: true,
  });
  expect(rowOf('start, ms', { ours: 90, beside: 'litecoind', theirs: 100 }, { atMost: 0.5 })).toMatchObject({ aim: '≤ 0.5', isMet: false });
  for (const [ours, isMet] of [
    [98, true],
    [102, true],
    [96, false],
    [104, false],
  ] as const)
    expect(rowOf('calls/s', { ours, beside: 'k6', theirs: 100 }, { within: 0.03 })).toMatchObject({ aim: '± 3 %', isMet });
  expect(rowOf('CPU, ms', { ours: 90, beside: 'litecoind', theirs: 100 })).toMatchObject({ aim: '', isMet: undefined });
});

test('the table shows both figures, the ratio, the aim and the verdict', () => {
  const [, first = '', second = ''] = tableOf([
    rowOf('calls/s', { ours: 45_721.4, beside: 'wrk', theirs: 49_624.57 }, { atLeast: 1 }),
    rowOf('CPU, ms', { ours: 9.357, beside: 'litecoind', theirs: 0.5 }),
  ]).split('\n');
  expect(first.trim().split(/\s{2,}/)).toEqual(['calls/s', '45,721', 'wrk 49,625', '0.92', '≥ 1', 'missed']);
  expect(second).toMatch(/^ {2}CPU, ms +9\.36 +litecoind 0\.5 +18\.71$/);
});
