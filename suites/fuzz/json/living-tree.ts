import { stringify } from '../../../client/wire-json.ts';
import { isObject } from '../../../specs/model/resolve.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { text, type JsonNode, type NameNode } from './json-node.ts';

/** Shorter texts are words of the service (`ALL`), not values of a node. */
const SHORTEST = 8;

/**
 * A value of a node as a tree. Its structure is written out, so that parts can be changed; each number and longer text
 * refers to the living value, which differs on another node.
 */
export function livingTree(value: Wire, living: string, at: readonly number[] = []): JsonNode {
  if (Array.isArray(value)) return { items: value.map((item, index) => livingTree(item, living, [...at, index])) };
  if (isObject(value)) {
    const members = Object.entries(value as { [name: string]: Wire }).map(([name, member], index): readonly [NameNode, JsonNode] => [
      isData(name) ? { living, at: [...at, index], isName: true } : text(JSON.stringify(name)),
      livingTree(member, living, [...at, index]),
    ]);
    return { members };
  }
  if (value === null || typeof value === 'boolean' || (typeof value === 'string' && value.length < SHORTEST)) return text(stringify(value));
  return { living, at };
}

/** Whether the name of a member is a value: an address or a hash. */
const isData = (name: string): boolean => name.length >= 26;
