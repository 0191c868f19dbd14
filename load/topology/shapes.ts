import { Random } from '../../fixtures/world/random.ts';
import { UserError } from '../../specs/model/user-error.ts';

/** A network that cannot be made; the message is for the user. */
export class TopologyError extends UserError {
  override readonly name = 'TopologyError';
}

/** Two nodes by their indices, the smaller first. */
export type Edge = readonly [number, number];

export const shapeForms = 'full, line, ring, star, random:K';

/** Whether a text names a shape, and not a file. */
export const isShape = (text: string): boolean => /^(full|line|ring|star|random:\d+)$/.test(text);

/**
 * The links of a shape over so many nodes; connected, each pair once, sorted. `star` has the first node in its middle. In
 * `random:K` each node has K links (with K times the count odd, one of them has one less), on a ring in a random order.
 * Throws `TopologyError` where there are too few nodes.
 */
export function shapeEdges(shape: string, count: number, seed: number): Edge[] {
  if (count < 2) throw new TopologyError(`a network of ${count} node has no links`, { remedy: 'give at least two nodes' });
  const indices = Array.from({ length: count }, (_, index) => index);
  const next = indices.slice(1).map((to): Edge => [to - 1, to]);
  if (shape === 'full') return indices.flatMap((from) => indices.slice(from + 1).map((to): Edge => [from, to]));
  if (shape === 'line') return next;
  if (shape === 'ring') return count === 2 ? next : sorted([...next, [0, count - 1]]);
  if (shape === 'star') return indices.slice(1).map((to): Edge => [0, to]);
  const degree = Number(/^random:(\d+)$/.exec(shape)?.[1] ?? 0);
  if (degree === 0) throw new TopologyError(`there is no topology "${shape}"`, { remedy: `the shapes are ${shapeForms}` });
  return randomEdges(indices, degree, new Random(`topology/${seed}`));
}

function randomEdges(indices: readonly number[], degree: number, random: Random): Edge[] {
  const count = indices.length;
  if (degree < 2 || degree >= count)
    throw new TopologyError(`random:${degree} is no network of ${count} nodes`, {
      remedy: count > 2 ? `K is a number from 2 to ${count - 1}` : 'give more nodes',
    });
  const order = random.shuffled(indices);
  const neighbours = indices.map(() => new Set<number>());
  const link = (a: number, b: number): void => {
    neighbours[a]!.add(b);
    neighbours[b]!.add(a);
  };
  // Connected by a ring, to which pairs are added until nobody lacks one.
  for (const [at, node] of order.entries()) link(node, order[(at + 1) % count]!);
  for (;;) {
    const open = random.shuffled(indices.filter((index) => neighbours[index]!.size < degree));
    const pair = open.flatMap((a, at) => open.slice(at + 1).map((b) => [a, b] as const)).find(([a, b]) => !neighbours[a]!.has(b));
    if (pair) link(...pair);
    else if (!swapped(open, neighbours, degree, random)) break;
  }
  return sorted(neighbours.flatMap((linked, from) => [...linked].filter((to) => to > from).map((to): Edge => [from, to])));
}

/**
 * Nodes that lack links but are all linked to each other get them by opening a link of two others: a–b becomes open–a and open–b.
 * Returns whether that was possible.
 */
function swapped(open: readonly number[], neighbours: readonly Set<number>[], degree: number, random: Random): boolean {
  const lacking = open.flatMap((node) => Array.from({ length: degree - neighbours[node]!.size }, () => node));
  if (lacking.length < 2) return false;
  const [first, second] = [lacking[0]!, lacking[1]!];
  const candidates = random.shuffled(neighbours.flatMap((linked, a) => [...linked].map((b) => [a, b] as const)));
  const found = candidates.find(
    ([a, b]) => a !== first && b !== second && a !== second && b !== first && !neighbours[first]!.has(a) && !neighbours[second]!.has(b),
  );
  if (!found) return false;
  const [a, b] = found;
  neighbours[a]!.delete(b);
  neighbours[b]!.delete(a);
  for (const [from, to] of [
    [first, a],
    [second, b],
  ] as const) {
    neighbours[from]!.add(to);
    neighbours[to]!.add(from);
  }
  return true;
}

const sorted = (edges: readonly Edge[]): Edge[] => [...edges].sort(([a, b], [c, d]) => a - c || b - d);
