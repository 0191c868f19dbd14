import type { Case } from '../../../engine/case.ts';
import { ownAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import { COIN } from '../../../fixtures/world/ingredients/coin-pool.ts';
import { fundToken } from '../../../fixtures/world/ingredients/tokens.ts';
import { amountSat } from '../../support/amounts.ts';
import { supplies, text } from '../../support/token-supply.ts';
import { mustBeBroadcast, newToken, tokenArguments } from '../../support/tokens.ts';
import { rule } from '../rule.ts';

/** In smallest units, all of them about 10 billion with 8 decimals: the documents do not state the largest supply to the unit. */
const LARGEST = [10n ** 18n, 10n ** 18n - 1n, 9n * 10n ** 17n] as const;

export const assetsendRules: readonly Case[] = [
  rule({
    rule: ['assetsend/whole-supply', 'assetsend/signs-and-broadcasts', 'assetsend/after-confirmation'],
    judges: ['s:provisioning-mint'],
    effect: ['wallet', 'chain'],
    uses: ['assetnew', 'assetinfo', 'getrawmempool'],
    run: async (t) => {
      const supply = t.random.integer(1, 1_000_000);
      const { asset_guid: guid } = await newToken(t, { max_supply: String(supply) });
      const { address } = await ownAddress(t.world, 'bech32');
      const send = { asset_guid: guid, address, amount: String(supply) };
      await t.refused('assetsend', send, 'the transaction that created the token has no confirmation');
      await t.world.mine(1);
      // Refused or not, nothing is minted by these.
      await t.call('assetsend', { ...send, address: `not an address ${t.random.word(8)}` });
      if ((await t.call('assetsend', { ...send, amount: '-1' })).ok) {
        await t.world.mine(1);
        const { total } = await supplies(t, guid);
        t.ok(total <= 0n, `total_supply is ${text(total)} after -1 was sent`, { path: 'total_supply' });
      }
      const txid = await t.result('assetsend', send);
      await mustBeBroadcast(t, txid);
      await t.world.mine(1);
      const info = await t.result('assetinfo', { asset_guid: guid });
      const total = amountSat(t, info.total_supply, 'total_supply');
      t.ok(total === BigInt(supply) * COIN, `total_supply is not the maximum supply ${supply}, although all of it was minted`, {
        path: 'total_supply',
      });
      await t.refused('assetsend', { ...send, amount: '1' }, 'the whole supply is minted');
    },
  }),
  rule({
    rule: 'assetsend/whole-supply',
    case: 'largest',
    effect: ['wallet', 'chain'],
    uses: ['assetnew', 'assetinfo'],
    run: async (t) => {
      await fundToken(t.world);
      for (const units of LARGEST) {
        const supply = text(units);
        const created = await t.answer('assetnew', tokenArguments(t, { max_supply: supply }));
        if (!created.ok) continue;
        await t.world.mine(1);
        const guid = created.result.asset_guid;
        const { address } = await ownAddress(t.world, 'bech32');
        await t.result('assetsend', { asset_guid: guid, address, amount: supply });
        await t.world.mine(1);
        const { total, max } = await supplies(t, guid);
        t.equal([text(total), text(max)], [supply, supply], 'total_supply and max_supply after all of it was minted');
        return;
      }
      t.inapplicable(`the node creates no token with a maximum supply of ${LARGEST.map(text).join(' or ')}`);
    },
  }),
];
