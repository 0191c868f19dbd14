import { expect, test } from 'vitest';
import type { Finding } from '../engine/outcome.ts';
import { lanesOf, NodeTimes } from './node-times.ts';
import { outcome } from './testing/sample-journal.ts';
import type { TimedOutcome } from './sink.ts';

const ended = (node: string, atMs: number, part: { status?: 'failed'; findings?: Finding[] } = {}): TimedOutcome =>
  ({ ...outcome({ id: 'a/b', status: 'passed', durationMs: 10, ...part }), node, atMs }) as TimedOutcome;

test('a node is in use from its start to its end, with its cases and its failures', () => {
  const times = new NodeTimes();
  times.time({ t: 'time', what: 'start node (default)', ms: 100, node: 'default-1', atMs: 120 });
  times.outcome(ended('default-1', 200));
  const died: Finding = { check: 'died', evidence: 'health', source: 's', message: 'm' };
  times.outcome(ended('default-2', 150, { status: 'failed', findings: [died] }));
  times.time({ t: 'time', what: 'stop node', ms: 50, node: 'default-1', atMs: 300 });
  expect(times.list()).toEqual([
    { name: 'default-1', fromMs: 20, toMs: 300, cases: 1, failed: 0, lost: false },
    { name: 'default-2', fromMs: 140, toMs: 150, cases: 1, failed: 1, lost: true },
  ]);
});

test('nodes that ran at the same time are on different lanes', () => {
  const node = (name: string, fromMs: number, toMs: number) => ({ name, fromMs, toMs, cases: 0, failed: 0, lost: false });
  const lanes = lanesOf([node('a', 0, 10), node('b', 5, 20), node('c', 10, 30), node('d', 25, 40)]);
  expect(lanes.map((lane) => lane.map(({ name }) => name))).toEqual([
    ['a', 'c'],
    ['b', 'd'],
  ]);
});
