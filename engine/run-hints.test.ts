import { expect, test } from 'vitest';
import { plan } from './plan.ts';
import { runHints } from './run-hints.ts';
import { fakeCase, fakeSpecification } from './testing/fakes.ts';

const cases = [
  fakeCase('reads', undefined, { method: 'getthing', uses: ['getthing'] }),
  fakeCase('writes', undefined, { effect: ['wallet'], method: 'setthing', uses: ['setthing'] }),
];
const hints = (readOnly: boolean, startNodes: boolean, startOptions?: string[]): string[] =>
  runHints({
    plan: plan(cases, { methods: ['getthing', 'setthing'], readOnly }, fakeSpecification),
    target: { capabilities: { startNodes } as Parameters<typeof runHints>[0]['target']['capabilities'] },
    targetFile: startOptions && { file: 'acme.yaml', name: 'Acme', startOptions },
  });

test('a method that was named and that no selected case calls is remarked', () => {
  expect(hints(true, false)).toEqual(['no case of setthing is selected: none fits the other options']);
  expect(hints(false, false)).toEqual([]);
});

test('start options are remarked where Pyx cannot give them and cases write', () => {
  const options = ['-fallbackfee=0.1', '-x=1'];
  expect(hints(false, false, options)).toEqual([
    'acme.yaml has start options, which a node that Pyx did not start must have been given: -fallbackfee=0.1 -x=1',
  ]);
  expect(hints(false, true, options)).toEqual([]);
  expect(hints(true, false, options)).toEqual(['no case of setthing is selected: none fits the other options']);
});

test('the other shards have the cases of a method: it is not without one', () => {
  const named = { methods: ['getthing', 'setthing'], shard: { index: 1, total: 2 } };
  expect(plan(cases, named, fakeSpecification).withoutCase).toBeUndefined();
});

test('cases about no method, which call a named one, are counted', () => {
  const envelope = ['a', 'b'].map((id) => fakeCase(id, undefined, { suite: 'envelope', method: null, uses: ['getthing'] }));
  const planned = plan([...cases, ...envelope], { methods: ['getthing'] }, fakeSpecification);
  const target = { capabilities: { startNodes: true } as Parameters<typeof runHints>[0]['target']['capabilities'] };
  expect(runHints({ plan: planned, target, targetFile: undefined })).toEqual([
    '2 cases of envelope that are about no method, and call one that was named, are not selected: name the suite by --suite',
  ]);
});
