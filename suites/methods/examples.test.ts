import { expect, test } from 'vitest';
import { specification } from '../../specs/model/specification.ts';
import { methodOf, paramOf, variantOf } from '../../specs/model/testing/small-spec.ts';
import type { Example } from '../../specs/model/types.ts';
import { exampleCases } from './examples.ts';

const casesOf = (...examples: Example[]): ReturnType<typeof exampleCases> =>
  exampleCases(
    methodOf('m', {
      params: [paramOf('id', { type: 'string' }), paramOf('change', { type: 'boolean' }, { default: false })],
      variants: [{ ...variantOf('change', null, { change: true }), effect: ['wallet'] }, variantOf('default')],
      examples,
    }),
  );

test('an example with an answer is a case, with the effect of its variant and its place in the document', () => {
  const cases = casesOf(
    { name: 'reads', params: ['a'], result: null },
    { name: 'changes', text: 'It changes.', params: { change: true }, error: { code: -5 } },
    { name: 'foreign', params: ['a', false], result: 1, illustrative: true },
    { name: 'written', params: [] },
  );
  expect(cases.map(({ id, suite, kind, effect, title, checksResult }) => ({ id, suite, kind, effect, title, checksResult }))).toEqual(
    [
      { id: 'methods/m/example/reads', effect: ['read'], title: 'm returns the result of the example reads', checksResult: true },
      {
        id: 'methods/m/example/changes',
        effect: ['wallet'],
        title: 'm refuses with -5 the call of the example changes: It changes',
        checksResult: false,
      },
      {
        id: 'methods/m/example/foreign',
        effect: ['read'],
        title: 'm answers as described, or refuses, the call of the example foreign',
        checksResult: false,
      },
    ].map((one) => ({ suite: 'methods', kind: 'example', ...one })),
  );
  expect(cases[0]).toMatchObject({ evidence: 'document', source: 'document 1, Limits: the example reads of m' });
});

test('the examples of the standard that comes with Pyx only show how calls are written', () => {
  expect(specification.documented.filter(({ examples }) => examples !== undefined).length).toBeGreaterThan(0);
  expect(specification.documented.flatMap(exampleCases)).toEqual([]);
});
