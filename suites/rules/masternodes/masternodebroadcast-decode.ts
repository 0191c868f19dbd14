import { stringify } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { publicKeyOfWif } from '../../../oracles/addresses.ts';
import { broadcastIn, ofMasternodes } from '../../support/masternodes.ts';
import { rule } from '../rule.ts';

export const masternodebroadcastDecodeRules: readonly Case[] = [
  rule({
    ...ofMasternodes,
    rule: 'masternodebroadcast-decode/what-was-created',
    effect: ['read'],
    uses: ['masternodebroadcast create-name'],
    run: async (t) => {
      const parameters = await t.world.use('chainParameters');
      for (const { name, txid, vout, address, privateKey } of (await t.world.use('masternodes')).configured) {
        const hex = broadcastIn(t, await t.result('masternodebroadcast create-name', { name }));
        const decoded = stringify(await t.result('masternodebroadcast decode', { hex }));
        const [, index] = new RegExp(`${txid}"?\\s*[-:,]\\s*(?:"[^"]*"\\s*:\\s*)?"?(\\d+)`).exec(decoded) ?? [];
        t.ok(decoded.includes(txid), `the decoded broadcast of ${name} does not name its collateral ${txid}`, { check: 'collateral' });
        // Written otherwise, the index of the output is not judged.
        if (index !== undefined) t.equal(Number(index), vout, `the index of the collateral in the decoded broadcast of ${name}`);
        if (/\d+\.\d+\.\d+\.\d+:\d+/.test(decoded))
          t.ok(decoded.includes(address), `the decoded broadcast of ${name} has another address than ${address}`, { check: 'address' });
        const key = toHex(publicKeyOfWif(privateKey, parameters));
        if (/"0[23][0-9a-f]{64}"/.test(decoded))
          t.ok(decoded.includes(key), `the decoded broadcast of ${name} shows public keys, without ${key}, that of its private key`, {
            check: 'entry',
          });
      }
    },
  }),
];
