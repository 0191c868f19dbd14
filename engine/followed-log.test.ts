import { expect, test } from 'vitest';
import { followLog } from './followed-log.ts';

/** A node with a log of its own. */
function loggingNode(): { log: string[]; linesFromNow: () => () => readonly string[] } {
  const log: string[] = [];
  const linesFromNow = (): (() => readonly string[]) => {
    const from = log.length;
    return () => log.slice(from);
  };
  return { log, linesFromNow };
}

test('has what was logged since, and nothing if there is none', () => {
  const node = loggingNode();
  node.log.push('before');
  const followed = followLog(node);
  expect(followed()).toBeUndefined();
  node.log.push('a', 'b');
  expect(followed()).toEqual(['a', 'b']);
  // Of a node that Pyx did not start there is no log.
  expect(followLog({})()).toBeUndefined();
});

test('is bounded: the last 20 lines, at most 4,096 characters of whole lines', () => {
  const node = loggingNode();
  const followed = followLog(node);
  node.log.push(...Array.from({ length: 100 }, (_, index) => `line ${index}`));
  expect(followed()).toEqual(Array.from({ length: 20 }, (_, index) => `line ${80 + index}`));
  node.log.push(...Array.from({ length: 9 }, (_, index) => `${index}`.repeat(900)));
  expect(followed()?.map((line) => line.slice(0, 1))).toEqual(['5', '6', '7', '8']);
});

test('of a line that may have been cut within a secret nothing is kept', () => {
  const node = loggingNode();
  const followed = followLog(node);
  node.log.push('x'.repeat(1_001), 'y'.repeat(1_000));
  expect(followed()).toEqual(['(a line of more than 1000 characters)', 'y'.repeat(1_000)]);
});
