import { expect, test } from 'vitest';
import type { Wire } from '../specs/model/wire.ts';
import { openEmbeddedTarget } from '../fixtures/targets/embedded-target.ts';
import { specification } from '../specs/model/specification.ts';
import { allCases } from '../suites/catalog.ts';
import { readTargetFile } from '../engine/target-file.ts';
import type { Case } from '../engine/case.ts';
import type { Outcome } from '../engine/outcome.ts';
import type { Fault } from './support/fault-proxy.ts';
import { ProxiedTarget } from './support/proxied-target.ts';
import { outcomeText, tryCases } from './support/try-cases.ts';

const coindFile = readTargetFile('coind');
const casesOf = (fits: (testCase: Case) => boolean): Case[] =>
  allCases(specification).filter((testCase) => testCase.profile === 'default' && testCase.ownNode !== true && fits(testCase));

async function outcomesUnder(fault: Fault, cases: readonly Case[]): Promise<Outcome[]> {
  const target = new ProxiedTarget(openEmbeddedTarget(), fault);
  try {
    return [...(await tryCases(cases, target, 6, { file: coindFile })).values()];
  } finally {
    await target.close();
  }
}

const withStatus = (outcomes: readonly Outcome[], status: Outcome['status']): Outcome[] =>
  outcomes.filter((outcome) => outcome.status === status);

test('a world that cannot be made is one finding, and no case retries it', async () => {
  let calls = 0;
  const signsNothing: Fault = {
    name: 'signs nothing',
    answer: (answer, { method, params: [hex = ''] }) => {
      calls += 1;
      if (method !== 'signrawtransactionwithwallet' || answer.error !== null) return undefined;
      return { ...answer, result: { ...(answer.result as { [name: string]: Wire }), hex, complete: false } };
    },
  };
  const cases = casesOf(({ id }) =>
    /^(methods|rules)\/(gettransaction|getrawtransaction|listsinceblock)\/|^invariants\/wallet-(balances|received)\//.test(id),
  );
  expect(cases.length).toBeGreaterThan(80);
  const outcomes = await outcomesUnder(signsNothing, cases);
  const failed = withStatus(outcomes, 'failed');
  expect(failed.length, failed.map((outcome) => `${outcome.id} ${outcomeText(outcome)}`).join('\n')).toBeGreaterThan(0);
  expect(failed.length, failed.map((outcome) => `${outcome.id} ${outcomeText(outcome)}`).join('\n')).toBeLessThan(6);
  for (const { findings } of failed) expect(findings[0]?.message).toContain('the wallet has not signed all inputs');
  const skipped = withStatus(outcomes, 'skipped');
  expect(skipped.length).toBeGreaterThan(50);
  for (const { reason, id } of skipped) expect(reason, id).toContain('a prerequisite of the case could not be made: ');
  expect(calls).toBeLessThan(2_000);
});

test('a wallet that lists one entry for each transaction fails only the cases of its lists, and costs the others no blocks', async () => {
  let blocks = 0;
  const listsOneEntry: Fault = {
    name: 'lists one entry for each transaction',
    answer: (answer, { method }) => {
      if (method === 'generatetoaddress' && Array.isArray(answer.result)) blocks += answer.result.length;
      if (method !== 'gettransaction' || answer.error !== null) return undefined;
      const result = answer.result as { readonly details: Wire[] };
      return { ...answer, result: { ...result, details: result.details.slice(0, 1) } };
    },
  };
  const others = allCases(specification).filter(({ id }) =>
    /^(rules\/masternode-outputs|methods\/(createrawtransaction|getrawtransaction|gettxout|signrawtransactionwithwallet|lockunspent|masternode-outputs|masternode-list-conf))\//.test(
      id,
    ),
  );
  const outcomes = await outcomesUnder(listsOneEntry, others);
  expect(outcomes.length).toBeGreaterThan(100);
  const untried = outcomes.filter(({ status }) => status !== 'passed' && status !== 'observed');
  expect(untried.map((outcome) => `${outcome.id} ${outcomeText(outcome)}`)).toEqual([]);
  // The funds of two worlds with their maturity, the confirmations of the masternodes, and a block for each split of the pool.
  expect(blocks).toBeLessThan(600);
});

test('a sendmany that returns a txid and sends nothing is found', async () => {
  const sendsNothing: Fault = { name: 'sends nothing', swallow: ({ method }) => (method === 'sendmany' ? '5a'.repeat(32) : undefined) };
  const outcomes = await outcomesUnder(
    sendsNothing,
    casesOf(({ id }) => /^(methods|rules)\/sendmany\//.test(id)),
  );
  expect(
    withStatus(outcomes, 'failed').length,
    outcomes.map((outcome) => `${outcome.id} ${outcomeText(outcome)}`).join('\n'),
  ).toBeGreaterThan(0);
});

test.each([
  ['the first', (names: readonly Wire[]) => names.slice(1)],
  ['the last', (names: readonly Wire[]) => names.slice(0, -1)],
  ['the second', (names: readonly Wire[]) => names.filter((_, index) => index !== 1)],
])('a listwallets that leaves out %s wallet is found', async (_, leaveOut) => {
  const forgets: Fault = {
    name: 'leaves one wallet out',
    answer: (answer, { method }) =>
      method === 'listwallets' && Array.isArray(answer.result) && answer.result.length > 1
        ? { ...answer, result: leaveOut(answer.result) }
        : undefined,
  };
  const outcomes = await outcomesUnder(
    forgets,
    casesOf(({ id }) => /^rules\/(listwallets|loadwallet|unloadwallet)\//.test(id)),
  );
  expect(
    withStatus(outcomes, 'failed').length,
    outcomes.map((outcome) => `${outcome.id} ${outcomeText(outcome)}`).join('\n'),
  ).toBeGreaterThan(0);
});
