import type { Wire } from '../../../specs/model/wire.ts';
import { confirm, pay } from '../../../fixtures/world/ingredients/payments.ts';
import type { ConfirmedPayment } from '../../../fixtures/world/types.ts';
import type { Case } from '../../../engine/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import { row } from '../row.ts';
import { rule } from '../rule.ts';
import { lists, withBareWallet, withWallet } from '../support/own-wallet.ts';

const HOUR = 3600;

async function importWatched(t: Trial, wallet: string, scripts: readonly Wire[], timestamp: Wire): Promise<void> {
  const requests = scripts.map((scriptPubKey) => ({ scriptPubKey, timestamp, watchonly: true }));
  const results = await t.result<{ success: boolean }[]>('importmulti', { requests }, { wallet });
  t.equal(results.map(({ success }) => success), scripts.map(() => true), 'success of the items', { path: 'success' });
}

const timestampZero = rule({
  rule: 'importmulti/timestamp-zero',
  effect: ['wallet'],
  uses: ['createwallet', 'getblockhash', 'getblock', 'listtransactions'],
  run: async (t) => {
    await t.world.use('funds'); // so that there is a chain
    const blockhash = await t.world.result<string>('getblockhash', { height: 1 });
    const { tx: [first] } = await t.world.result<{ tx: { txid: string; vout: { scriptPubKey: { hex: string } }[] }[] }>('getblock', { blockhash, verbosity: 2 });
    const script = first?.vout[0]?.scriptPubKey.hex;
    if (first === undefined || script === undefined) throw new Error('getblock shows no coinbase in block 1');
    const recent = await confirm(t.world, await pay(t.world, (await t.world.fresh('foreignKey')).addresses.bech32, false));
    await withBareWallet(t, async (wallet) => {
      await importWatched(t, wallet, [script, { address: recent.address }], 0);
      t.ok(await lists(t, wallet, first.txid), 'with the timestamp 0 a transaction of block 1 was not found');
      t.ok(await lists(t, wallet, recent.txid), 'with the timestamp 0 a transaction of the latest block was not found');
    });
  },
});

/** The clock of the node; 0 lets it go by the real one again. Ends the case where that cannot be set. */
async function setClock(t: Trial, timestamp: number): Promise<void> {
  const reply = await t.world.service.call('setmocktime', { timestamp });
  if (reply.type !== 'result') t.inapplicable('the clock of this node cannot be set, so no block of it can be hours old');
}

/** Pays an address of nobody in a block that is as old as that. */
async function paidAgo(t: Trial, now: number, hours: number): Promise<ConfirmedPayment> {
  await setClock(t, now - hours * HOUR);
  const { addresses } = await t.world.fresh('foreignKey');
  return confirm(t.world, await pay(t.world, addresses.bech32, false));
}

/** Needs a node of its own: blocks can be made old only while there are no younger ones. */
async function margin(t: Trial): Promise<void> {
  const now = Math.floor(Date.now() / 1000);
  await setClock(t, now - 12 * HOUR);
  await t.world.use('funds');
  const tooOld = await paidAgo(t, now, 6);
  const within = await paidAgo(t, now, 3.5);
  await setClock(t, 0);
  await t.world.mine(11); // nodes that go by the median of the last 11 blocks see the real time again
  await withWallet(t, async (wallet) => {
    await importWatched(t, wallet, [{ address: within.address }], 'now');
    t.ok(!(await lists(t, wallet, within.txid)), 'with the timestamp now a transaction of 3.5 hours ago was found, so that blocks were scanned');
  });
  await withWallet(t, async (wallet) => {
    await importWatched(t, wallet, [{ address: tooOld.address }, { address: within.address }], now - 2 * HOUR);
    t.ok(await lists(t, wallet, within.txid), 'a transaction of 1.5 hours before the key time was not found, although blocks from up to 2 hours before are scanned');
    t.ok(!(await lists(t, wallet, tooOld.txid)), 'a transaction of 4 hours before the key time was found, although blocks are scanned from up to 2 hours before it');
  });
}

const marginRow = row({ table: 'limits', row: 'rescan-margin', effect: ['wallet', 'chain'], ownNode: true, uses: ['listtransactions'], run: margin });

/** One chain of old blocks shows the row and both rules: making it twice would cost a node. */
const marginAndNow: Case = { ...marginRow, judges: [...marginRow.judges, 'r:importmulti/margin', 'r:importmulti/timestamp-now'] };

export const importmultiScanRules: readonly Case[] = [timestampZero, marginAndNow];
