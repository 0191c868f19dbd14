import { stringify } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { ofMasternodes, textOf } from '../../support/masternodes.ts';
import { rule } from '../rule.ts';
import { confMistakeCases } from '../support/masternode-conf-mistakes.ts';

export const masternodeListConfRules: readonly Case[] = [
  rule({
    ...ofMasternodes,
    rule: ['masternode-list-conf/as-json', 'masternode-list-conf/configured'],
    effect: ['read', 'secret'],
    run: async (t) => {
      const { configured } = await t.world.use('masternodes');
      const shown = stringify((await t.result('masternode list-conf')) as Wire);
      for (const { name, txid, address } of configured) {
        for (const [what, text] of [
          ['name', name],
          ['collateral', txid],
          ['address', address],
        ] as const) {
          t.ok(shown.includes(text), `masternode list-conf does not show the ${what} ${text} of masternode.conf`, { check: what });
        }
      }
    },
  }),
  rule({
    ...ofMasternodes,
    rule: 'masternode-list-conf/as-json',
    case: 'entries',
    effect: ['read', 'secret'],
    run: async (t) => {
      const { configured } = await t.world.use('masternodes');
      const conf = (await t.result('masternode list-conf')) as Wire;
      for (const { name, address, privateKey, txid, vout } of configured) {
        const entry = entryOf(conf, txid) ?? null;
        if (entry === null) t.inapplicable('masternode list-conf has no entry for each masternode: the documents do not show its form');
        const values = [...new Set(leavesOf(entry).flatMap((leaf) => [leaf, ...leaf.split(/[\s-]/)]))];
        for (const [what, value] of [
          ['address', address],
          ['private key', privateKey],
          ['output index', String(vout)],
        ] as const) {
          t.ok(values.includes(value), `masternode list-conf does not show with the collateral of ${name} its ${what}`, {
            check: 'entry',
            path: what,
          });
        }
      }
    },
  }),
  rule({
    rule: 'masternode-list-conf/as-json',
    case: 'without-file',
    effect: ['read', 'secret'],
    run: async (t) => {
      if (!t.target.capabilities.startNodes)
        t.inapplicable('Pyx did not start the node, and does not know whether it has a masternode.conf');
      const conf = (await t.result('masternode list-conf')) as Wire;
      const shown = leavesOf(conf).filter((leaf) => /[0-9a-f]{64}/i.test(leaf));
      t.equal(shown, [], 'the collaterals that masternode list-conf shows of a node without a masternode.conf');
    },
  }),
  ...confMistakeCases,
];

/** The texts and numbers in a value, as texts. */
function leavesOf(value: Wire): string[] {
  if (value === null || typeof value !== 'object') return [textOf(value)];
  return Object.values(value).flatMap((member) => leavesOf(member as Wire));
}

/** The smallest object or list that has a text with a transaction id. */
function entryOf(value: Wire, txid: string): Wire | undefined {
  if (value === null || typeof value !== 'object') return undefined;
  for (const member of Object.values(value)) {
    const found = entryOf(member as Wire, txid);
    if (found !== undefined) return found;
  }
  return Object.values(value).some((member) => typeof member === 'string' && member.includes(txid)) ? value : undefined;
}
