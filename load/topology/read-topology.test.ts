import { describe, expect, test } from 'vitest';
import { hopsFromSenders } from './hops.ts';
import { topologyOfShape, withShaping } from './of-shape.ts';
import { listTopologies, parseTopology, readTopology } from './read-topology.ts';

const read = (text: string) => parseTopology(text, 'mine.yaml', 1);
const plain = { latencyMs: 0, jitterMs: 0, bandwidth: {} };

describe('a file of a network', () => {
  test('gets names and every default; senders come first', () => {
    expect(read('{ name: a, nodes: [{ role: receiver, count: 2 }, { role: sender }], shape: line }')).toEqual({
      name: 'a',
      summary: 'a',
      file: 'mine.yaml',
      nodes: [
        { name: 'sender-1', role: 'sender' },
        { name: 'receiver-1', role: 'receiver' },
        { name: 'receiver-2', role: 'receiver' },
      ],
      links: [
        { between: ['sender-1', 'receiver-1'], shaping: plain },
        { between: ['receiver-1', 'receiver-2'], shaping: plain },
      ],
    });
  });

  test('regions give the latency, half of the round trip; what all links have and what one has come after', () => {
    const { links } = read(`
name: a
shape: full
nodes: [{ name: a, role: sender, region: east }, { name: b, role: receiver, region: west }, { name: c, role: receiver, region: west }]
distances: [{ between: [west, east], roundTrip: 70ms }, { between: [west, west], roundTrip: 1ms }]
link: { jitter: 0.5ms, bandwidth: 20mbit }
links: [{ between: [c, a], bandwidth: { forward: 1mbit }, breaks: { every: 30s, for: 2s } }]`);
    const bandwidth = { forward: 20_000_000, back: 20_000_000 };
    expect(links).toEqual([
      { between: ['a', 'b'], shaping: { latencyMs: 35, jitterMs: 0.5, bandwidth } },
      {
        between: ['a', 'c'],
        shaping: { latencyMs: 35, jitterMs: 0.5, bandwidth: { back: 1_000_000 }, breaks: { everyMs: 30_000, forMs: 2_000 } },
      },
      { between: ['b', 'c'], shaping: { latencyMs: 0.5, jitterMs: 0.5, bandwidth } },
    ]);
  });

  test('links alone are a network, and add to a shape', () => {
    const nodes = 'nodes: [{ role: sender }, { role: receiver, count: 2 }]';
    const links = 'links: [{ between: [receiver-2, sender-1] }, { between: [receiver-1, sender-1] }]';
    expect(read(`{ name: a, ${nodes}, ${links} }`).links.map(({ between }) => between.join(' '))).toEqual([
      'sender-1 receiver-2',
      'sender-1 receiver-1',
    ]);
    expect(read(`{ name: a, ${nodes}, shape: line, ${links} }`).links).toHaveLength(3);
  });

  test.each([
    ['{ name: a, nodes: [{ role: sender }, { role: receiver }] }', /no links lead to receiver-1/],
    ['{ name: a, nodes: [{ role: sender }, { role: sender }], shape: line }', /there is no receiver/],
    ['{ name: a, nodes: [{ role: sender, name: x, count: 2 }, { role: receiver }], shape: line }', /cannot all be named x/],
    ['{ name: a, nodes: [{ role: sender, name: x }, { role: receiver, name: x }], shape: line }', /two nodes are named x/],
    ['{ name: a, nodes: [{ role: sender }, { role: receiver }], links: [{ between: [sender-1, moon] }] }', /moon, which is no node/],
    ['{ name: a, nodes: [{ role: sender }, { role: receiver }], links: [{ between: [sender-1, sender-1] }] }', /linked to itself/],
    [
      '{ name: a, nodes: [{ role: sender }, { role: receiver }], links: [{ between: [sender-1, receiver-1] }, { between: [receiver-1, sender-1] }] }',
      /two links are between/,
    ],
    ['{ name: a, nodes: [{ role: sender }, { role: receiver }], shape: line, link: { latency: 1ms, jitter: 2ms } }', /jitter of 2 ms/],
    ['{ name: a, nodes: [{ role: sender }, { role: receiver }], shape: line, link: { bandwidth: 0mbit } }', /lets nothing pass/],
    [
      '{ name: a, nodes: [{ role: sender }, { role: receiver }], shape: line, distances: [{ between: [x, y], roundTrip: 1ms }] }',
      /to x, where no node is/,
    ],
    ['{ name: a, nodes: [{ role: sender }, { role: receiver }], shape: line, link: { latency: 80 } }', /mine\.yaml: line 1.*latency/],
    ['{ name: a, nodes: [{ role: sender }, { role: receiver }], shape: blob }', /mine\.yaml: line 1.*shape/],
    ['- 1', /mine\.yaml/],
  ])('%s is refused', (text, message) => {
    expect(() => read(text)).toThrow(message);
  });

  test('those that come with Pyx can all be read', () => {
    expect(listTopologies()).toContain('five-regions');
    for (const name of listTopologies()) expect(readTopology(name, 1).summary).toMatch(/^[A-Z].*\.$/);
  });

  test('one that is not there is named with those that come with Pyx', () => {
    const remedy = expect.stringMatching(/did you mean five-regions\?.*or a shape: full, line/) as string;
    expect(() => readTopology('five-region', 1)).toThrow(expect.objectContaining({ remedy }) as Error);
  });
});

describe('a network of a shape', () => {
  test('has hops from each sender', () => {
    const hops = hopsFromSenders(topologyOfShape({ shape: 'line', senders: 2, receivers: 3, seed: 1 }));
    expect(Object.fromEntries(hops.get('sender-1')!)).toEqual({
      'sender-1': 0,
      'sender-2': 1,
      'receiver-1': 2,
      'receiver-2': 3,
      'receiver-3': 4,
    });
    expect(hops.get('sender-2')!.get('receiver-3')).toBe(3);
    expect([...hops.keys()]).toEqual(['sender-1', 'sender-2']);
  });

  test('takes what the command line says of all links', () => {
    const ring = topologyOfShape({ shape: 'ring', senders: 1, receivers: 2, seed: 1 });
    expect(withShaping(ring, { latencyMs: 80, jitterMs: 20 }).links.map(({ shaping }) => shaping)).toEqual(
      [1, 2, 3].map(() => ({ latencyMs: 80, jitterMs: 20, bandwidth: {} })),
    );
    expect(() => withShaping(ring, { jitterMs: 20 })).toThrow(/jitter of 20 ms is more than the latency of 0 ms between sender-1/);
  });
});
