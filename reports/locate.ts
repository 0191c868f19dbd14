import { isLosslessNumber, stringify } from 'lossless-json';
import type { Wire } from '../specs/model/wire.ts';

/** A part of a text, from a character up to another one. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Where the value at a path is in an answer that is written as JSON, indented by two spaces, under the member `result`. If
 * there is nothing at the path, the opening bracket of the innermost value round it. Undefined for a path that is empty,
 * or that leads nowhere.
 */
export function locate(result: Wire, path: string): Span | undefined {
  if (path === '') return undefined;
  const written = '{\n  "result": ';
  return valueAt(result, { path, from: written.length, indent: 2, isRoot: true });
}

interface Place {
  /** The rest of the path. */
  readonly path: string;
  readonly from: number;
  readonly indent: number;
  readonly isRoot: boolean;
}

function valueAt(value: Wire, { path, from, indent, isRoot }: Place): Span | undefined {
  if (path === '') return { from, to: from + lengthOf(value, indent) };
  const missing = isRoot ? undefined : { from, to: from + 1 };
  if (value === null || typeof value !== 'object' || isLosslessNumber(value)) return missing;
  const inner = indent + 2;
  if (Array.isArray(value)) {
    const [step = '', index = ''] = /^\[(\d+)\]\.?/.exec(path) ?? [];
    if (step === '' || Number(index) >= value.length) return missing;
    let at = from + 2 + inner;
    for (const item of value.slice(0, Number(index))) at += lengthOf(item, inner) + 2 + inner;
    return valueAt(value[Number(index)] as Wire, { path: path.slice(step.length), from: at, indent: inner, isRoot: false });
  }
  const members = Object.entries(value) as [string, Wire][];
  const [name, rest] = stepInto(members, path) ?? [];
  if (name === undefined || rest === undefined) return members.length === 0 ? missing : { from, to: from + 1 };
  let at = from + 2 + inner;
  for (const [own, item] of members) {
    at += stringLength(own) + 2;
    if (own === name) return valueAt(item, { path: rest, from: at, indent: inner, isRoot: false });
    at += lengthOf(item, inner) + 2 + inner;
  }
  return missing;
}

/** The member that the path begins with, and the rest of the path. A name may contain dots: the longest one that fits. */
function stepInto(members: readonly (readonly [string, Wire])[], path: string): [string, string] | undefined {
  const steps = members.flatMap(([name]): [string, string][] => {
    const quoted = `[${JSON.stringify(name)}]`;
    for (const written of [name, quoted]) {
      if (!path.startsWith(written)) continue;
      const rest = path.slice(written.length);
      if (rest === '' || rest.startsWith('[')) return [[name, rest]];
      if (rest.startsWith('.')) return [[name, rest.slice(1)]];
    }
    return [];
  });
  return steps.sort(([, a], [, b]) => a.length - b.length)[0];
}

/** Length of a value as indented JSON, inside of a text that is `indent` spaces deep. */
function lengthOf(value: Wire, indent: number): number {
  const text = stringify(value, undefined, 2) ?? 'null';
  const lines = text.split('\n').length - 1;
  return text.length + lines * indent;
}

function stringLength(text: string): number {
  return JSON.stringify(text).length;
}
