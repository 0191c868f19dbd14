import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Amount } from '../../reports/metrics/registry.ts';
import { Deliveries } from './deliveries.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function watched(deliver: () => Promise<void>): { deliveries: Deliveries; notes: string[]; undelivered: Amount; closed: () => boolean } {
  const notes: string[] = [];
  const undelivered = new Amount();
  let isClosed = false;
  const outlet = { name: 'here', kind: 'otlp' as const, deliver, close: async () => void (isClosed = true) };
  const deliveries = new Deliveries(outlet, { note: (text) => notes.push(text), undelivered });
  return { deliveries, notes, undelivered, closed: () => isClosed };
}

test('delivers once a second, and at the end', async () => {
  let delivered = 0;
  const { deliveries, notes, undelivered, closed } = watched(async () => void delivered++);
  await vi.advanceTimersByTimeAsync(3_500);
  expect(delivered).toBe(3);
  await deliveries.close();
  await vi.advanceTimersByTimeAsync(5_000);
  expect([delivered, notes, undelivered.value, closed()]).toEqual([4, [], 0, true]);
});

test('what fails is reported once and counted, and the next is tried', async () => {
  const { deliveries, notes, undelivered, closed } = watched(() =>
    Promise.reject(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })),
  );
  await vi.advanceTimersByTimeAsync(3_500);
  expect(notes).toEqual(['warning: metrics are not delivered to here (ECONNREFUSED); what is missing is counted']);
  await deliveries.close();
  expect(notes.slice(1)).toEqual(['note: 4 of 4 deliveries of metrics to here failed (ECONNREFUSED)']);
  expect([undelivered.value, closed()]).toEqual([4, true]);
});

test('while one is under way none is begun, and the end does not wait for it for long', async () => {
  let begun = 0;
  const { deliveries, notes, undelivered, closed } = watched(() => {
    begun++;
    return new Promise((_, reject) => {
      setTimeout(() => reject(new Error('after the end')), 60_000);
    });
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(begun).toBe(1);
  const close = deliveries.close();
  await vi.advanceTimersByTimeAsync(3_000);
  await close;
  await vi.advanceTimersByTimeAsync(60_000);
  expect([begun, undelivered.value, closed()]).toEqual([1, 1, true]);
  expect(notes.at(-1)).toBe('note: 1 of 1 delivery of metrics to here failed (no end within 3 s)');
});

test.each([
  [Object.assign(new Error('Service Unavailable'), { code: 503 }), 'HTTP 503 Service Unavailable'],
  [Object.assign(new Error(''), { code: 401 }), 'HTTP 401'],
  [new Error('outer', { cause: Object.assign(new Error('inner'), { code: 'ENOSPC' }) }), 'ENOSPC'],
  [new Error('Request timed out'), 'Request timed out'],
])('the reason of %s', async (problem, reason) => {
  const { deliveries, notes } = watched(async () => {
    throw problem;
  });
  await deliveries.close();
  expect(notes[0]).toContain(`(${reason})`);
});
