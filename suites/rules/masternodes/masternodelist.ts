import type { RuleId } from '../../../specs/model/generated/ids.d.ts';
import type { Case } from '../../../engine/case.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { addressOfKey, publicKeyOfWif } from '../../../oracles/addresses.ts';
import { CaseOver, type Trial } from '../../../engine/trial.ts';
import { keyOf, listed, listModes, ofMasternodes, textOf, valueIn, type Listed, type ListMode } from '../../support/masternodes.ts';
import { rule } from '../rule.ts';
import { columnCases } from '../support/masternode-columns.ts';
import { compareFiltered, filtered, matchOf, partOf } from '../support/masternode-filters.ts';
import { startedApartCase } from '../support/masternodes-started-apart.ts';
import { statusCases } from '../support/masternode-status.ts';

const reading = { ...ofMasternodes, effect: ['read'] } as const;

/** A value of the list, as the filter of a mode matches it: of a JSON value a text in it. */
function valueOf(t: Trial, list: Listed): string {
  const values = Object.values(list);
  if (!t.ok(values.length > 0, 'masternodelist lists no masternode, although some were started', { check: 'presence' }))
    throw new CaseOver();
  const value = t.random.pick(values);
  if (value === null || typeof value !== 'object') return textOf(value);
  return t.random.pick(Object.values(value).filter((each) => typeof each === 'string')) as string;
}

const filterRules = Object.entries(filtered).map(([mode, match]) =>
  rule({
    ...reading,
    rule: `masternodelist/filter-${mode}` as RuleId,
    run: async (t) => {
      await t.world.use('startedMasternodes');
      const list = await listed(t, mode as ListMode);
      const value = valueOf(t, list);
      await compareFiltered(t, mode as ListMode, match, value);
      await compareFiltered(t, mode as ListMode, match, partOf(t, value));
      // A value that is nowhere.
      await compareFiltered(t, mode as ListMode, match, `${value}\u00a0`);
    },
  }),
);

export const masternodelistRules: readonly Case[] = [
  rule({
    ...reading,
    rule: 'masternodelist/default-filter',
    run: async (t) => {
      const { configured } = await t.world.use('startedMasternodes');
      for (const mode of listModes) {
        const { txid, name } = t.random.pick(configured);
        const found = Object.keys(await listed(t, mode, txid.slice(t.random.integer(0, 20), t.random.integer(40, 64))));
        t.ok(
          found.some((key) => key.includes(txid)),
          `masternodelist ${mode} with a part of the outpoint of ${name} does not list it`,
          { check: `outpoint-${mode}` },
        );
        await compareFiltered(t, mode, matchOf(mode), t.random.hex(8));
      }
    },
  }),
  rule({
    ...reading,
    rule: 'masternodelist/default-filter',
    case: 'not-the-value',
    run: async (t) => {
      await t.world.use('startedMasternodes');
      for (const mode of listModes.filter((each) => !(each in filtered))) {
        const value = valueOf(t, await listed(t, mode));
        await compareFiltered(t, mode, 'none', value);
        if (value.length > 1) await compareFiltered(t, mode, 'none', partOf(t, value));
      }
    },
  }),
  rule({
    ...reading,
    rule: 'masternodelist/filter-after-mode',
    run: async (t) => {
      const { own, configured } = await t.world.use('startedMasternodes');
      if (configured.length < 2) t.inapplicable('one masternode alone shows no filter');
      const answer = await t.call('masternodelist', { mode: own.txid });
      if (!answer.ok) return t.judged();
      const shown = textOf(answer.result);
      const isFiltered = shown.includes(own.txid) && configured.every(({ txid }) => txid === own.txid || !shown.includes(txid));
      t.ok(!isFiltered, 'masternodelist took its first argument as a filter');
    },
  }),
  ...filterRules,
  rule({
    ...reading,
    rule: 'masternodelist/pubkey-is-masternode-key',
    run: async (t) => {
      const { configured } = await t.world.use('startedMasternodes');
      const parameters = await t.world.use('chainParameters');
      for (const { name, privateKey, ...masternode } of configured) {
        const publicKey = publicKeyOfWif(privateKey, parameters);
        // The documents do not show in which form.
        const forms = [toHex(publicKey), addressOfKey(publicKey, 'legacy', parameters), addressOfKey(publicKey, 'bech32', parameters)];
        const shown = await valueIn(t, 'pubkey', { name, privateKey, ...masternode });
        t.ok(forms.includes(shown), `masternodelist pubkey shows ${shown} for ${name}, expected the key of its private key, ${forms[0]}`);
      }
    },
  }),
  rule({
    ...reading,
    rule: 'masternodelist/rank-by-block',
    effect: ['chain'],
    run: async (t) => {
      const { configured } = await t.world.use('startedMasternodes');
      if (configured.length < 2) t.inapplicable('one masternode alone has no order');
      const order = async (): Promise<string> => {
        const list = await listed(t, 'rank');
        return configured.map((masternode) => textOf(list[keyOf(t, list, masternode)]!)).join(' ');
      };
      const first = await order();
      t.equal(await order(), first, 'the ranks at the same block (compared with the call before)', { check: 'same-block' });
      for (let blocks = 1; blocks <= MAX_BLOCKS; blocks++) {
        await t.world.mine(1);
        if ((await order()) !== first) return;
      }
      t.ok(false, `the ranks ${first} did not change within ${MAX_BLOCKS} blocks`);
    },
  }),
  ...columnCases,
  ...statusCases,
  startedApartCase,
];

/** Two masternodes keep their order over so many blocks once in 2^30 times. */
const MAX_BLOCKS = 30;
