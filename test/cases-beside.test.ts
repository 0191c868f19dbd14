import { expect, test } from 'vitest';
import { openTarget } from '../fixtures/targets/open-target.ts';
import { openEmbeddedTarget } from '../fixtures/targets/embedded-target.ts';
import { sendTransaction } from '../fixtures/world/ingredients/sending.ts';
import { signed } from '../fixtures/world/ingredients/signing.ts';
import type { Case } from '../engine/case.ts';
import { transactionIn } from '../suites/support/bridge.ts';
import { specification } from '../specs/model/specification.ts';
import { allCases } from '../suites/catalog.ts';
import { needs } from './require.ts';
import { lies } from './support/lies.ts';
import { coindUnobserved, outcomeText, tryCases } from './support/try-cases.ts';
import { lostBy } from './support/try-lie.ts';

const casesLike = (pattern: RegExp) => allCases(specification).filter(({ id }) => pattern.test(id));

/** The case, after a burn that waits in the memory pool. */
const afterBurn = (testCase: Case): Case => ({
  ...testCase,
  run: async (t) => {
    await t.world.use('funds');
    const burn = await t.result('coinburn', { amount: '5', burn_to_bridged: false, ext_destination_address: t.random.hex(20) });
    await sendTransaction(t.world, await signed(t.world, await transactionIn(t, burn)));
    await testCase.run(t);
  },
});

test('the sum of coins is judged without what other cases left in the memory pool', async () => {
  const target = openEmbeddedTarget();
  try {
    const cases = casesLike(/^invariants\/coin-supply\/transfers$/).map(afterBurn);
    const outcomes = await tryCases(cases, target, 1, { file: coindUnobserved });
    expect([...outcomes.values()].map(outcomeText)).toEqual(['passed']);
  } finally {
    await target.close();
  }
});

test('a wrong answer of sendrawtransaction costs no case whose payments Pyx makes', async () => {
  const lie = lies.find(({ method }) => method === 'sendrawtransaction');
  if (lie === undefined) throw new Error('there is no such lie');
  const cases = casesLike(/^(invariants\/(wallet-lists|raw-funding|wallet-labels)|rules\/(scantxoutset|bumpfee|lockunspent))\//).filter(
    ({ uses }) => !uses.includes('sendrawtransaction'),
  );
  expect(cases.length).toBeGreaterThan(50);
  expect(await lostBy(lie, cases)).toEqual([]);
});

test('a connection that was closed a moment ago is not taken for open', async (ctx) => {
  await needs(ctx, 'litecoind');
  const target = await openTarget('process:litecoind', { env: {} });
  try {
    const cases = casesLike(/^(methods\/disconnectnode\/variant\/by-nodeid|invariants\/network-peers\/blocks)$/);
    const outcomes = await tryCases(cases, target, 2);
    expect([...outcomes.values()].map((outcome) => `${outcome.id} ${outcomeText(outcome)}`)).toEqual([
      'methods/disconnectnode/variant/by-nodeid passed',
      'invariants/network-peers/blocks passed',
    ]);
  } finally {
    await target.close();
  }
});
