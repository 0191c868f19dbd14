import { expect, test } from 'vitest';
import { foundShare, tallyOf } from '../../reports/selfcheck/tally.ts';
import { needs } from '../require.ts';
import { inFolder, pyx } from './pyx.ts';
import { selfcheckIn } from './selfcheck-sample.ts';

/** Methods with fields in their results. */
export const WITH_FIELDS: readonly string[] = [
  'addmultisigaddress',
  'decodepsbt',
  'decoderawtransaction',
  'decodescript',
  'fundrawtransaction',
  'getaddressesbylabel',
  'getaddressinfo',
  'getblock',
  'getblockchaininfo',
  'getblockheader',
  'getblockstats',
  'getchaintips',
  'getchaintxstats',
  'getmempoolancestors',
  'getmempoolentry',
  'getmempoolinfo',
  'getnettotals',
  'getnetworkinfo',
  'getrawmempool',
  'getrawtransaction',
  'gettransaction',
  'gettxout',
  'gettxoutsetinfo',
  'getwalletinfo',
  'listreceivedbyaddress',
  'listsinceblock',
  'listtransactions',
  'listunspent',
  'scantxoutset',
  'signrawtransactionwithwallet',
  'testmempoolaccept',
  'walletcreatefundedpsbt',
];

/** Makes a test: each documented field that litecoind drops from a result of these methods is missed. `least`: of so many. */
export function testDropped(title: string, methods: readonly string[], least: number): void {
  test(title, async (ctx) => {
    await needs(ctx, 'litecoind');
    await inFolder(async (folder) => {
      const args = ['--target', 'process:litecoind', '--operator', 'answer/dropped', '--method', methods.join(), '--seed', '21'];
      const { code, stdout, stderr } = await pyx(['selfcheck', ...args, '--out', folder]);
      expect(code, stdout + stderr).toBe(0);
      const { faults, cases, complete, internalErrors } = selfcheckIn(folder);
      expect({ complete, internalErrors, failed: cases.failed }).toEqual({ complete: true, internalErrors: [], failed: [] });
      expect(faults.filter(({ status }) => status === 'found').length).toBeGreaterThanOrEqual(least);
      expect(foundShare(tallyOf(faults)), stdout).toBe(1);
    });
  });
}
