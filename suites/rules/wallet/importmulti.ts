import type { Wire } from '../../../specs/model/wire.ts';
import { newLabel } from '../../../fixtures/world/ingredients/addresses.ts';
import { publicKeyHashScript } from '../../../fixtures/world/keys.ts';
import type { ForeignKey } from '../../../fixtures/world/types.ts';
import type { Case } from '../../../engine/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import { row } from '../row.ts';
import { rule } from '../rule.ts';

interface ImportResult {
  readonly success: boolean;
  readonly error?: { readonly code?: unknown; readonly message?: unknown };
}

interface Info {
  readonly ismine: boolean;
  readonly iswatchonly: boolean;
  readonly hex?: string;
}

interface Item {
  readonly request: Wire;
  readonly good: boolean;
}

const importAll = (t: Trial, requests: Wire[]): Promise<ImportResult[]> =>
  t.result<ImportResult[]>('importmulti', { requests, options: { rescan: false } });

async function importOne(t: Trial, request: Wire): Promise<ImportResult> {
  const [result] = await importAll(t, [request]);
  return result ?? { success: false };
}

const info = (t: Trial, address: string): Promise<Info> => t.result<Info>('getaddressinfo', { address });

const watched = ({ addresses }: ForeignKey): { [name: string]: Wire } => ({ scriptPubKey: { address: addresses.legacy }, timestamp: 'now', watchonly: true });

/** Requests that can and cannot be imported, in an order that the node cannot foresee. */
async function mixture(t: Trial): Promise<Item[]> {
  const bad: Wire[] = [
    { scriptPubKey: { address: `no${t.random.word(12)}` }, timestamp: 'now', watchonly: true },
    { scriptPubKey: `${t.random.hex(10)}zz`, timestamp: 'now', watchonly: true },
    { ...watched(await t.world.fresh('foreignKey')), watchonly: false, keys: [t.random.word(52)] },
  ];
  const items: Item[] = bad.map((request) => ({ request, good: false }));
  for (let i = 0; i < 2; i++) {
    items.splice(t.random.integer(0, items.length), 0, { request: watched(await t.world.fresh('foreignKey')), good: true });
  }
  return items;
}

async function successes(t: Trial, items: readonly Item[]): Promise<ImportResult[]> {
  await t.world.use('wallet');
  const results = await importAll(t, items.map(({ request }) => request));
  t.equal(results.map(({ success }) => success), items.map(({ good }) => good), 'success of each item, by whether it can be imported', { path: 'success' });
  return results;
}

function errorsAreWhole(t: Trial, results: readonly ImportResult[]): void {
  const failed = results.filter(({ success }) => !success);
  t.ok(failed.length > 0, 'no item failed, although some name no address, script or key');
  for (const { error } of failed) {
    t.ok(Number.isInteger(error?.code), 'the error of an item has no whole number as its code', { path: 'error.code' });
    t.ok(typeof error?.message === 'string' && error.message !== '', 'the error of an item has no message', { path: 'error.message' });
  }
}

const sameSize = rule({
  rule: 'importmulti/same-size',
  effect: ['wallet'],
  run: async (t) => {
    await t.world.use('wallet');
    const items = await mixture(t);
    const requests = items.slice(0, t.random.integer(2, items.length)).map(({ request }) => request);
    t.equal((await importAll(t, requests)).length, requests.length, 'the number of items in the answer, by that of the requests');
  },
});

const perItem = rule({
  rule: 'importmulti/per-item',
  effect: ['wallet'],
  run: async (t) => {
    await successes(t, await mixture(t));
  },
});

const errorMembers = rule({
  rule: 'importmulti/error-members',
  effect: ['wallet'],
  run: async (t) => {
    await t.world.use('wallet');
    errorsAreWhole(t, await importAll(t, (await mixture(t)).map(({ request }) => request)));
  },
});

const perItemRow = row({
  table: 'errors',
  row: 'importmulti-per-item',
  effect: ['wallet'],
  run: async (t) => errorsAreWhole(t, await successes(t, await mixture(t))),
});

