import { expect, test } from 'vitest';
import { openTarget } from '../fixtures/targets/open-target.ts';
import { openEmbeddedTarget } from '../fixtures/targets/embedded-target.ts';
import { sendTransaction } from '../fixtures/world/ingredients/sending.ts';
import { signed } from '../fixtures/world/ingredients/signing.ts';
import type { Case } from '../engine/case.ts';
import type { Trial } from '../engine/trial.ts';
import { payWithFee } from '../suites/rules/support/fees.ts';
import { transactionIn } from '../suites/support/bridge.ts';
import { specification } from '../specs/model/specification.ts';
import { allCases } from '../suites/catalog.ts';
import { needs } from './require.ts';
import type { Target } from '../fixtures/targets/types.ts';
import type { Fault } from './support/fault-proxy.ts';
import { ProxiedTarget } from './support/proxied-target.ts';
import { lies } from './support/lies.ts';
import { coindUnobserved, outcomeText, tryCases } from './support/try-cases.ts';
import { lostBy } from './support/try-lie.ts';

const casesLike = (pattern: RegExp) => allCases(specification).filter(({ id }) => pattern.test(id));

/** What becomes of the only case of this id on a node on which `prepare` did something before. */
async function outcomeAfter(
  pattern: RegExp,
  prepare: (t: Trial) => Promise<unknown>,
  target: Target = openEmbeddedTarget(),
): Promise<string[]> {
  try {
    const cases = casesLike(pattern).map((testCase): Case => ({
      ...testCase,
      run: async (t) => {
        await prepare(t);
        await testCase.run(t);
      },
    }));
    return [...(await tryCases(cases, target, 1, { file: coindUnobserved })).values()].map(outcomeText);
  } finally {
    await target.close();
  }
}

test('the sum of coins is judged without what other cases left in the memory pool', async () => {
  const burn = async (t: Trial): Promise<void> => {
    await t.world.use('funds');
    const answer = await t.result('coinburn', { amount: '5', burn_to_bridged: false, ext_destination_address: t.random.hex(20) });
    await sendTransaction(t.world, await signed(t.world, await transactionIn(t, answer)));
  };
  expect(await outcomeAfter(/^invariants\/coin-supply\/transfers$/, burn)).toEqual(['passed']);
});

test('feerates of a block are right by sizes that are rounded up or not, also beside a payment of another case that pays much', async () => {
  expect(await outcomeAfter(/^rules\/getblockstats\/per-vbyte$/, (t) => payWithFee(t, 1_000_000n))).toEqual(['passed']);
});

test('the new feerate of bumpfee is compared with what the wallet pays at that moment: its estimate changes with each block', async () => {
  /** Stands for a change of the estimate after the funds are there and before the fee is raised. */
  const changes: Fault = {
    name: 'the fee of the wallet changes',
    instead: async ({ method, params, path }, ask) => {
      if (method !== 'createrawtransaction') return undefined;
      await ask('settxfee', [0], path);
      return ask(method, params, path);
    },
  };
  const paysMuch = async (t: Trial): Promise<void> => {
    await t.world.use('funds');
    await t.world.result('settxfee', { amount: '0.0009' });
  };
  expect(await outcomeAfter(/^rules\/bumpfee\/estimate$/, paysMuch, new ProxiedTarget(openEmbeddedTarget(), changes))).toEqual(['passed']);
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
