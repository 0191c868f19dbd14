import type { JsonNode } from './json-node.ts';

/** How much there is to read in a tree: shrinking only ever lowers it. 0 for null. */
export function costOf(node: JsonNode): number {
  if ('text' in node) return costOfText(node.text);
  if ('items' in node) return node.items.reduce((sum, item) => sum + 1 + costOf(item), 1);
  if ('members' in node) return node.members.reduce((sum, [name, value]) => sum + 1 + costOf(name) + costOf(value), 1);
  if ('living' in node) return LIVING + (node.splices ?? []).reduce((sum, { insert }) => sum + 2 + insert.length, 0);
  return 2 + node.times + node.before.length + node.head.length + node.middle.length + node.tail.length + node.after.length;
}

/** A value of the node says more than a short constant, and less than a long one. */
const LIVING = 6;

function costOfText(text: string): number {
  if (text === 'null') return 0;
  if (text === 'true' || text === 'false') return 1;
  if (text.startsWith('"')) return text.length + oddities(text) / 2;
  const size = Math.abs(Number(text));
  return text.length + (Number.isFinite(size) ? Math.min(size, 1e9) / 1e10 : 1);
}

/** Characters other than `a`. */
const oddities = (text: string): number => text.length - 2 - (text.match(/a/g)?.length ?? 0);
