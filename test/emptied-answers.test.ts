import { expect, test } from 'vitest';
import { specification } from '../specs/model/specification.ts';
import { allCases } from '../suites/catalog.ts';
import { itemPlaces, placeName, tryEmptied } from './support/emptied-answers.ts';

/** Cases that passed without the items that they are about, before they said so or failed. */
const MENDED: ReadonlySet<string> = new Set([
  'invariants/chain-stats/sizes',
  'invariants/masternode-values/ranks',
  'invariants/mempool-entries/ancestors',
  'invariants/mempool-entries/bytes',
  'invariants/mempool-entries/inverse',
  'invariants/mempool-entries/parents',
  'invariants/mempool-entries/wtxid',
  'invariants/network-peers/totals',
  'invariants/recomputed-blocks/proof-of-several',
  'invariants/recomputed-transactions/unspent',
  'invariants/recomputed-transactions/wallet-copy',
  'invariants/wallet-transactions/replaceable',
  'rules/abandontransaction/not-in-block-or-pool',
  'rules/assetnew/signs-and-broadcasts',
  'rules/getsuperblockbudget/paid-in-superblocks',
  'rules/masternodelist/full-columns',
  'rules/masternodelist/info-columns',
  'rules/scantxoutset/raw',
  'rules/verifytxoutproof/best-chain',
]);

// emptied-answers.long.test.ts tries all cases.
test('no case passes without the items that it is about: the first generated ones of each list, and mended ones', async () => {
  const lists = itemPlaces.filter(({ pattern }) => pattern === '');
  const methods = new Set(lists.map(({ method }) => method.id));
  const all = allCases(specification);
  const mended = all.filter(({ id }) => MENDED.has(id));
  expect(mended).toHaveLength(MENDED.size);
  const generated = all.filter(
    ({ suite, method, kind, id }) =>
      suite === 'methods' &&
      methods.has(method ?? '') &&
      (['required-only', 'all-given'].includes(kind) || /\/enum\/(mode|command|verbose)=/.test(id)),
  );
  const { wronglyPassed, reached, failed, nothingToJudge } = await tryEmptied([...generated, ...mended], { jobs: 2, seed: 3 });
  expect(wronglyPassed).toEqual([]);
  expect(lists.map(placeName).filter((name) => !reached.has(name))).toEqual([]);
  expect(failed).toBeGreaterThan(40);
  expect(nothingToJudge).toBeGreaterThan(20);
});
