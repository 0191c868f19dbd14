import { describe, expect, test } from 'vitest';
import { isShape, shapeEdges, TopologyError, type Edge } from './shapes.ts';

const degrees = (edges: readonly Edge[], count: number): number[] =>
  Array.from({ length: count }, (_, index) => edges.filter((edge) => edge.includes(index)).length);

/** By colouring from the first node on: another way than that of the files of networks. */
function isConnected(edges: readonly Edge[], count: number): boolean {
  const group = Array.from({ length: count }, (_, index) => index);
  for (const [a, b] of edges) {
    const [from, to] = [group[a]!, group[b]!];
    for (let index = 0; index < count; index++) if (group[index] === from) group[index] = to;
  }
  return new Set(group).size === 1;
}

describe('shapes', () => {
  test.each([
    ['full', 4, '0,1 0,2 0,3 1,2 1,3 2,3'],
    ['line', 4, '0,1 1,2 2,3'],
    ['ring', 4, '0,1 0,3 1,2 2,3'],
    ['ring', 2, '0,1'],
    ['star', 4, '0,1 0,2 0,3'],
  ])('%s of %i nodes', (shape, count, edges) => {
    expect(shapeEdges(shape, count, 1).map(String)).toEqual(edges.split(' '));
  });

  test('random:K is connected, without doubles, and each node has K links, but for one where that is odd', () => {
    for (let count = 3; count <= 13; count++)
      for (let degree = 2; degree < count; degree++) {
        const edges = shapeEdges(`random:${degree}`, count, count * 100 + degree);
        expect(new Set(edges.map(String)).size).toBe(edges.length);
        expect(edges.every(([a, b]) => a < b)).toBe(true);
        expect(isConnected(edges, count)).toBe(true);
        const isOdd = (count * degree) % 2 === 1;
        expect(degrees(edges, count).sort((a, b) => b - a)).toEqual([
          ...Array.from({ length: isOdd ? count - 1 : count }, () => degree),
          ...(isOdd ? [degree - 1] : []),
        ]);
      }
  });

  test('random:K depends on the seed, and on nothing else', () => {
    const drawn = [1, 1, 2].map((seed) => shapeEdges('random:4', 20, seed).join(' '));
    expect(drawn[0]).toBe(drawn[1]);
    expect(drawn[2]).not.toBe(drawn[0]);
  });

  test.each([
    ['random:1', 5, /K is a number from 2 to 4/],
    ['random:5', 5, /K is a number from 2 to 4/],
    ['random:2', 2, /give more nodes/],
    ['triangle', 5, /the shapes are full, line/],
    ['full', 1, /at least two nodes/],
  ])('%s of %i nodes is refused', (shape, count, message) => {
    expect(() => shapeEdges(shape, count, 1)).toThrow(TopologyError);
    expect(() => shapeEdges(shape, count, 1)).toThrow(
      expect.objectContaining({ remedy: expect.stringMatching(message) as string }) as Error,
    );
  });

  test('are told from files', () => {
    expect(['full', 'random:4'].every(isShape)).toBe(true);
    expect(['full.yaml', 'random', 'five-regions', './ring'].some(isShape)).toBe(false);
  });
});
