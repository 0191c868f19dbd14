import { costOf } from './cost.ts';
import { NULL, quoted, text, type JsonNode, type LivingNode, type Member, type RepeatedNode } from './json-node.ts';

/** Characters of which each is left out alone. */
const FEW = 24;

/** Simpler trees than this one, those that leave out most first. Each costs less, so that shrinking ends. */
export function* shrinkNode(node: JsonNode): Generator<JsonNode> {
  const cost = costOf(node);
  for (const simpler of candidates(node)) if (costOf(simpler) < cost) yield simpler;
}

function* candidates(node: JsonNode): Generator<JsonNode> {
  yield NULL;
  if ('text' in node) yield* simplerTexts(node.text);
  else if ('items' in node) yield* simplerLists(node.items);
  else if ('members' in node) yield* simplerObjects(node.members);
  else if ('living' in node) yield* simplerLiving(node);
  else yield* lessOften(node);
}

function* simplerLists(items: readonly JsonNode[]): Generator<JsonNode> {
  for (const fewer of withoutParts(items)) yield { items: fewer };
  for (const item of items) yield item;
  for (const [index, item] of items.entries()) for (const simpler of shrinkNode(item)) yield { items: items.with(index, simpler) };
}

function* simplerObjects(members: readonly Member[]): Generator<JsonNode> {
  for (const fewer of withoutParts(members)) yield { members: fewer };
  for (const [, value] of members) yield value;
  for (const [index, [name, value]] of members.entries()) {
    for (const simpler of shrinkNode(value)) yield { members: members.with(index, [name, simpler]) };
    if ('text' in name && name.text !== '""') yield { members: members.with(index, [quoted(''), value]) };
  }
}

function* simplerLiving({ splices, ...whole }: LivingNode): Generator<JsonNode> {
  yield quoted('');
  yield text('0');
  if (splices === undefined) return;
  yield whole;
  for (const fewer of withoutParts(splices)) if (fewer.length > 0) yield { ...whole, splices: fewer };
}

function* lessOften(node: RepeatedNode): Generator<JsonNode> {
  for (const times of smaller(node.times)) yield { ...node, times };
}

function* simplerTexts(json: string): Generator<JsonNode> {
  if (json.startsWith('"')) {
    for (const simpler of simplerStrings(JSON.parse(json) as string)) yield quoted(simpler);
    return;
  }
  const value = Number(json);
  if (!Number.isFinite(value)) {
    yield text('0');
    return;
  }
  for (const size of smaller(Math.abs(Math.trunc(value)))) {
    if (value < 0) yield text(String(-size));
    yield text(String(size));
  }
  yield text(String(Math.trunc(value)));
}

function* simplerStrings(value: string): Generator<string> {
  for (const length of smaller(value.length)) yield value.slice(0, length);
  for (const length of smaller(value.length)) if (length > 0) yield value.slice(-length);
  if (value.length <= FEW) for (let at = 0; at < value.length; at++) yield `${value.slice(0, at)}${value.slice(at + 1)}`;
  yield 'a'.repeat(value.length);
  if (value.length <= FEW) for (let at = 0; at < value.length; at++) yield `${value.slice(0, at)}a${value.slice(at + 1)}`;
}

/** Without all, without each half, quarter …, without each single one. */
export function* withoutParts<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let size = list.length; size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2))
    for (let from = 0; from < list.length; from += size) yield list.toSpliced(from, size);
}

/** Numbers from 0 up to below the given one, in ever smaller steps: what fails from some number on is found by bisection. */
export function* smaller(value: number): Generator<number> {
  if (value <= 0) return;
  yield 0;
  for (let step = Math.floor(value / 2); step >= 1; step = Math.floor(step / 2)) yield value - step;
}
