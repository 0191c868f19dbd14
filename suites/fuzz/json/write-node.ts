import { stringify } from '../../../client/wire-json.ts';
import { isObject } from '../../../specs/model/resolve.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import type { JsonNode, LivingNode, Splice } from './json-node.ts';

/** The value of a name on the present node; undefined if it has none. */
export type Living = (name: string) => Wire | undefined;

/** The text of a tree, with the living values of the present node. A value that the node does not have is written as null. */
export function writeNode(node: JsonNode, living: Living): string {
  if ('text' in node) return node.text;
  if ('items' in node) return `[${node.items.map((item) => writeNode(item, living)).join(',')}]`;
  if ('members' in node) {
    const members = node.members.map(([name, value]) => `${nameText(writeNode(name, living))}:${writeNode(value, living)}`);
    return `{${members.join(',')}}`;
  }
  if ('living' in node) return livingText(node, living);
  const { before, head, middle, tail, after, times } = node;
  return `${before}${head.repeat(times)}${middle}${tail.repeat(times)}${after}`;
}

/** Names are texts: another value becomes one. */
const nameText = (json: string): string => (json.startsWith('"') ? json : JSON.stringify(json));

function livingText({ living: name, at, isName, splices }: LivingNode, living: Living): string {
  const value = partOf(living(name), at, isName === true);
  if (value === undefined) return 'null';
  if (splices === undefined) return stringify(value);
  // The digits of a number are changed like a text, and stay a text: they need not be a number afterwards.
  return JSON.stringify(splices.reduce(spliced, typeof value === 'string' ? value : stringify(value)));
}

function partOf(value: Wire | undefined, at: readonly number[], isName: boolean): Wire | undefined {
  let part = value;
  for (const [depth, index] of at.entries()) {
    if (Array.isArray(part)) part = part[index];
    else if (isObject(part)) part = Object.entries(part as { [name: string]: Wire })[index]?.[isName && depth === at.length - 1 ? 0 : 1];
    else return undefined;
  }
  return part;
}

function spliced(value: string, { at, remove, insert }: Splice): string {
  return `${value.slice(0, at)}${insert}${value.slice(at + remove)}`;
}
