import type { Random } from 'fast-check';
import { large, wild, wildName } from './wild.ts';
import { oneIn, pick, weighted } from './pick.ts';
import { quoted, text, type JsonNode, type LivingNode, type Member, type Splice } from '../json/json-node.ts';

/** The tree with one change somewhere in it. @param others trees of which parts may be taken over */
export function mutateNode(node: JsonNode, random: Random, others: readonly JsonNode[]): JsonNode {
  if ('items' in node && node.items.length > 0 && !oneIn(random, 4)) {
    const at = random.nextInt(0, node.items.length - 1);
    return { items: node.items.with(at, mutateNode(node.items[at] as JsonNode, random, others)) };
  }
  if ('members' in node && node.members.length > 0 && !oneIn(random, 4)) {
    const at = random.nextInt(0, node.members.length - 1);
    const [name, value] = node.members[at] as Member;
    return { members: node.members.with(at, [name, mutateNode(value, random, others)]) };
  }
  return weighted<() => JsonNode>(random, [
    [6, () => changed(node, random)],
    [3, () => wild(random)],
    [1, () => large(random)],
    [others.length > 0 ? 2 : 0, () => partOf(pick(random, others), random)],
  ])();
}

function partOf(node: JsonNode, random: Random): JsonNode {
  if (oneIn(random, 3)) return node;
  if ('items' in node && node.items.length > 0) return partOf(pick(random, node.items), random);
  if ('members' in node && node.members.length > 0) return partOf(pick(random, node.members)[1], random);
  return node;
}

function changed(node: JsonNode, random: Random): JsonNode {
  if ('items' in node) return { items: listChanged(node.items, random, () => wild(random)) };
  if ('members' in node) return { members: listChanged(node.members, random, (): Member => [wildName(random), wild(random)]) };
  if ('living' in node) return withSplice(node, random);
  if ('text' in node) return textChanged(node.text, random);
  return { ...node, times: Math.max(0, node.times + random.nextInt(-2, 2)) };
}

/** Without an item, with one twice, with two exchanged, or with a new one. */
function listChanged<T>(list: readonly T[], random: Random, make: () => T): readonly T[] {
  const at = random.nextInt(0, Math.max(0, list.length - 1));
  const item = list[at];
  if (item === undefined) return [make()];
  return weighted<() => readonly T[]>(random, [
    [1, () => list.toSpliced(at, 1)],
    [1, () => list.toSpliced(at, 0, item)],
    [1, () => [...list.toSpliced(at, 1), item]],
    [1, () => [...list, make()]],
  ])();
}

/** Values of nodes are hashes, addresses, scripts and transactions: most have fewer characters than this. */
const MAX_PLACE = 120;

function withSplice(node: LivingNode, random: Random): JsonNode {
  if (node.isName || (node.splices?.length ?? 0) > 4) return wild(random);
  return { ...node, splices: [...(node.splices ?? []), splice(random)] };
}

function splice(random: Random): Splice {
  const insert = pick(random, ['', '0', 'f', 'ff', 'Z', '\u0000', '00000000', 'ffffffffff', ' ', '=']);
  return {
    at: random.nextInt(0, MAX_PLACE),
    remove: insert === '' ? random.nextInt(1, MAX_PLACE) : random.nextInt(0, insert.length),
    insert,
  };
}

function textChanged(json: string, random: Random): JsonNode {
  if (json.startsWith('"')) {
    const value = JSON.parse(json) as string;
    const at = random.nextInt(0, value.length);
    return quoted(`${value.slice(0, at)}${pick(random, ['', '0', 'f', 'Z', '\u0000', value])}${value.slice(at + random.nextInt(0, 2))}`);
  }
  const value = Number(json);
  if (!Number.isFinite(value) || json === 'null') return wild(random);
  const other = pick(random, [-value, value + 1, value - 1, value * 256, value / 3, value * 1_000_003]);
  return oneIn(random, 4) ? quoted(json) : text(Number.isFinite(other) ? JSON.stringify(other) : '1e400');
}
