import { expect, test } from 'vitest';
import { specOf, variantOf } from '../model/testing/small-spec.ts';
import { specification } from '../model/specification.ts';
import { changeRules } from './change-rules.ts';
import { compareSpecs } from './compare-specs.ts';
import { changesOf } from './testing/changes-of.ts';
import { field, member, number, text, withMethod } from './testing/compared-specs.ts';
import { methodRows } from './testing/method-rows.ts';
import { schemaRows } from './testing/schema-rows.ts';
import { tableRows } from './testing/table-rows.ts';

const rows = [...methodRows, ...schemaRows, ...tableRows];

test.each(rows)('%s', (_, first, second, forth, back) => {
  expect({ forth: changesOf(first, second), back: changesOf(second, first) }).toEqual({ forth, back });
  expect([changesOf(first, first), changesOf(second, second)]).toEqual([[], []]);
});

test('a path names the argument, or the variant and the field', () => {
  expect(compareSpecs(member(text), member(number))).toMatchObject([{ subject: 'method getthing', path: 'argument a b' }]);
  expect(compareSpecs(field(text), field(number))).toMatchObject([{ path: 'result (default) b', before: 'string', after: 'integer' }]);
});

test('an effect that no document states is not compared, nor whether the values of an example exist on a service', () => {
  const [stated, assumed] = [variantOf('default'), { ...variantOf('default'), effect: ['wallet', 'chain'], effectUnstated: true } as const];
  const example = { name: 'one', params: [], result: 1 };
  const first = withMethod({ variants: [stated], examples: [example] });
  const second = withMethod({ variants: [assumed], examples: [{ ...example, illustrative: true }] });
  expect([changesOf(first, second), changesOf(second, first)]).toEqual([[], []]);
});

test('methods beyond the documents are left out', () => {
  expect(changesOf(specOf({}), withMethod({ beyond: true }))).toEqual([]);
});

test('the specification does not differ from itself, nor from its copy', () => {
  expect(compareSpecs(specification.spec, structuredClone(specification.spec))).toEqual([]);
});

test('every rule that compares specifications is shown by a row', () => {
  const shown = new Set(rows.flatMap(([, , , forth, back]) => [...forth, ...back]).map((seen) => seen.split(':', 1)[0]));
  const ofNodes = [
    'param-refused',
    'invalid-accepted',
    'error-changed',
    'answer-changed',
    'behaviour-changed',
    'param-renamed-in-help',
    'help-wrong',
  ];
  const ofShapes = ['kind-changed', 'secret-added', 'secret-removed'];
  expect(Object.keys(changeRules).filter((rule) => !shown.has(rule) && !ofNodes.includes(rule) && !ofShapes.includes(rule))).toEqual([]);
  expect(shown.size).toBeGreaterThanOrEqual(40);
});

test('takes time in proportion to the number of methods and rows', () => {
  let reads = 0;
  const counted = <T extends { readonly id: string }>(row: T, id: string): T =>
    Object.defineProperty({ ...row }, 'id', { enumerable: true, get: () => (reads++, id) });
  const { spec } = specification;
  const [method, error] = [spec.methods[0]!, spec.errors[0]!];
  const count = 500;
  const numbered = <T extends { readonly id: string }>(row: T, prefix: string): T[] =>
    Array.from({ length: count }, (_, index) => counted(row, `${prefix}${index}`));
  const of = (prefix: string): typeof spec => ({ ...spec, methods: numbered(method, prefix), errors: numbered(error, prefix) });
  expect(compareSpecs(of('a'), of('b')).length).toBeGreaterThanOrEqual(4 * count);
  expect(compareSpecs(of('a'), of('a'))).toEqual([]);
  expect(reads).toBeLessThan(100 * count);
});
