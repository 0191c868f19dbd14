import { expect, test } from 'vitest';
import { planFaults, type NamedNode, type ResolvedFault } from './fault-plan.ts';
import { parseFault } from './parse-fault.ts';

const nodes: readonly NamedNode[] = [
  { name: 'sender-1', region: 'europe' },
  { name: 'receiver-1', region: 'europe' },
  { name: 'receiver-2', region: 'asia' },
];

const plan = (...texts: readonly string[]): ResolvedFault[] => planFaults(texts.map(parseFault), nodes);

test('faults are in the order in which they begin, with their nodes', () => {
  expect(
    plan('kill:receiver-1@50%', 'clock:+90s@10%-20%', 'pause:asia@30%-40%').map(({ fault, nodes: names }) => [fault.kind, ...names]),
  ).toEqual([
    ['clock', 'sender-1', 'receiver-1', 'receiver-2'],
    ['pause', 'receiver-2'],
    ['kill', 'receiver-1'],
  ]);
});

test.each([
  ['receiver-2|rest', ['receiver-2'], ['sender-1', 'receiver-1']],
  ['asia|sender-1', ['receiver-2'], ['sender-1', 'receiver-1']],
  ['receiver-2,sender-1|receiver-1', ['receiver-2', 'sender-1'], ['receiver-1']],
])('the sides of partition:%s', (sides, first, second) => {
  expect(plan(`partition:${sides}@20%-60%`)).toMatchObject([{ sides: [first, second] }]);
});

test.each([
  ['kill:receiver-9@30%', 'there is no node receiver-9; the nodes are sender-1, receiver-1, receiver-2, in the regions europe, asia'],
  ['kill@30%', 'names no node; name one of sender-1, receiver-1, receiver-2'],
  ['partition:europe|receiver-1@20%-60%', 'receiver-1 is on both sides'],
  ['partition:europe,asia|rest@20%-60%', 'all nodes are on the first side'],
])('%s is refused', (text, problem) => {
  expect(() => plan(text)).toThrow(problem);
});

test('of one node there is nothing to name', () => {
  expect(planFaults([parseFault('kill@30%')], [{ name: 'node' }])).toMatchObject([{ nodes: ['node'] }]);
});

test.each([
  [['pause:receiver-1@20%-50%', 'kill:receiver-1@30%'], true],
  [['pause:receiver-1@20%-30%', 'kill:receiver-1@31%'], false],
  [['kill:receiver-1@30%', 'kill:receiver-1@30%'], true],
  [['kill:receiver-1@30%', 'kill:receiver-2@30%'], false],
  [['clock:+90s@20%', 'kill:receiver-1@30%'], true],
  [['partition:asia|rest@20%-60%', 'partition:europe|rest@40%-80%'], true],
  // A node may fail on its side of a partition, and a clock be wrong there.
  [['partition:asia|rest@20%-60%', 'kill:receiver-1@40%'], false],
  [['partition:asia|rest@20%-60%', 'pause:receiver-1@40%-60%'], false],
  [['partition:asia|rest@20%-60%', 'clock:+90s@40%'], false],
  // But not as it begins or ends.
  [['partition:asia|rest@20%-60%', 'pause:receiver-1@40%-70%'], true],
  [['pause:receiver-1@10%-30%', 'partition:asia|rest@20%-60%'], true],
])('%j overlap: %s', (texts, isRefused) => {
  if (isRefused) expect(() => plan(...texts)).toThrow(/begins before .* is over for .*; plan the faults of a node one after another/);
  else expect(plan(...texts)).toHaveLength(2);
});
