import { expect, test } from 'vitest';
import { openEmbeddedTarget } from '../../fixtures/targets/embedded-target.ts';
import { specification } from '../../specs/model/specification.ts';
import { allCases } from '../../suites/catalog.ts';
import { matcher } from '../../engine/pattern.ts';
import type { Case } from '../../engine/case.ts';
import type { Status } from '../../engine/outcome.ts';
import { OtherRelease } from './other-release.ts';
import { outcomeText, tryCases } from './try-cases.ts';

/** Behaviour of this release that differs from earlier assumptions of Pyx, besides the methods of document 3. */
const CONCERNED = [
  'envelope/params-positional',
  'invariants/chain-links/*',
  'invariants/recomputed-blocks/*',
  'invariants/mempool-passage/*',
  'rules/getblock/*',
  'rules/getblockheader/*',
  'rules/getblockchaininfo/*',
  'rules/getchaintips/*',
  'rules/preciousblock/*',
  'rules/gettxoutproof/*',
  'rules/verifytxoutproof/*',
  'rules/scantxoutset/*',
  'rules/testmempoolaccept/*',
  'rules/createrawtransaction/*',
  'rules/getaddressinfo/hdseedid',
  'rules/sethdseed/*',
  'methods/createpsbt/*',
  'methods/createrawtransaction/*',
  'methods/walletcreatefundedpsbt/*',
  'methods/sethdseed/*',
  'methods/testmempoolaccept/*',
  'methods/verifytxoutproof/*',
  'rules/importprunedfunds/*',
  'rules/tpstest*',
  'rules/errors/tpstestsetenabled-option',
].map(matcher);

const isConcerned = ({ id, method }: Case): boolean =>
  CONCERNED.some((matches) => matches(id)) ||
  (method !== null && id.startsWith('methods/') && specification.method(method).source.document === 3);

/** Expected statuses of some cases; inapplicable ones with a part of the reason. */
const expected: Readonly<Record<string, readonly [Status, string?]>> = {
  // With living values
  'methods/assetnew/required-only': ['passed'],
  'methods/assetnew/with-all': ['passed'],
  'methods/assetnew/with/auxfee_details': ['passed'],
  'methods/assetinfo/required-only': ['passed'],
  'methods/assetsend/required-only': ['passed'],
  'methods/assetallocationburn/form/amount=string': ['passed'],
  'methods/coindecoderawtransaction/required-only': ['passed'],
  'methods/coinsetextheaders/required-only': ['passed'],
  'methods/coinsetextstatus/enum/syncing_status=synced': ['passed'],
  'methods/getsuperblockbudget/required-only': ['passed'],
  'methods/gobject-check/required-only': ['passed'],
  // By the path of the wallet, and from the default wallet
  'methods/gobject-prepare/required-only': ['passed'],
  'methods/gobject-submit/required-only': ['passed'],
  'methods/coinlistreceivedbyaddress/required-only': ['passed'],
  // With the option that is required, and refused without it
  'methods/tpstestsetenabled/enum/enabled=true': ['passed'],
  'methods/tpstestadd/with/raw-transactions': ['passed'],
  'rules/tpstestadd/queues': ['passed'],
  'rules/tpstestadd/zero-waits': ['passed'],
  'rules/tpstestsetenabled/switches': ['passed'],
  'rules/tpstestinfo/of-receiver': ['observed'],
  'rules/tpstestadd/second-start': ['observed'],
  'rules/errors/tpstestsetenabled-option': ['passed'],
  // Without living values
  'methods/gobject-get/required-only': ['inapplicable', 'gobject submit does not return a hash'],
  'methods/voteraw/enum/outcome=yes': ['inapplicable', 'masternode outputs lists no output'],
  'methods/coinmint/required-only': ['inapplicable', 'no document describes burns'],
  'methods/cointxfund/required-only': ['inapplicable', 'the node refused with -22'],
  'methods/masternode-outputs/required-only': ['inapplicable', 'masternode outputs lists no output'],
  'methods/masternode-start-all/required-only': ['inapplicable', 'masternode outputs lists no output'],
  'methods/masternode-status/required-only': ['inapplicable', 'masternode outputs lists no output'],
  'methods/coinstartextclient/required-only': ['inapplicable', 'refused with -1'],
  'methods/gobject-get/missing/governance-hash': ['passed'],
  // The chain
  'envelope/params-positional': ['passed'],
  'invariants/chain-links/verbosities': ['passed'],
  'invariants/recomputed-blocks/proof': ['passed'],
  'rules/preciousblock/received-first': ['inapplicable', 'does not store a block made by Pyx (submitblock: invalid-auxpow)'],
  'rules/getchaintips/invalid': ['inapplicable', 'invalid-auxpow'],
  'rules/getchaintips/valid-fork': ['passed'],
  'rules/getblockchaininfo/prune-target-size': ['passed'],
  'rules/getaddressinfo/hdseedid': ['passed'],
  'rules/scantxoutset/sh-multi': ['passed'],
  'methods/createpsbt/enum/replaceable=false': ['passed'],
  'methods/createrawtransaction/default/replaceable': ['passed'],
  'methods/walletcreatefundedpsbt/enum/options.replaceable=false': ['passed'],
  'rules/testmempoolaccept/reject-reason': ['observed'],
};

/** Makes the test of another release, with all the cases that it concerns, or with those above and the I-th of N parts of the others. */
export function testOtherRelease({ index, total } = { index: 1, total: 1 }): void {
  test('a release with different answers in undocumented places has no false failure', async () => {
    const embedded = openEmbeddedTarget();
    const target = new OtherRelease(embedded);
    try {
      const concerned = allCases(specification).filter(isConcerned);
      expect(concerned.length).toBeGreaterThan(900);
      const cases = concerned.filter(({ id }, at) => Object.hasOwn(expected, id) || at % total === index - 1);
      const outcomes = await tryCases(cases, target, 7, { jobs: 2, file: { file: '', name: 'of no release' } });
      const bad = [...outcomes.values()].filter(({ status }) => status === 'failed' || status === 'unstable' || status === 'skipped');
      expect(bad.map((outcome) => `${outcome.id}: ${outcomeText(outcome)}`)).toEqual([]);
      const said = (
        { status, reason = '' }: { readonly status: string; readonly reason?: string | undefined },
        part: string | undefined,
      ): string => `${status} ${part !== undefined && reason.includes(part) ? part : reason}`.trim();
      const seen = Object.keys(expected).map((id) => {
        const outcome = outcomes.get(id);
        return `${id}: ${outcome ? said(outcome, expected[id]?.[1]) : 'not tried'}`;
      });
      expect(seen).toEqual(Object.entries(expected).map(([id, [status, part]]) => `${id}: ${said({ status, reason: part }, part)}`));
    } finally {
      await target.close();
    }
  });
}
