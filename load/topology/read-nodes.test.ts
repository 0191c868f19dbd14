import { expect, test } from 'vitest';
import { parseNodes, readNodes } from './read-nodes.ts';

const read = (text: string) => parseNodes(text, 'mine.yaml', 1);
const a = '{ name: a, role: sender, region: east, url: "http://10.0.0.1:18443", peer: "10.0.0.1:18444" }';
const b = '{ name: b, role: receiver, url: "http://b:18443" }';
const c = '{ name: c, role: receiver, url: "http://c:18443", peer: "c:18444" }';

test('a file of nodes is a network with addresses; links say what was asked of them', () => {
  const { topology, addresses } = read(
    `{ name: mine, nodes: [${c}, ${a}, ${b}], links: [{ between: [a, b], latency: 40ms }, { between: [c, a] }] }`,
  );
  expect(topology).toMatchObject({
    name: 'mine',
    summary: 'mine',
    file: 'mine.yaml',
    nodes: [
      { name: 'a', role: 'sender', region: 'east' },
      { name: 'c', role: 'receiver' },
      { name: 'b', role: 'receiver' },
    ],
    links: [
      { between: ['a', 'b'], shaping: { latencyMs: 40 } },
      { between: ['a', 'c'], shaping: { latencyMs: 0 } },
    ],
  });
  expect(Object.fromEntries(addresses)).toEqual({
    a: { url: 'http://10.0.0.1:18443', peer: '10.0.0.1:18444' },
    b: { url: 'http://b:18443' },
    c: { url: 'http://c:18443', peer: 'c:18444' },
  });
});

test('without links each node is linked to all others', () => {
  expect(read(`{ name: mine, nodes: [${a}, ${b}, ${c}] }`).topology.links.map(({ between }) => between.join(' '))).toEqual([
    'a b',
    'a c',
    'b c',
  ]);
  expect(read(`{ name: mine, shape: line, nodes: [${a}, ${b}, ${c}] }`).topology.links).toHaveLength(2);
});

test.each([
  [`{ name: mine, nodes: [${a}, ${b}, ${c}], links: [{ between: [a, b] }] }`, /mine\.yaml: no links lead to c/],
  [`{ name: mine, nodes: [${a}, ${a}] }`, /two nodes are named a/],
  [
    `{ name: mine, nodes: [${a}, { name: z, role: receiver, url: "http://10.0.0.1:18443" }] }`,
    /two nodes have the url http:\/\/10\.0\.0\.1/,
  ],
  [`{ name: mine, nodes: [${a}, { name: z, role: receiver, url: "http://z", peer: "10.0.0.1:18444" }] }`, /two nodes have the peer 10\.0/],
  [`{ name: mine, nodes: [${a}, { name: z, role: receiver }] }`, /mine\.yaml: line 1.*url/],
  [`{ name: mine, nodes: [${a}, { name: z, role: receiver, url: "embedded" }] }`, /mine\.yaml: line 1.*url/],
  [`{ name: mine, nodes: [${a}, { name: z, role: receiver, url: "http://z:1", peer: "z" }] }`, /mine\.yaml: line 1.*peer/],
  [`{ name: mine, nodes: [${b}, ${c}] }`, /there is no sender/],
])('%s is refused', (text, message) => {
  expect(() => read(text)).toThrow(message);
});

test('a file that is not there is named, with what it should be', () => {
  expect(() => readNodes('/nowhere/nodes.yaml', 1)).toThrow(/--nodes \/nowhere\/nodes\.yaml: .*nodes\.schema\.json/);
});
