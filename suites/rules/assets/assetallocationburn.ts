import type { Case } from '../../../engine/case.ts';
import { ownAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { decodedTransaction } from '../../support/decoded.ts';
import { mintToken, provisionedToken, provisioningCalls } from '../../support/provisioning.ts';
import { text } from '../../support/token-supply.ts';
import { rule } from '../rule.ts';
import { confirmedToken, extAddress, issuedToken, mustBeBroadcast } from '../../support/tokens.ts';

const OP_RETURN = 0x6a;

const burns = { effect: ['wallet', 'chain'], uses: ['assetnew', 'assetsend', 'getrawmempool'] } as const;

export const assetallocationburnRules: readonly Case[] = [
  rule({
    ...burns,
    rule: [
      'assetallocationburn/whole-supply',
      'assetallocationburn/signs-and-broadcasts',
      'assetallocationburn/external-address-arbitrary',
      'assetallocationburn/external-address-required',
      'assetallocationburn/only-bridge-mints',
    ],
    judges: ['s:provisioning-burn'],
    run: async (t) => {
      const { guid, address, supply } = await issuedToken(t);
      const burn = { asset_guid: guid, address, amount: supply };
      await t.refused('assetallocationburn', burn, 'the external address is missing');
      await t.refused('assetallocationburn', { ...burn, 'ext address': '' }, 'the external address is empty');
      const elsewhere = { ...burn, address: `not an address ${t.random.word(8)}` };
      await t.refused('assetallocationburn', { ...elsewhere, 'ext address': extAddress(t) }, 'the supply is held by another address');
      const txid = await t.result('assetallocationburn', { ...burn, 'ext address': extAddress(t) });
      await mustBeBroadcast(t, txid);
      await t.world.mine(1);
      await t.refused('assetallocationburn', { ...burn, 'ext address': extAddress(t) }, 'the supply is burnt already');
      await t.refused('assetsend', burn, 'after the supply is burnt, only the bridge mints');
      await t.refused('assetsend', { ...burn, amount: '1' }, 'after the supply is burnt, only the bridge mints');
    },
  }),
  rule({
    ...burns,
    rule: 'assetallocationburn/after-confirmation',
    run: async (t) => {
      const { asset_guid: guid } = await confirmedToken(t);
      const { address } = await ownAddress(t.world, 'bech32');
      const amount = '7';
      await t.result('assetsend', { asset_guid: guid, address, amount });
      const burn = { asset_guid: guid, address, amount, 'ext address': extAddress(t) };
      await t.refused('assetallocationburn', burn, 'the assetsend before it has no confirmation');
      await t.world.mine(1);
      await mustBeBroadcast(t, await t.result('assetallocationburn', burn));
    },
  }),
  rule({
    ...burns,
    rule: 'assetallocationburn/return-by-burning',
    uses: [...burns.uses, 'getrawtransaction'],
    run: async (t) => {
      const { guid, address, supply } = await issuedToken(t);
      // Each of two burns carries its own address.
      for (const amount of ['1', String(Number(supply) - 1)]) {
        const destination = extAddress(t);
        const burn = { asset_guid: guid, address, amount, 'ext address': destination };
        const txid = await t.result('assetallocationburn', burn);
        await t.world.mine(1);
        const { outputs } = decodedTransaction(t, await t.result('getrawtransaction', { txid, verbose: false }));
        t.ok(
          outputs.some(({ script }) => script[0] === OP_RETURN && toHex(script).includes(destination)),
          `no data output carries the external address ${destination}, so that the burn returns nothing to it`,
        );
      }
    },
  }),
  rule({
    effect: ['wallet', 'chain', 'network'],
    uses: [...provisioningCalls, 'getrawmempool'],
    rule: 'assetallocationburn/mint-by-proof',
    run: async (t) => {
      const { guid, ...token } = await provisionedToken(t);
      const { address, amountSat } = await mintToken(t, { guid, ...token });
      // What was moved to the chain of the node is there: it can be burnt again, and not more.
      const burn = (units: bigint) => ({ asset_guid: guid, address, amount: text(units), 'ext address': extAddress(t) });
      await t.refused('assetallocationburn', burn(amountSat + 1n), `the proof moved ${text(amountSat)} to the address`);
      await mustBeBroadcast(t, await t.result('assetallocationburn', burn(amountSat)));
      await t.world.mine(1);
    },
  }),
];
