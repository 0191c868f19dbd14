import type { Case } from '../../../engine/case.ts';
import { satoshis } from '../../../client/wire-json.ts';
import { ownAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import { checkedResult } from '../../support/checked-result.ts';
import { bridgeCalls, canMint, confirmed, mintOf, witnessOf } from '../../support/bridge.ts';
import { announce } from '../../../fixtures/world/ingredients/external-burns.ts';
import type { ExtBurnProof } from '../../../fixtures/world/types.ts';
import { infoOf } from '../../support/token-supply.ts';
import { confirmedToken, extAddress } from '../../support/tokens.ts';
import { firstUpdate } from '../../support/token-updates.ts';
import { invariant } from '../invariant.ts';

export const assetRestartInvariants: readonly Case[] = [
  invariant({
    id: 'assets-restarted/same',
    text: 'Tokens, what was minted, issued and burnt, and what a block changed, are the same after a restart of the node.',
    methods: [
      'assetinfo',
      'assetnew',
      'assetsend',
      'assetupdate',
      'assetallocationburn',
      'coinmint',
      'coinsetextheaders',
      'invalidateblock',
      'reconsiderblock',
      'getbestblockhash',
      'getblockchaininfo',
      'getreceivedbyaddress',
      ...bridgeCalls,
    ],
    effect: ['wallet', 'chain', 'network', 'process'],
    ownNode: true,
    evidence: 'standard',
    source: 'arithmetic',
    run: async (t) => {
      if (!t.target.capabilities.restart) t.inapplicable('Pyx cannot restart the node of this target');
      const { address } = await ownAddress(t.world, 'bech32');
      const guids: number[] = [];
      for (const precision of [0, 3, 8]) {
        const fields = {
          precision,
          description: `"${t.random.word(6)}" ü ${precision}`,
          symbol: t.random
            .word(1 + precision)
            .slice(0, 8)
            .toUpperCase(),
          contract: precision === 3 ? '' : t.random.hex(20),
          max_supply: String(t.random.integer(1_000, 9_000)),
          updatecapability_flags: 127 - 2 * precision,
          notary_address: address,
          notary_details: {
            endpoint: `https://${t.random.word(6)}.example/`,
            instant_transfers: precision === 0,
            hd_required: precision !== 0,
          },
          auxfee_details: { auxfee_address: address, fee_struct: ['10', 0.1, '20', 0.2] },
        };
        const { asset_guid: guid } = await confirmedToken(t, fields);
        guids.push(guid);
        await t.result('assetsend', { asset_guid: guid, address, amount: String(100 + precision) });
      }
      const burns = [await t.world.fresh('extBurn'), await t.world.fresh('extBurn')];
      const [burn, later] = burns.sort((a, b) => a.blocknumber - b.blocknumber) as [ExtBurnProof, ExtBurnProof];
      const shown = () => Promise.all(guids.map((guid) => infoOf(t, guid)));
      await t.world.mine(1);
      const before = await shown();
      await t.result('assetallocationburn', { asset_guid: guids[0]!, address, amount: '7', 'ext address': extAddress(t) });
      await firstUpdate(t, guids[1]!, { description: 'changed' });
      const unminted = await t.result('getbestblockhash'); // has the burn and the update
      const { asset_guid: last } = await confirmedToken(t);
      await confirmed(t, await mintOf(t, { burn, witness: await witnessOf(t) }));
      guids.push(last);
      const after = await shown();
      await t.node.restart();
      await checkedResult(t, 'getblockchaininfo'); // it shows the external chain
      t.equal(await shown(), after, 'assetinfo of all tokens after a restart');
      t.ok(!(await canMint(t, { burn, witness: await witnessOf(t) })), 'a burn that was minted before a restart is minted again after it');
      // What the blocks changed is undone, though they are of the time before the restart.
      const tip = await t.result('getbestblockhash');
      await t.world.result('invalidateblock', { blockhash: unminted });
      t.equal(
        await Promise.all(guids.slice(0, 3).map((guid) => infoOf(t, guid))),
        before,
        'assetinfo after blocks from before the restart left the chain',
      );
      await t.refused('assetinfo', { asset_guid: last }, 'the block that created the token is not in the chain');
      await t.world.result('reconsiderblock', { blockhash: unminted });
      t.equal(await t.result('getbestblockhash'), tip, 'the tip after the block was reconsidered');
      t.equal(await shown(), after, 'assetinfo of all tokens after the blocks were put back');
      // A token goes on: its owner and its holders have what they had.
      for (const [at, guid] of guids.slice(0, 3).entries()) {
        await t.result('assetsend', { asset_guid: guid, address, amount: '1' });
        if (at > 0) await t.result('assetallocationburn', { asset_guid: guid, address, amount: '5', 'ext address': extAddress(t) });
      }
      // No sentence says that it has the headers still, but by this field it does: document 2, block synced.
      const { extclient_current_block: synced } = await t.result('getblockchaininfo');
      if (synced !== later.blocknumber) await announce(t.world, later);
      await confirmed(t, await mintOf(t, { burn: later, witness: await witnessOf(t) }));
      t.equal(
        satoshis(await t.result('getreceivedbyaddress', { address: later.address })),
        later.amountSat,
        'what the receiver of a later burn received',
      );
    },
  }),
];
