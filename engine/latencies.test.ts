import { expect, test } from 'vitest';
import { latenciesOf } from './latencies.ts';

const answered = (method: string, durationMs: number) => ({ method, reply: { type: 'result', result: null, durationMs } as const });

test('latencies are counted by method and by two significant digits', () => {
  const refused = { method: 'getblock', reply: { type: 'error', error: { code: -5, message: 'm' }, durationMs: 12_345 } as const };
  expect(latenciesOf([answered('getblock', 0.5312), answered('getblock', 0.5288), answered('stop', 3), refused])).toEqual({
    getblock: { '0.53': 2, '12000': 1 },
    stop: { '3': 1 },
  });
});

test('a call without an answer has no latency', () => {
  const fault = { kind: 'timeout', evidence: 'health', source: 's', message: 'm' } as const;
  expect(latenciesOf([{ method: 'getblock', reply: { type: 'fault', fault, durationMs: 30_000 } }])).toBeUndefined();
});
