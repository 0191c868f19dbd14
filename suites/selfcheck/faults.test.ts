import { describe, expect, test } from 'vitest';
import { argumentIds } from '../../engine/argument-ids.ts';
import { Random } from '../../fixtures/world/random.ts';
import { fieldsOf } from '../../specs/model/fields.ts';
import { specification } from '../../specs/model/specification.ts';
import { faultsOf } from './faults.ts';
import { operators } from './operators/operators.ts';
import { observedCall, observedOf } from './testing/planted.ts';

const faults = faultsOf(specification, observedOf());
const { spec, documented } = specification;
const firstTwo = new Set(documented.filter(({ source }) => source.document < 3).map(({ id }) => id));
const covered = new Set(faults.flatMap(({ covers }) => covers));

test('every fault has an id of its own, a sentence with its source, and something that it covers', () => {
  expect(new Set(faults.map(({ id }) => id)).size).toBe(faults.length);
  expect(
    faults.filter(({ sentence, covers }) => sentence.text === '' || !/^document [123], ./.test(sentence.source) || covers.length === 0),
  ).toEqual([]);
});

test('every operator has faults', () => {
  const used = new Set(faults.map(({ operator }) => operator));
  expect(operators.map(({ id }) => id).filter((id) => !used.has(id))).toEqual([]);
});

test('there are at least 3,000 faults of documents 1 and 2 that some sentence speaks of', () => {
  const inScope = faults.filter(({ method, outOfScope }) => firstTwo.has(method) && !outOfScope);
  expect(inScope.length).toBeGreaterThanOrEqual(3_000);
});

test('which faults there are depends on the specification alone, and their order is the same', () => {
  const observed = observedOf(observedCall('getblock', '["aa"]', '{}'), observedCall('listunspent', '[0]', '[]'));
  const described = (all: typeof faults): string[] => all.map(({ id, outOfScope }) => `${id} ${outOfScope?.rule ?? ''}`);
  expect(described(faultsOf(specification, observed))).toEqual(described(faults));
});

test('an alteration concerns the method of its fault only', () => {
  expect(faults.filter((fault) => fault.make(new Random('seed')).only !== fault.method)).toEqual([]);
});

test('an alteration does the same again with the same random values', async () => {
  const fault = faults.find(({ id }) => id === 'answer/character-changed/getbestblockhash#default');
  const once = async (): Promise<unknown> =>
    fault
      ?.make(new Random('seed'))
      .answer?.({ type: 'result', result: 'ab'.repeat(32), durationMs: 1 }, { id: 'getbestblockhash', params: [], wallet: undefined }, () =>
        Promise.reject(new Error('the node was asked')),
      );
  expect(await once()).toEqual(await once());
  expect(await once()).not.toMatchObject({ result: 'ab'.repeat(32) });
});

describe.each(documented.map((method) => [method.id, method] as const))('%s', (id, method) => {
  test('every parameter, member and value of a closed set has a fault', () => {
    const ids = [...argumentIds(spec, method)].filter((coverageId) => coverageId.endsWith(':given') || coverageId.startsWith('e:'));
    // A set of one value has no other value to be exchanged with; its parameter has other faults.
    const alone = new Set(
      documented.flatMap(({ params }) =>
        params.flatMap(({ schema, name }) => (schema.enum?.length === 1 ? [`e:${id}.${name}=${String(schema.enum[0])}`] : [])),
      ),
    );
    expect(ids.filter((coverageId) => !covered.has(coverageId) && !alone.has(coverageId))).toEqual([]);
  });

  test('every literal default of a parameter has a fault', () => {
    const ids = method.params.filter((param) => param.default !== undefined).map(({ name }) => `p:${id}.${name}:omitted`);
    expect(ids.filter((coverageId) => !covered.has(coverageId))).toEqual([]);
  });

  test('every result field has a fault', () => {
    const ids = method.variants.flatMap((variant) =>
      variant.result ? [...fieldsOf(spec, variant.result)].map((field) => `f:${id}#${variant.id}:${field}`) : [],
    );
    expect(ids.filter((coverageId) => !covered.has(coverageId))).toEqual([]);
  });
});
