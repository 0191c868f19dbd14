import { stringify } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import {
  keyOf,
  listed,
  listModes,
  numbersIn,
  readsMasternodes,
  textOf,
  valueIn,
  withOneEnabled,
  type ListMode,
} from '../../support/masternodes.ts';
import { withMockTime } from '../../support/mock-time.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { columnsOf } from '../../../specs/model/walk.ts';
import { invariant } from '../invariant.ts';

const ATTEMPTS = 3;
/** A masternode pings at least so often. */
const PING_AFTER_S = 11 * 60;
const PINGED_WITHIN_MS = 20_000;
/** Of sentinelstate in mode info. */
const STATE_COLUMN = 6;
/** Of the index of an output, as text. */
const MAX_INDEX_LENGTH = 10;
/** Modes whose value the JSON of a masternode has too. They change with the chain alone, or with an announcement. */
const inJson = [
  'addr',
  'daemon',
  'lastpaidblock',
  'lastpaidtime',
  'payee',
  'protocol',
  'pubkey',
  'sentinel',
] as const satisfies readonly ListMode[];

/** No sentence says so, but the words do. */
const byMeaning = (meaning: string) => ({ evidence: 'standard', source: `the meaning of the names in document 3: ${meaning}` }) as const;

export const masternodeValueInvariants: readonly Case[] = [
  invariant({
    ...readsMasternodes,
    ...byMeaning('a value of a masternode is the same in all modes'),
    id: 'masternode-values/json',
    text: 'Mode json of masternodelist shows the values that the other modes show.',
    methods: ['masternodelist'],
    run: async (t) => {
      const { configured } = await t.world.use('startedMasternodes');
      for (const mode of inJson) {
        const missing = async (): Promise<string[]> => {
          const [json, values] = [await listed(t, 'json'), await listed(t, mode)];
          return configured.flatMap((masternode) => {
            const value = textOf(values[keyOf(t, values, masternode)]!);
            const shown = Object.values((json[keyOf(t, json, masternode)] ?? {}) as { readonly [name: string]: Wire }).map(textOf);
            return shown.includes(value) ? [] : [`json shows ${shown.join(', ')} for ${masternode.name}, without ${value} of mode ${mode}`];
          });
        };
        let found = await missing();
        for (let attempt = 1; attempt < ATTEMPTS && found.length > 0; attempt++) found = await missing();
        for (const difference of found) t.ok(false, difference, { check: `mode-${mode}` });
      }
    },
  }),
  invariant({
    ...readsMasternodes,
    id: 'masternode-values/address',
    text: 'Mode addr of masternodelist shows the address that masternode.conf has.',
    methods: ['masternodelist'],
    run: async (t) => {
      const { configured } = await t.world.use('startedMasternodes');
      const list = await listed(t, 'addr');
      for (const masternode of configured)
        t.equal(
          textOf(list[keyOf(t, list, masternode)]!),
          masternode.address,
          `the address of ${masternode.name}, compared with masternode.conf`,
        );
    },
  }),
  invariant({
    ...readsMasternodes,
    id: 'masternode-values/one-outpoint',
    text: 'The whole outpoint as a filter selects its masternode alone, in every mode.',
    methods: ['masternodelist'],
    run: async (t) => {
      const { configured } = await t.world.use('startedMasternodes');
      const masternode = t.random.pick(configured);
      const key = keyOf(t, await listed(t, 'status'), masternode);
      for (const mode of listModes)
        t.equal(Object.keys(await listed(t, mode, key)), [key], `what mode ${mode} lists with the filter ${key}`, {
          check: `mode-${mode}`,
        });
    },
  }),
  invariant({
    ...readsMasternodes,
    ...byMeaning('a rank is a place in an order'),
    id: 'masternode-values/ranks',
    text: 'No two masternodes have the same rank.',
    methods: ['masternodelist'],
    run: async (t) => {
      await t.world.use('startedMasternodes');
      const ranks = Object.values(await listed(t, 'rank')).map(textOf);
      if (ranks.length < 2) t.sawNothing('second rank');
      t.equal(new Set(ranks).size, ranks.length, `the number of different ranks among ${ranks.join(', ')}`);
    },
  }),
  invariant({
    ...readsMasternodes,
    ...byMeaning('json and all are formats of the same counts'),
    id: 'masternode-values/count-all',
    text: 'masternode count shows in both formats the same counts.',
    methods: ['masternode count'],
    run: async (t) => {
      await t.world.use('startedMasternodes');
      const differences = async (): Promise<number[]> => {
        const json = numbersIn(await t.result('masternode count', { option: 'json' })).filter((number) => number !== 0);
        const all = numbersIn(await t.result('masternode count', { option: 'all' }));
        if (json.length === 0) t.sawNothing('count above 0');
        return json.filter((number) => !all.includes(number));
      };
      let missing = await differences();
      for (let attempt = 1; attempt < ATTEMPTS && missing.length > 0; attempt++) missing = await differences();
      t.equal(missing, [], 'the counts of the format json that masternode count all does not show');
    },
  }),
  invariant({
    ...readsMasternodes,
    ...byMeaning('a deprecated option names one of the counts'),
    id: 'masternode-values/count-options',
    text: 'An option of masternode count that names a count returns the count that json shows under this name.',
    methods: ['masternode count'],
    judges: ['r:masternode-count/deprecated-options'],
    run: async (t) => {
      await t.world.use('startedMasternodes');
      const differences = async (): Promise<string[]> => {
        const json = await t.result('masternode count', { option: 'json' });
        if (json === null || typeof json !== 'object' || Array.isArray(json))
          t.inapplicable('masternode count json returns no object, and the documents do not show what it returns');
        const counts = json as { readonly [name: string]: Wire };
        const found: string[] = [];
        for (const option of ['total', 'ps', 'enabled', 'qualify'] as const) {
          const alone = numbersIn(await t.result('masternode count', { option }));
          if (alone.length === 0) found.push(`${option} returns no number`);
          const expected = counts[option];
          if (expected !== undefined && !alone.includes(Number(textOf(expected))))
            found.push(`${option} returns ${alone.join(' ')}, json shows ${textOf(expected)}`);
        }
        return found;
      };
      let found = await differences();
      for (let attempt = 1; attempt < ATTEMPTS && found.length > 0; attempt++) found = await differences();
      t.equal(found.join('; '), '', 'the options of masternode count that differ from json');
    },
  }),
  invariant({
    ...readsMasternodes,
    ...byMeaning('a status of a masternode is about it'),
    id: 'masternode-values/own-status',
    text: 'masternode status shows the masternode that the node is.',
    methods: ['masternode status', 'masternodelist'],
    run: async (t) => {
      const { own, configured } = await t.world.use('startedMasternodes');
      const shown = textOf(await t.result('masternode status'));
      const names = [own.txid, own.address, await valueIn(t, 'payee', own)];
      t.ok(
        names.some((name) => shown.includes(name)),
        `masternode status shows neither outpoint, address nor payee of ${own.name}, which is started`,
      );
      for (const other of configured.filter((each) => each !== own))
        for (const name of [other.txid, `${other.address}"`, `"${await valueIn(t, 'payee', other)}"`])
          t.ok(!shown.includes(name), `masternode status shows ${name} of ${other.name}, but the node is ${own.name}`, {
            check: 'only-one',
          });
    },
  }),
  invariant({
    ...readsMasternodes,
    ...byMeaning('a state of a sentinel tells whether it runs'),
    id: 'masternode-values/sentinel-state',
    text: 'The sentinel of a masternode that it has just pinged is in another state than one that never pinged.',
    methods: ['sentinelping', 'masternodelist'],
    effect: ['network'],
    run: (t) =>
      withMockTime(t, async (at) => {
        const { own, configured, nowS } = await withOneEnabled(t, at);
        const silent = configured.find((other) => other !== own)!;
        if (!(await t.result('sentinelping', { version: 1_020_000 }))) t.inapplicable('sentinelping reports that the ping failed');
        await at(nowS + PING_AFTER_S);
        const stateOf = async (masternode: typeof own): Promise<string> =>
          columnsOf(await valueIn(t, 'info', masternode))[STATE_COLUMN] ?? '';
        const differ = await holdsWithin(t, PINGED_WITHIN_MS, async () => (await stateOf(own)) !== (await stateOf(silent)));
        t.ok(differ, `the sentinel of ${own.name} is ${await stateOf(own)} after its ping, as that of ${silent.name}, which never pinged`);
      }),
  }),
  invariant({
    ...readsMasternodes,
    id: 'masternode-values/collaterals',
    text: 'Every output that masternode outputs lists is unspent.',
    methods: ['masternode outputs', 'gettxout'],
    run: async (t) => {
      await t.world.use('masternodes');
      const outputs = await t.result('masternode outputs');
      const found = [...stringify(outputs).matchAll(/([0-9a-f]{64})"?\s*[:-]\s*"?(\d+)/g)];
      if (found.length === 0) t.inapplicable('masternode outputs shows no outpoints, and the documents do not show its form');
      const { own } = await t.world.use('masternodes');
      const collateral = await t.result('gettxout', { txid: own.txid, n: own.vout });
      for (const [, txid, n] of found) {
        const output = await t.result('gettxout', { txid: txid!, n: Number(n) });
        t.ok(output !== null, `masternode outputs lists ${txid}:${n}, which is spent or unknown`);
        if (output !== null && collateral !== null)
          t.equal(
            output.value,
            collateral.value,
            `the amount of ${txid}:${n}, which masternode outputs lists (compared with a collateral)`,
          );
        const shown = (outputs as { readonly [outpoint: string]: Wire } | null)?.[`${txid}-${n}`];
        // An index instead is short.
        if (output !== null && typeof shown === 'string' && shown.length > MAX_INDEX_LENGTH)
          t.ok(
            stringify(output.scriptPubKey as unknown as Wire).includes(`"${shown}"`),
            `masternode outputs shows ${shown} for ${txid}:${n}, which gettxout does not`,
            { check: 'address' },
          );
      }
    },
  }),
];
