import { blockAt } from '../../../fixtures/world/ingredients/chain-places.ts';
import { newLabel } from '../../../fixtures/world/ingredients/addresses.ts';
import { confirm, pay } from '../../../fixtures/world/ingredients/payments.ts';
import { publicKeyHashScript } from '../../../fixtures/world/keys.ts';
import type { ConfirmedPayment } from '../../../fixtures/world/types.ts';
import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import { addressOfScript, payToScriptHash } from '../../../oracles/addresses.ts';
import { fromHex } from '../../../oracles/bytes.ts';
import type { AddressInfo, ImportRequestArgument, ImportResult } from '../../../specs/model/generated/wire.d.ts';
import { present } from '../../support/present.ts';
import { row } from '../row.ts';
import { newScript, unfitting, unreadable, watched } from '../support/import-requests.ts';
import { longChain, prune } from '../support/pruned-chain.ts';
import { rule } from '../rule.ts';
import { withMockTime } from '../../support/mock-time.ts';
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
  return present(t, result, 'the result for one request is an empty list');
}

const info = (t: Trial, address: string): Promise<AddressInfo> => t.result('getaddressinfo', { address });

/** Valid and invalid requests, in random order. */
async function mixture(t: Trial): Promise<Item[]> {
  const items: Item[] = (await unreadable(t)).map((request) => ({ request, good: false }));
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
    'success of each item (compared with the validity of its request)',
    { path: 'success' },
  );
  return results;
}

function errorsAreWhole(t: Trial, results: readonly ImportResult[]): void {
  const failed = results.filter(({ success }) => !success);
  t.ok(failed.length > 0, 'no item failed, although some requests are invalid');
  for (const { error } of failed) {
    t.ok(Number.isInteger(error?.code), 'code in the error of an item is not an integer', { path: 'error.code' });
    t.ok(typeof error?.message === 'string' && error.message !== '', 'message in the error of an item is missing or empty', {
      path: 'error.message',
    });
  }
}

const sameSize = rule({
  rule: 'importmulti/same-size',
  effect: ['wallet'],
  run: async (t) => {
    await t.world.use('wallet');
    const items = await mixture(t);
    const requests = items.slice(0, t.random.integer(2, items.length)).map(({ request }) => request);
    t.equal((await importAll(t, requests)).length, requests.length, 'the number of items in the result (compared with the requests)');
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
  uses: ['createwallet'],
  run: async (t) => {
    await t.world.use('wallet');
    errorsAreWhole(t, await importAll(t, [...(await mixture(t)).map(({ request }) => request), ...(await unfitting(t))]));
    const { wif, addresses } = await t.world.fresh('foreignKey');
    const requests: ImportRequestArgument[] = [{ scriptPubKey: { address: addresses.legacy }, timestamp: 'now', keys: [wif] }];
    const ofWatcher = (wallet: string): Promise<readonly ImportResult[]> =>
      t.result('importmulti', { requests, options: { rescan: false } }, { wallet });
    await withWallet(t, async (wallet) => errorsAreWhole(t, await ofWatcher(wallet)), true);
  },
});

const perItemRow = row({
  table: 'errors',
  row: 'importmulti-per-item',
  effect: ['wallet'],
  run: async (t) => errorsAreWhole(t, await successes(t, await mixture(t))),
});

/** What becomes of a request whose blocks were pruned is open, and not that the others have their own results. */
const afterPruning = rule({
  rule: ['importmulti/same-size', 'importmulti/per-item'],
  case: 'pruned',
  effect: ['wallet', 'chain'],
  profile: 'prune',
  uses: ['pruneblockchain', 'getblock'],
  run: async (t) => {
    await t.world.use('wallet');
    const before = await longChain(t);
    await prune(t, before + 10, before);
    const keys = [await t.world.fresh('foreignKey'), await t.world.fresh('foreignKey'), await t.world.fresh('foreignKey')] as const;
    const { time } = await t.world.result('getblockheader', { hash: await t.world.result('getbestblockhash') });
    const requests = [{ ...watched(keys[0]), timestamp: 0 }, watched(keys[1]), { ...watched(keys[2]), timestamp: time + 3 * HOUR }];
    const results = await t.result('importmulti', { requests });
    t.equal(results.length, 3, 'the number of items in the result of three requests, one of which asks for blocks that were pruned');
    for (const index of [1, 2])
      t.equal(results[index]?.success, true, 'success of a request that asks for no block', { path: `[${index}].success` });
    const ofPruned = results[0];
    if (ofPruned?.success === false) errorsAreWhole(t, results);
    else t.equal(ofPruned, { success: true }, 'the item of a request whose blocks were pruned, which does not fail', { path: '[0]' });
  },
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
      t.equal((await info(t, addresses.legacy)).iswatchonly, true, 'iswatchonly of an imported address', { path: 'iswatchonly' });
    }
  },
});

