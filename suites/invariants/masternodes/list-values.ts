import { stringify } from '../../../client/wire-json.ts';
import type { Case } from '../../../engine/case.ts';
import type { Wire } from '../../../specs/model/wire.ts';
import { keyOf, listed, listModes, paidBy, readsMasternodes, textOf, withOneEnabled, type ListMode } from '../../support/masternodes.ts';
import { withMockTime } from '../../support/mock-time.ts';
import { invariant } from '../invariant.ts';

const ATTEMPTS = 3;
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

/** Every number in a text. */
const numbersIn = (answer: Wire): number[] => (stringify(answer).match(/\d+/g) ?? []).map(Number);

export const masternodeValueInvariants: readonly Case[] = [
  invariant({
    ...readsMasternodes,
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
    id: 'masternode-values/paid',
    text: 'The block that mode lastpaidblock shows pays the payee of the masternode.',
    methods: ['masternodelist', 'getblock', 'getblockhash', 'getrawtransaction', 'generatetoaddress'],
    effect: ['chain', 'network'],
    run: (t) =>
      withMockTime(t, async (at) => {
        await withOneEnabled(t, at); // others are not paid
        await t.world.mine(2);
        const [blocks, payees] = [await listed(t, 'lastpaidblock'), await listed(t, 'payee')];
        // Those at 0 were not paid yet.
        const paid = Object.entries(blocks).filter(([, value]) => Number(textOf(value)) !== 0);
        if (paid.length === 0) t.sawNothing('masternode that was paid');
        for (const [key, value] of paid) {
          const height = Number(textOf(value));
          const payee = textOf(payees[key]!);
          t.ok((await paidBy(t, height)).includes(payee), `block ${height} does not pay ${payee}, but is the last that paid it`, {
            path: key,
          });
        }
      }),
  }),
  invariant({
    ...readsMasternodes,
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
    id: 'masternode-values/collaterals',
    text: 'Every output that masternode outputs lists is unspent.',
    methods: ['masternode outputs', 'gettxout'],
    run: async (t) => {
      await t.world.use('masternodes');
      const outputs = await t.result('masternode outputs');
      const found = [...stringify(outputs).matchAll(/([0-9a-f]{64})"?\s*[:-]\s*"?(\d+)/g)];
      if (found.length === 0) t.inapplicable('masternode outputs shows no outpoints, and the documents do not show its form');
      for (const [, txid, n] of found)
        t.ok(
          (await t.result('gettxout', { txid: txid!, n: Number(n) })) !== null,
          `masternode outputs lists ${txid}:${n}, which is spent or unknown`,
        );
    },
  }),
];
