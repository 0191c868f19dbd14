import { expect, test } from 'vitest';
import { selectFaults } from './select-faults.ts';
import type { OperatorId, PlantedFault } from './types.ts';

function fault(index: number, operator: OperatorId, method: string, isFree = false): PlantedFault {
  return {
    id: `${operator}/${method}.${index}`,
    operator,
    method: method as PlantedFault['method'],
    place: '',
    covers: [],
    sentence: { text: '', source: '' },
    ...(isFree && { outOfScope: { rule: 'free', reason: '' } }),
    make: () => ({}),
  };
}

const faults = Array.from({ length: 40 }, (_, index) =>
  fault(index, index % 2 === 0 ? 'answer/dropped' : 'request/left-out', index < 30 ? 'getblock' : 'ping', index % 10 === 9),
);
const ids = (selected: readonly PlantedFault[]): string[] => selected.map(({ id }) => id);

test('without an option, all faults that contradict a sentence are attempted, in order', () => {
  const { attempted, outOfScope } = selectFaults(faults, {}, 1);
  expect(attempted).toEqual(faults.filter((fault) => fault.outOfScope === undefined));
  expect(outOfScope).toEqual(faults.filter((fault) => fault.outOfScope !== undefined));
});

test('all faults are attempted if that is asked for', () => {
  expect(selectFaults(faults, { all: true }, 1)).toEqual({ attempted: faults, outOfScope: [] });
});

test('methods and operators select, and limit what is left out too', () => {
  const { attempted, outOfScope } = selectFaults(faults, { methods: ['ping'], operators: ['request/*'] }, 1);
  expect(ids(attempted)).toEqual([
    'request/left-out/ping.31',
    'request/left-out/ping.33',
    'request/left-out/ping.35',
    'request/left-out/ping.37',
  ]);
  expect(ids(outOfScope)).toEqual(['request/left-out/ping.39']);
});

test('a sample is drawn by the seed, without repetition', () => {
  const drawn = selectFaults(faults, { sample: 10 }, 1).attempted;
  expect(new Set(drawn).size).toBe(10);
  expect(selectFaults(faults, { sample: 10 }, 1).attempted).toEqual(drawn);
  expect(ids(selectFaults(faults, { sample: 10 }, 2).attempted)).not.toEqual(ids(drawn));
  expect(selectFaults(faults, { sample: 1_000 }, 1).attempted).toHaveLength(36);
  expect(selectFaults(faults, { sample: 0 }, 1).attempted).toEqual([]);
});