const redeemScript = rule({
  rule: 'importmulti/redeemscript-p2sh',
  effect: ['wallet'],
  uses: ['getaddressinfo'],
  run: async (t) => {
    await t.world.use('wallet');
    const known = await newScript(t);
    const { success } = await importOne(t, {
      scriptPubKey: { address: known.address },
      timestamp: 'now',
      watchonly: true,
      redeemscript: known.redeemScript,
    });
    t.equal(success, true, 'success of a P2SH address with its redeem script', { path: 'success' });
    t.equal((await info(t, known.address)).hex, known.redeemScript, 'hex (the redeem script) of the imported address', { path: 'hex' });
    // Whether it is refused or ignored, the script must not enter the wallet with an address that has no redeem script.
    const key = await t.world.fresh('foreignKey');
    const hashed = addressOfScript(payToScriptHash(fromHex(key.publicKey)), await t.world.use('chainParameters')) ?? '';
    // The hash of the second one is that of the P2PKH address.
    for (const stray of [await newScript(t), { redeemScript: key.publicKey, address: hashed }]) {
      await importOne(t, { ...watched(key), redeemscript: stray.redeemScript });
      t.equal((await info(t, stray.address)).hex, undefined, 'hex of a P2SH address whose redeem script was given with a P2PKH address', {
        path: 'hex',
      });
    }
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
    t.equal([ismine, iswatchonly], [true, false], 'the list of ismine and iswatchonly of the imported address', { path: 'ismine' });
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

type WatchedItem = Pick<ImportRequestArgument, 'scriptPubKey' | 'timestamp'>;

async function importWatched(t: Trial, wallet: string, items: readonly WatchedItem[]): Promise<void> {
  const requests = items.map((item): ImportRequestArgument => ({ ...item, watchonly: true }));
  const results = await t.result('importmulti', { requests }, { wallet });
  t.equal(
    results.map(({ success }) => success),
    items.map(() => true),
    'success of the items',
    { path: 'success' },
  );
}

/** Pays an address outside the wallet in a separate block. */
async function confirmedPayment(t: Trial): Promise<ConfirmedPayment> {
  const { addresses } = await t.world.fresh('foreignKey');
  return confirm(t.world, await pay(t.world, addresses.bech32, false));
}

const timestampZero = rule({
  rule: 'importmulti/timestamp-zero',
  effect: ['wallet'],
  uses: ['createwallet', 'getblockhash', 'getblock', 'listtransactions'],
  run: async (t) => {
    await t.world.use('funds'); // makes a chain
    const blockhash = await blockAt(t.world, 1);
    const {
      tx: [first],
    } = await t.world.result('getblock', { blockhash, verbosity: 2 });
    const coinbase = present(t, first, 'getblock returned no transaction for block 1', 'tx');
    const { scriptPubKey } = present(t, coinbase.vout[0], 'getblock returned no output for the coinbase of block 1', 'tx[0].vout');
    const recent = await confirmedPayment(t);
    await withBareWallet(t, async (wallet) => {
      await importWatched(
        t,
        wallet,
        [scriptPubKey.hex, { address: recent.address }].map((script) => ({ scriptPubKey: script, timestamp: 0 })),
      );
      t.ok(await lists(t, wallet, coinbase.txid), 'importmulti with timestamp 0 did not find a transaction of block 1');
      t.ok(await lists(t, wallet, recent.txid), 'importmulti with timestamp 0 did not find a transaction of the latest block');
    });
  },
});

/** Needs a new node: old blocks can only be mined before newer ones. */
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
  const { time } = await t.result('getblockheader', { hash: within.blockhash });
  await withWallet(t, async (wallet) => {
    await importWatched(t, wallet, [{ scriptPubKey: { address: within.address }, timestamp: time + 2 * HOUR - 1 }]);
    t.ok(
      await lists(t, wallet, within.txid),
      'a transaction of the last block, less than 2 hours before the timestamp, was not found, expected a scan from 2 hours before it',
    );
  });
  await t.world.mine(11); // the median time of the last 11 blocks is the real time again
  await withWallet(t, async (wallet) => {
    await importWatched(t, wallet, [{ scriptPubKey: { address: within.address }, timestamp: 'now' }]);
    t.ok(!(await lists(t, wallet, within.txid)), 'importmulti with timestamp now found a transaction of 3.5 hours ago, expected no scan');
  });
  await withWallet(t, async (wallet) => {
    await importWatched(
      t,
      wallet,
      [tooOld, within].map(({ address }) => ({ scriptPubKey: { address }, timestamp: now - 2 * HOUR })),
    );
    t.ok(
      await lists(t, wallet, within.txid),
      'a transaction 1.5 hours before the timestamp was not found, expected a scan from 2 hours before it',
    );
    t.ok(
      !(await lists(t, wallet, tooOld.txid)),
      'a transaction 4 hours before the timestamp was found, expected a scan from 2 hours before it only',
    );
  });
  const [later, unpaid] = [await t.world.fresh('foreignKey'), await t.world.fresh('foreignKey')];
  await withWallet(t, async (wallet) => {
    await importWatched(t, wallet, [
      { scriptPubKey: { address: later.addresses.bech32 }, timestamp: now },
      { scriptPubKey: { address: within.address }, timestamp: now - 2 * HOUR },
      { scriptPubKey: { address: unpaid.addresses.bech32 }, timestamp: 'now' },
    ]);
    t.ok(
      await lists(t, wallet, within.txid),
      'a transaction 1.5 hours before the earliest of three timestamps was not found, expected a scan from 2 hours before it',
    );
  });
}

/** One chain of old blocks tests the row and both rules; a second one would need another node. */
const marginAndNow = row({
  table: 'limits',
  row: 'rescan-margin',
  effect: ['wallet', 'chain'],
  ownNode: true,
  uses: ['listtransactions', 'getblockheader'],
  judges: ['r:importmulti/margin', 'r:importmulti/timestamp-now'],
  run: margin,
});

export const importmultiRules: readonly Case[] = [
  sameSize,
  perItem,
  afterPruning,
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
