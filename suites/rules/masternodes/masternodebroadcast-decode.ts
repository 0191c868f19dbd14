import { stringify } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import { broadcastIn, ofMasternodes } from '../../support/masternodes.ts';
import { rule } from '../rule.ts';

export const masternodebroadcastDecodeRules: readonly Case[] = [
  rule({
    ...ofMasternodes,
    rule: 'masternodebroadcast-decode/what-was-created',
    effect: ['read'],
    uses: ['masternodebroadcast create-name'],
    run: async (t) => {
      for (const { name, txid, vout, address } of (await t.world.use('masternodes')).configured) {
        const hex = broadcastIn(t, await t.result('masternodebroadcast create-name', { name }));
        const decoded = stringify(await t.result('masternodebroadcast decode', { hex }));
        const [, index] = new RegExp(`${txid}"?\\s*[-:,]\\s*(?:"[^"]*"\\s*:\\s*)?"?(\\d+)`).exec(decoded) ?? [];
        t.ok(decoded.includes(txid), `the decoded broadcast of ${name} does not name its collateral ${txid}`, { check: 'collateral' });
        // Written otherwise, the index of the output is not judged.
        if (index !== undefined) t.equal(Number(index), vout, `the index of the collateral in the decoded broadcast of ${name}`);
        if (/\d+\.\d+\.\d+\.\d+:\d+/.test(decoded))
          t.ok(decoded.includes(address), `the decoded broadcast of ${name} has another address than ${address}`, { check: 'address' });
      }
    },
  }),
];
