import { expect, test } from 'vitest';
import { sampleCall } from '../testing/sample-calls.ts';
import { SubmittedCalls } from './submitted-calls.ts';

const call = (path: string) => ({ ...sampleCall, path });

test('each call is sent once, also those that are added after the others have run out', () => {
  const queue = new SubmittedCalls();
  queue.add([call('a'), call('b')]);
  expect(queue.left).toBe(2);
  expect([queue.next()?.path, queue.next()?.path, queue.next(), queue.left]).toEqual(['a', 'b', undefined, 0]);
  queue.add([call('c')]);
  expect([queue.left, queue.next()?.path, queue.next()]).toEqual([1, 'c', undefined]);
});