const scriptOrAddress = rule({
  rule: 'importmulti/script-or-address',
  effect: ['wallet'],
  uses: ['getaddressinfo'],
  run: async (t) => {
    await t.world.use('wallet');
    const [byScript, byAddress] = [await t.world.fresh('foreignKey'), await t.world.fresh('foreignKey')];
    const results = await importAll(t, [{ ...watched(byScript), scriptPubKey: publicKeyHashScript(byScript.publicKey) }, watched(byAddress)]);
    t.equal(results.map(({ success }) => success), [true, true], 'success of a script and of an address', { path: 'success' });
    for (const { addresses } of [byScript, byAddress]) {
      t.equal((await info(t, addresses.legacy)).iswatchonly, true, 'iswatchonly of an address imported', { path: 'iswatchonly' });
    }
  },
});

const redeemScript = rule({
  rule: 'importmulti/redeemscript-p2sh',
  effect: ['wallet'],
  uses: ['getaddressinfo', 'decodescript'],
  run: async (t) => {
    await t.world.use('wallet');
    const newScript = async (): Promise<{ script: string; p2sh: string }> => {
      const script = `5121${(await t.world.fresh('foreignKey')).publicKey}51ae`; // 1 of 1
      return { script, p2sh: (await t.world.result<{ p2sh: string }>('decodescript', { hexstring: script })).p2sh };
    };
    const known = await newScript();
    const { success } = await importOne(t, { scriptPubKey: { address: known.p2sh }, timestamp: 'now', watchonly: true, redeemscript: known.script });
    t.equal(success, true, 'success of a P2SH address with its redeem script', { path: 'success' });
    t.equal((await info(t, known.p2sh)).hex, known.script, 'the redeem script of the address imported', { path: 'hex' });
    // Refused or ignored, it does not come into the wallet by way of an address that has no redeem script.
    const stray = await newScript();
    await importOne(t, { ...watched(await t.world.fresh('foreignKey')), redeemscript: stray.script });
    t.equal((await info(t, stray.p2sh)).hex, undefined, 'the redeem script known of an address whose script came with a P2PKH address', { path: 'hex' });
  },
});

const privateKeys = rule({
  rule: 'importmulti/keys-private',
  effect: ['wallet'],
  uses: ['getaddressinfo'],
  run: async (t) => {
    await t.world.use('wallet');
    const { wif, addresses } = await t.world.fresh('foreignKey');
    const { success } = await importOne(t, { scriptPubKey: { address: addresses.legacy }, timestamp: 'now', keys: [wif], label: newLabel(t.world) });
    t.equal(success, true, 'success of an address with its private key', { path: 'success' });
    const { ismine, iswatchonly } = await info(t, addresses.legacy);
    t.equal([ismine, iswatchonly], [true, false], 'ismine and iswatchonly of the address imported', { path: 'ismine' });
  },
});

const watchOnlyWithoutKeys = rule({
  rule: 'importmulti/watchonly-without-keys',
  effect: ['wallet'],
  run: async (t) => {
    await t.world.use('wallet');
    const key = await t.world.fresh('foreignKey');
    const { success } = await importOne(t, { ...watched(key), keys: [key.wif] });
    t.equal(success, false, 'success of a request with both watchonly and keys', { path: 'success' });
  },
});

const labelExternal = rule({
  rule: 'importmulti/label-external',
  effect: ['wallet'],
  uses: ['getaddressesbylabel'],
  run: async (t) => {
    await t.world.use('wallet');
    const [inside, outside] = [await t.world.fresh('foreignKey'), await t.world.fresh('foreignKey')];
    const label = newLabel(t.world);
    const results = await importAll(t, [{ ...watched(inside), internal: true, label }, { ...watched(outside), internal: false, label }]);
    t.equal(results.map(({ success }) => success), [false, true], 'success of a request with a label, for internal true and for internal false', { path: 'success' });
    const labelled = await t.result<{ [address: string]: unknown }>('getaddressesbylabel', { label });
    t.equal(Object.keys(labelled), [outside.addresses.legacy], 'the addresses of the label');
  },
});

export const importmultiRules: readonly Case[] = [
  sameSize, perItem, errorMembers, perItemRow, scriptOrAddress, redeemScript, privateKeys, watchOnlyWithoutKeys, labelExternal,
];
