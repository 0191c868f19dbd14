import type { Case } from '../../../engine/case.ts';
import { ownAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import { confirmedToken, extAddress, issuedToken } from '../../support/tokens.ts';
import { supplies, text } from '../../support/token-supply.ts';
import { invariant } from '../invariant.ts';

const changes = { effect: ['wallet', 'chain'] } as const;

export const assetSupplyInvariants: readonly Case[] = [
  invariant({
    ...changes,
    id: 'asset-supply/maximum',
    text: 'However a supply is split, its owner mints all of max_supply, and not one smallest unit more.',
    methods: ['assetsend', 'assetnew', 'assetinfo'],
    evidence: 'document',
    source: 'document 3, Platform tokens',
    run: async (t) => {
      const max = BigInt(t.random.integer(1_000_000, 900_000_000));
      const { asset_guid: guid } = await confirmedToken(t, { precision: 8, max_supply: text(max) });
      const { address } = await ownAddress(t.world, 'bech32');
      const first = BigInt(t.random.integer(1, 999_999));
      const send = (units: bigint) => ({ asset_guid: guid, address, amount: text(units) });
      await t.refused('assetsend', send(max + 1n), 'the amount is one smallest unit above max_supply');
      await t.result('assetsend', send(first));
      await t.world.mine(1);
      await t.refused('assetsend', send(max - first + 1n), 'together with what was minted it is one smallest unit above max_supply');
      await t.result('assetsend', send(max - first));
      await t.world.mine(1);
      const after = await supplies(t, guid);
      t.ok(after.max === max, `max_supply is ${text(after.max)}, expected ${text(max)}`, { path: 'max_supply' });
      t.ok(after.total === max, `total_supply is ${text(after.total)} after all of ${text(max)} was minted`, { path: 'total_supply' });
      await t.refused('assetsend', send(1n), 'the whole supply is minted');
    },
  }),
  invariant({
    ...changes,
    id: 'asset-supply/transfer',
    text: 'A transfer moves its amount from the holder to the recipient, and neither makes nor destroys any.',
    methods: ['assetallocationsend', 'assetallocationburn', 'assetnew', 'assetsend', 'assetinfo'],
    evidence: 'standard',
    source: 'arithmetic',
    run: async (t) => {
      const { guid, address: holder } = await issuedToken(t, '10');
      const before = await supplies(t, guid);
      const { address: recipient } = await ownAddress(t.world, 'bech32');
      const sent = BigInt(t.random.integer(1, 999_999_998));
      await t.result('assetallocationsend', { asset_guid: guid, address: recipient, amount: text(sent) });
      await t.world.mine(1);
      const after = await supplies(t, guid);
      t.ok(after.total === before.total, `total_supply was ${text(before.total)} and is ${text(after.total)} after a transfer`, {
        path: 'total_supply',
      });
      const burn = (address: string, units: bigint) => ({ asset_guid: guid, address, amount: text(units), 'ext address': extAddress(t) });
      await t.refused('assetallocationburn', burn(recipient, sent + 1n), `the address received only ${text(sent)}`);
      await t.refused(
        'assetallocationburn',
        burn(holder, before.total - sent + 1n),
        `the address sent ${text(sent)} of its ${text(before.total)}`,
      );
      await t.result('assetallocationburn', burn(recipient, sent));
      await t.world.mine(1);
      await t.refused('assetallocationburn', burn(recipient, 1n), 'all that the address received is burnt');
      const last = await supplies(t, guid);
      const left =
        last.total === before.total - sent ? 'falls by the burnt amount' : last.total === before.total ? 'stays' : 'changes otherwise';
      t.observe('burnt-supply', left, `with a burn, total_supply ${left}`, 'total_supply');
    },
  }),
];
