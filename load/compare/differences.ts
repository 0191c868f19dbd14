import { isDeepStrictEqual } from 'node:util';
import type { LoadResults } from '../results.ts';

/** What must be the same in two results so that the figures can be compared. */
const ALIKE: readonly (readonly [name: string, of: (results: LoadResults) => unknown])[] = [
  ['target', ({ target }) => target.name],
  ['kind of the target', ({ target }) => target.kind],
  ['chain', ({ target }) => target.chain],
  ['scenario', ({ scenario }) => scenario.name],
  ['mix of the scenario', ({ scenario }) => scenario.mix],
  ['load model', ({ scenario }) => scenario.model],
  ['connections', ({ scenario }) => scenario.connections],
  ['duration in ms', ({ scenario }) => scenario.durationMs],
  ['warm-up in ms', ({ scenario }) => scenario.warmUpMs],
  ['timeout in ms', ({ scenario }) => scenario.timeoutMs],
  ['engine', ({ engine }) => engine],
  ['processor', ({ machine }) => machine.cpu],
  ['cores', ({ machine }) => machine.cores],
  ['memory in bytes', ({ machine }) => machine.memoryBytes],
  ['operating system', ({ machine }) => machine.os],
  ['version of Node', ({ machine }) => machine.node],
];

/** What was not measured alike: `connections: 4 and 16`. The version of the node may differ, as that is what is compared. */
export function differences(base: LoadResults, changed: LoadResults): string[] {
  return ALIKE.flatMap(([name, of]) => {
    const [one, other] = [of(base), of(changed)];
    return isDeepStrictEqual(one, other) ? [] : [`${name}: ${shown(one)} and ${shown(other)}`];
  });
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
