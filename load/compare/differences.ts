import { isDeepStrictEqual } from 'node:util';
import type { LoadResults } from '../results.ts';
import { MAX_OTHER_WORK } from '../run/warnings.ts';

/** What must be the same in two results so that the figures can be compared. */
const ALIKE: readonly (readonly [name: string, of: (results: LoadResults) => unknown])[] = [
  ['target', ({ target }) => target.name],
  ['kind of the target', ({ target }) => target.kind],
  ['chain', ({ target }) => target.chain],
  ['scenario', ({ scenario }) => scenario.name],
  ['mix of the scenario', ({ scenario }) => scenario.mix],
  ['load model', ({ scenario }) => scenario.model],
  ['connections', ({ scenario }) => scenario.connections],
  ['whether connections are kept', ({ scenario }) => scenario.keepAlive ?? true],
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

/**
 * What was not measured alike: `connections: 4 and 16`; or on a machine with other work, which is never twice the same.
 * The version of the node may differ, as that is what is compared.
 */
export function differences(base: LoadResults, changed: LoadResults): string[] {
  const disturbed = [['base', base] as const, ['new', changed] as const].flatMap(([name, { machine }]) => {
    const { otherWork = 0 } = machine;
    return otherWork > MAX_OTHER_WORK
      ? [`${name}: other programs used ${Math.round(100 * otherWork)} % of the machine during the load`]
      : [];
  });
  const unlike = ALIKE.flatMap(([name, of]) => {
    const [baseValue, changedValue] = [of(base), of(changed)];
    return isDeepStrictEqual(baseValue, changedValue) ? [] : [`${name}: ${shown(baseValue)} and ${shown(changedValue)}`];
  });
  return [...unlike, ...disturbed];
}

const shown = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
