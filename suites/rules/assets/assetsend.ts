import type { Case } from '../../../engine/case.ts';
import { ownAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import { COIN } from '../../../fixtures/world/ingredients/coin-pool.ts';
import { amountSat } from '../../support/amounts.ts';
import { rule } from '../rule.ts';
import { mustBeBroadcast, newToken } from '../../support/tokens.ts';

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
];
