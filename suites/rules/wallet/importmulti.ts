import { newLabel } from '../../../fixtures/world/ingredients/addresses.ts';
import { confirm, pay } from '../../../fixtures/world/ingredients/payments.ts';
import { multisigOf, publicKeyHashScript } from '../../../fixtures/world/keys.ts';
import type { ConfirmedPayment, ForeignKey } from '../../../fixtures/world/types.ts';
import type { Case } from '../../../engine/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { AddressInfo, ImportRequestArgument, ImportResult } from '../../../specs/model/generated/wire.d.ts';
import { present } from '../../support/present.ts';
import { row } from '../row.ts';
import { rule } from '../rule.ts';
import { withMockTime } from '../support/mock-time.ts';
import { lists, withBareWallet, withWallet } from '../support/own-wallet.ts';

const HOUR = 3600;

interface Item {
  readonly request: ImportRequestArgument;
  readonly good: boolean;
}

const importAll = (t: Trial, requests: readonly ImportRequestArgument[]): Promise<readonly ImportResult[]> =>
  t.result('importmulti', { requests, options: { rescan: false } });

async function importOne(t: Trial, request: ImportRequestArgument): Promise<ImportResult> {
  const [result] = await importAll(t, [request]);
  return present(t, result, 'the answer to one request has no item');
}

const info = (t: Trial, address: string): Promise<AddressInfo> => t.result('getaddressinfo', { address });

const watched = ({ addresses }: ForeignKey): ImportRequestArgument => ({
  scriptPubKey: { address: addresses.legacy },
  timestamp: 'now',
  watchonly: true,
});

/** Requests that can and cannot be imported, in an order that the node cannot foresee. */
async function mixture(t: Trial): Promise<Item[]> {
  const bad: ImportRequestArgument[] = [
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

async function successes(t: Trial, items: readonly Item[]): Promise<readonly ImportResult[]> {
  await t.world.use('wallet');
  const results = await importAll(
    t,
    items.map(({ request }) => request),
  );
  t.equal(
    results.map(({ success }) => success),
    items.map(({ good }) => good),
    'success of each item, by whether it can be imported',
    { path: 'success' },
  );
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
    errorsAreWhole(
      t,
      await importAll(
        t,
        (await mixture(t)).map(({ request }) => request),
      ),
    );
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
    const results = await importAll(t, [
      { ...watched(byScript), scriptPubKey: publicKeyHashScript(byScript.publicKey) },
      watched(byAddress),
    ]);
    t.equal(
      results.map(({ success }) => success),
      [true, true],
      'success of a script and of an address',
      { path: 'success' },
    );
    for (const { addresses } of [byScript, byAddress]) {
      t.equal((await info(t, addresses.legacy)).iswatchonly, true, 'iswatchonly of an address imported', { path: 'iswatchonly' });
    }
  },
});

const redeemScript = rule({
  rule: 'importmulti/redeemscript-p2sh',
  effect: ['wallet'],
  uses: ['getaddressinfo'],
  run: async (t) => {
    await t.world.use('wallet');
    const chain = await t.world.use('chainParameters');
    const newScript = async (): Promise<{ redeemScript: string; address: string }> =>
      multisigOf([(await t.world.fresh('foreignKey')).publicKey], chain);
    const known = await newScript();
    const { success } = await importOne(t, {
      scriptPubKey: { address: known.address },
      timestamp: 'now',
      watchonly: true,
      redeemscript: known.redeemScript,
    });
    t.equal(success, true, 'success of a P2SH address with its redeem script', { path: 'success' });
    t.equal((await info(t, known.address)).hex, known.redeemScript, 'the redeem script of the address imported', { path: 'hex' });
    // Refused or ignored, it does not come into the wallet by way of an address that has no redeem script.
    const stray = await newScript();
    await importOne(t, { ...watched(await t.world.fresh('foreignKey')), redeemscript: stray.redeemScript });
    t.equal((await info(t, stray.address)).hex, undefined, 'the redeem script known of an address whose script came with a P2PKH address', {
      path: 'hex',
    });
  },
});

