import type { JsonNode, LivingNode, Member, NameNode, RepeatedNode, Splice } from './json/json-node.ts';
import { PROBE_CLASSES, type BytesProbe, type CallProbe, type Probe, type ProbeClass, type WalletPath } from './probe.ts';

const WALLETS: readonly WalletPath[] = ['usual', 'none', 'second', 'missing'];

/** Something that is read as requests does not have their form. */
export class ProbesError extends Error {
  override readonly name = 'ProbesError';
}

/** Checks requests that were read from a file. Throws `ProbesError`, which names the place of what does not fit. */
export function readProbes(value: unknown): Probe[] {
  const probes = list(value, 'the requests').map((item, index) => probe(item, `request ${index}`));
  if (probes.length === 0) throw new ProbesError('there are no requests');
  return probes;
}

type Members = { readonly [name: string]: unknown };

function probe(value: unknown, at: string): Probe {
  const { type, calls } = members(value, at);
  if (type === 'list') return { type, calls: list(calls, `${at}, calls`).map((item, index) => call(item, `${at}, call ${index}`)) };
  return type === 'bytes' ? bytes(value, at) : call(value, at);
}

function call(value: unknown, at: string): CallProbe {
  const { type, method, wallet, params, class: of, broken } = members(value, at);
  if (type !== 'call') throw new ProbesError(`${at}: its type is not call, list or bytes`);
  return {
    type,
    method: text(method, `${at}, method`),
    wallet: oneOf(WALLETS, wallet, `${at}, wallet`),
    params: node(params, `${at}, params`),
    class: oneOf<ProbeClass>(PROBE_CLASSES, of, `${at}, class`),
    ...(broken !== undefined && { broken: text(broken, `${at}, broken`) }),
  };
}

function bytes(value: unknown, at: string): BytesProbe {
  const { verb, path, headers, body } = members(value, at);
  return {
    type: 'bytes',
    verb: text(verb, `${at}, verb`),
    path: text(path, `${at}, path`),
    headers: list(headers, `${at}, headers`).map((header) => {
      const [name, own] = list(header, `${at}, header`);
      return [text(name, `${at}, header`), text(own, `${at}, header`)];
    }),
    body: text(body, `${at}, body`),
  };
}

function node(value: unknown, at: string): JsonNode {
  const { text: own, items, members: named, living, times } = members(value, at);
  if (own !== undefined) return { text: json(own, at) };
  if (items !== undefined) return { items: list(items, at).map((item, index) => node(item, `${at}[${index}]`)) };
  if (named !== undefined) return { members: list(named, at).map((item, index) => member(item, `${at}{${index}}`)) };
  if (living !== undefined) return livingNode(value, at);
  if (times !== undefined) return repeated(value, at);
  throw new ProbesError(`${at}: it is no value`);
}

function member(value: unknown, at: string): Member {
  const [name, own] = list(value, at);
  const named = node(name, at);
  if (!('text' in named) && !('living' in named)) throw new ProbesError(`${at}: its name is no text`);
  return [named satisfies NameNode, node(own, at)];
}

function livingNode(value: unknown, at: string): LivingNode {
  const { living, at: way, isName, splices } = members(value, at);
  return {
    living: text(living, at),
    at: list(way, at).map((index) => whole(index, at)),
    ...(isName === true && { isName }),
    ...(splices !== undefined && { splices: list(splices, at).map((item) => splice(item, at)) }),
  };
}

function splice(value: unknown, place: string): Splice {
  const { at, remove, insert } = members(value, place);
  return { at: whole(at, place), remove: whole(remove, place), insert: text(insert, place) };
}

function repeated(value: unknown, at: string): RepeatedNode {
  const { times, before, head, middle, tail, after } = members(value, at);
  return {
    times: whole(times, at),
    before: text(before, at),
    head: text(head, at),
    middle: text(middle, at),
    tail: text(tail, at),
    after: text(after, at),
  };
}

function json(value: unknown, at: string): string {
  const own = text(value, at);
  try {
    JSON.parse(own);
  } catch (error) {
    throw new ProbesError(`${at}: its text is not JSON`, { cause: error });
  }
  return own;
}

function members(value: unknown, at: string): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new ProbesError(`${at}: it is no object`);
  return value as Members;
}

function list(value: unknown, at: string): readonly unknown[] {
  if (!Array.isArray(value)) throw new ProbesError(`${at}: it is no list`);
  return value;
}

function text(value: unknown, at: string): string {
  if (typeof value !== 'string') throw new ProbesError(`${at}: it is no text`);
  return value;
}

function whole(value: unknown, at: string): number {
  if (!Number.isSafeInteger(value) || (value as number) < 0) throw new ProbesError(`${at}: it is no whole number`);
  return value as number;
}

function oneOf<T extends string>(known: readonly T[], value: unknown, at: string): T {
  const found = known.find((candidate) => candidate === value);
  if (found === undefined) throw new ProbesError(`${at}: it is none of ${known.join(', ')}`);
  return found;
}
