import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import { stringify } from '../../../client/wire-json.ts';
import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import {
  broadcastIn,
  collateralSat,
  listed,
  mustBeStatus,
  ofMasternodes,
  textOf,
  valueIn,
  withOneEnabled,
} from '../../support/masternodes.ts';
import { holdsWithin } from '../../support/wait-for.ts';
import { rule } from '../rule.ts';
import { withMockTime } from '../../support/mock-time.ts';
import { makeTransaction } from './spending.ts';

/** Longer than any node of this family waits for a ping. */
const SILENCE_S = 6 * 60 * 60;
const WITHIN_MS = 5_000;
/** A node may look at the collaterals from time to time. */
const SPENT_WITHIN_MS = 20_000;
const SPENT = 'OUTPOINT_SPENT';

/** Cases for the values of mode status. */
export const statusCases: readonly Case[] = [
  rule({
    ...ofMasternodes,
    ownNode: true,
    rule: 'masternodelist/status-values',
    effect: ['network'],
    run: (t) =>
      withMockTime(t, async (at) => {
        const check = async (when: string): Promise<void> => {
          t.each(Object.values(await listed(t, 'status')), `masternode ${when}`, (value) =>
            mustBeStatus(t, textOf(value), `a masternode ${when}`),
          );
        };
        await t.world.use('startedMasternodes');
        await check('that was just started');
        const { configured, nowS } = await withOneEnabled(t, at);
        await check('that pings');
        await at(nowS + SILENCE_S);
        const silent = configured.at(-1)!;
        await holdsWithin(t, WITHIN_MS, async () => (await valueIn(t, 'status', silent)) === 'NEW_START_REQUIRED');
        await check('that does not ping');
      }),
  }),
  rule({
    ...ofMasternodes,
    ownNode: true,
    rule: ['masternodelist/status-values', 'masternode-outputs/compatible'],
    case: 'spent',
    effect: ['network', 'wallet', 'chain'],
    uses: [
      'masternode initialize',
      'masternode outputs',
      'gettxout',
      'sendrawtransaction',
      'lockunspent',
      'masternodebroadcast create-name',
      'masternodebroadcast relay',
    ],
    run: async (t: Trial) => {
      const { configured, own } = await t.world.use('startedMasternodes');
      const spent = t.random.pick(configured.filter((other) => other !== own));
      const { txid, vout, name } = spent;
      const amountSat = await collateralSat(t, spent);
      const hex = broadcastIn(t, await t.result('masternodebroadcast create-name', { name }));
      const address = await t.world.result('getnewaddress');
      await t.world.result('lockunspent', { unlock: true, transactions: [{ txid, vout }] });
      const hexstring = await makeTransaction(t.world, [{ txid, vout }], [[address, amountSat - (await feeFor(t.world))]]);
      await t.result('sendrawtransaction', { hexstring });
      await t.world.mine(1);
      // It may be forgotten instead.
      const isGone = async (): Promise<boolean> => {
        const shown = Object.entries(await listed(t, 'status')).find(([key]) => key.includes(txid));
        if (shown === undefined) return true;
        const status = textOf(shown[1]);
        mustBeStatus(t, status, `${name}, whose collateral is spent,`);
        return status === SPENT;
      };
      const check = async (when: string): Promise<void> => {
        if (await holdsWithin(t, SPENT_WITHIN_MS, isGone)) return;
        t.ok(false, `${name}, whose collateral is spent, has the status ${await valueIn(t, 'status', spent)} ${when}`, { check: 'status' });
      };
      await check('after the next block');
      const outputs = stringify(await t.result('masternode outputs'));
      t.ok(!outputs.includes(txid), `masternode outputs lists ${txid}, the spent collateral of ${name}`, { check: 'listed' });
      await t.call('masternode initialize', { name }); // refused, or reported as failed
      await check('after masternode initialize');
      await t.call('masternodebroadcast relay', { hex }); // made while the collateral was there
      await check('after masternodebroadcast relay');
      for (const other of configured.filter((each) => each !== spent)) {
        const status = await valueIn(t, 'status', other);
        t.ok(status !== SPENT, `${other.name} has the status ${status}, but it was the collateral of ${name} that was spent`, {
          check: 'only-one',
        });
      }
    },
  }),
];
