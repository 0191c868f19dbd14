import { expect, test } from 'vitest';
import { Secrets } from '../../client/mask.ts';
import { fakeCase, fakeDefinitions, fakeSpecification, FakeTarget, result } from '../../engine/testing/fakes.ts';
import { tryNode } from './tried-node.ts';

test('answers that depend on the speed of the node are not compared', async () => {
  const target = new FakeTarget((method) =>
    result(method === 'getblockchaininfo' ? { chain: 'regtest' } : { version: 1, subversion: '/Other:1/' }),
  );
  const polling = fakeCase('polls', async (t) => {
    await t.call('getthing');
    t.dependsOn('time');
    await t.call('getthing');
  });
  const { cases } = await tryNode(
    { cases: [polling], whole: false },
    {
      specification: fakeSpecification,
      target,
      seed: 3,
      secrets: new Secrets(),
      definitions: fakeDefinitions(),
      onOutcome: () => undefined,
    },
  );
  expect(cases.get('fake/polls')?.answers.map(({ method }) => method)).toEqual(['getthing']);
});