const privateKeys = rule({
  rule: 'importmulti/keys-private',
  effect: ['wallet'],
  uses: ['getaddressinfo'],
  run: async (t) => {
    await t.world.use('wallet');
    const { wif, addresses } = await t.world.fresh('foreignKey');
    const { success } = await importOne(t, {
      scriptPubKey: { address: addresses.legacy },
      timestamp: 'now',
      keys: [wif],
      label: newLabel(t.world),
    });
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
    const results = await importAll(t, [
      { ...watched(inside), internal: true, label },
      { ...watched(outside), internal: false, label },
    ]);
    t.equal(
      results.map(({ success }) => success),
      [false, true],
      'success of a request with a label, for internal true and for internal false',
      { path: 'success' },
    );
    const labelled = await t.result('getaddressesbylabel', { label });
    t.equal(Object.keys(labelled), [outside.addresses.legacy], 'the addresses of the label');
  },
});

async function importWatched(
  t: Trial,
  wallet: string,
  scripts: readonly ImportRequestArgument['scriptPubKey'][],
  timestamp: number | 'now',
): Promise<void> {
  const requests = scripts.map((scriptPubKey): ImportRequestArgument => ({ scriptPubKey, timestamp, watchonly: true }));
  const results = await t.result('importmulti', { requests }, { wallet });
  t.equal(
    results.map(({ success }) => success),
    scripts.map(() => true),
    'success of the items',
    { path: 'success' },
  );
}

/** Pays an address of nobody in a block of its own. */
async function confirmedPayment(t: Trial): Promise<ConfirmedPayment> {
  const { addresses } = await t.world.fresh('foreignKey');
  return confirm(t.world, await pay(t.world, addresses.bech32, false));
}

const timestampZero = rule({
  rule: 'importmulti/timestamp-zero',
  effect: ['wallet'],
  uses: ['createwallet', 'getblockhash', 'getblock', 'listtransactions'],
  run: async (t) => {
    await t.world.use('funds'); // so that there is a chain
    const blockhash = await t.world.result('getblockhash', { height: 1 });
    const {
      tx: [first],
    } = await t.world.result('getblock', { blockhash, verbosity: 2 });
    const coinbase = present(t, first, 'getblock shows no transaction in block 1', 'tx');
    const { scriptPubKey } = present(t, coinbase.vout[0], 'getblock shows no output of the coinbase of block 1', 'tx[0].vout');
    const recent = await confirmedPayment(t);
    await withBareWallet(t, async (wallet) => {
      await importWatched(t, wallet, [scriptPubKey.hex, { address: recent.address }], 0);
      t.ok(await lists(t, wallet, coinbase.txid), 'with the timestamp 0 a transaction of block 1 was not found');
      t.ok(await lists(t, wallet, recent.txid), 'with the timestamp 0 a transaction of the latest block was not found');
    });
  },
});

/** Needs a node of its own: blocks can be made old only while there are no younger ones. */
async function margin(t: Trial): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  const [tooOld, within] = await withMockTime(t, async (at) => {
    await at(now - 12 * HOUR);
    await t.world.use('funds');
    await at(now - 6 * HOUR);
    const older = await confirmedPayment(t);
    await at(now - 3.5 * HOUR);
    return [older, await confirmedPayment(t)] as const;
  });
  await t.world.mine(11); // nodes that go by the median of the last 11 blocks see the real time again
  await withWallet(t, async (wallet) => {
    await importWatched(t, wallet, [{ address: within.address }], 'now');
    t.ok(
      !(await lists(t, wallet, within.txid)),
      'with the timestamp now a transaction of 3.5 hours ago was found, so that blocks were scanned',
    );
  });
  await withWallet(t, async (wallet) => {
    await importWatched(t, wallet, [{ address: tooOld.address }, { address: within.address }], now - 2 * HOUR);
    t.ok(
      await lists(t, wallet, within.txid),
      'a transaction of 1.5 hours before the key time was not found, although blocks from up to 2 hours before are scanned',
    );
    t.ok(
      !(await lists(t, wallet, tooOld.txid)),
      'a transaction of 4 hours before the key time was found, although blocks are scanned from up to 2 hours before it',
    );
  });
}

/** One chain of old blocks shows the row and both rules: making it twice would cost a node. */
const marginAndNow = row({
  table: 'limits',
  row: 'rescan-margin',
  effect: ['wallet', 'chain'],
  ownNode: true,
  uses: ['listtransactions'],
  judges: ['r:importmulti/margin', 'r:importmulti/timestamp-now'],
  run: margin,
});

export const importmultiRules: readonly Case[] = [
  sameSize,
  perItem,
  errorMembers,
  perItemRow,
  scriptOrAddress,
  redeemScript,
  privateKeys,
  watchOnlyWithoutKeys,
  labelExternal,
  timestampZero,
  marginAndNow,
];
