import { describe, expect, test } from 'vitest';
import { openTarget } from '../fixtures/targets/open-target.ts';
import { specification } from '../specs/model/specification.ts';
import { allCases } from '../suites/catalog.ts';
import { drawnOf, drawSeed } from './support/drawn.ts';
import { branded, doubtful, learnt, learntOf, testBrands } from './support/learnt.ts';

// All of them: `learn.long.test.ts`.
describe(`drawn releases (PYX_SEED=${drawSeed})`, () => {
  testBrands(drawnOf('brands', branded, 1));
  test.each(drawnOf('doubts', doubtful, 1))('%s', (_, expectDoubt) => expectDoubt());
});

test('options that refusals name and one that peers need are learnt, each with what was refused', async () => {
  const { file, text, options, checked } = await learntOf(
    {
      client: 'Satoshi',
      peersOnlyWith: '-unittest',
      ignored: ['-needless'],
      refused: [
        {
          option: '-deprecatedrpc=signrawtransaction',
          method: 'signrawtransaction',
          code: -32,
          message: 'signrawtransaction is deprecated.\nTo use it, start the node with -deprecatedrpc=signrawtransaction.',
        },
        { option: '-assetindex', method: 'assetinfo', code: -1, message: 'You must start the node with -assetindex=1' },
        { option: '-neverindex', method: 'getchaintips', code: -1, message: 'It needs -unknownindex' },
        { option: '-neverindex', method: 'getmempoolinfo', code: -1, message: 'It needs -needless' },
      ],
    },
    'methods/signrawtransaction/required-only',
    'methods/assetinfo/required-only',
    'methods/getchaintips/required-only',
    'methods/getmempoolinfo/required-only',
  );
  expect(file.startOptions?.toSorted()).toEqual(['-assetindex=1', '-deprecatedrpc=signrawtransaction', '-unittest']);
  expect(options.wanted.find(({ option }) => option === '-unittest')?.reason).toMatch(/connects two nodes: .* not within 15 s$/);
  expect(text).toMatch(/^# -assetindex=1: Without it a call is refused: assetinfo: -1 You must start the node with -assetindex=1$/m);
  expect(text).toMatch(/^# Doubtful: A refusal names -unknownindex \(.*\), and with it no node can be tested: /m);
  expect(text).toMatch(/^# Doubtful: A refusal names -needless \(.*\), and it is refused with it too\.$/m);
  expect(text).toMatch(/^# name: the node calls itself Satoshi, as the whole family does; acmed is its program\./m);
  expect(file.name).toMatch(/^acmed /);
  expect({ cases: checked.cases, failed: checked.failed }).toEqual({ cases: 5, failed: 2 });
});

test('a node that Pyx did not start is asked in reading cases only', async () => {
  const embedded = await openTarget('embedded', { env: {} });
  try {
    const { client, credentials } = await embedded.start('default');
    const { user = '', password = '' } = credentials ?? {};
    const state = async (): Promise<unknown> =>
      Promise.all(
        ['getblockcount', 'listwallets', 'getrawmempool', 'listbanned'].map(async (method) => {
          const { durationMs: _, ...reply } = (await client.call(method, [])) as { durationMs: number };
          return reply;
        }),
      );
    const before = await state();
    const remote = await openTarget(client.address, { env: { PYX_RPC_USER: user, PYX_RPC_PASSWORD: password } });
    const { absent, checked } = await learnt(remote, allCases(specification));
    expect({ absent, failed: checked.failed }).toEqual({ absent: [], failed: 0 });
    expect(checked.cases).toBeGreaterThan(40);
    expect(await state()).toEqual(before);
  } finally {
    await embedded.close();
  }
});
