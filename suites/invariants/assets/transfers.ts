import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { ownAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import { confirmedToken, extAddress, issuedToken } from '../../support/tokens.ts';
import { infoOf, mustTotal, supplies, text } from '../../support/token-supply.ts';
import { invariant } from '../invariant.ts';

const changes = { effect: ['wallet', 'chain'], evidence: 'standard', source: 'arithmetic' } as const;

const UNIT = 100_000_000n;
/** More than the least value of an output, and less than that and the fee of a transaction. */
const LITTLE_GAS = '0.0001';
const SUPPLY = '10';
const SUPPLY_UNITS = 10n * UNIT;

const addressOf = async (t: Trial): Promise<string> => (await ownAddress(t.world, 'bech32')).address;

/** Cuts an amount in parts of at least one unit. */
function parts(t: Trial, whole: bigint, count: number): bigint[] {
  const sizes = Array.from({ length: count - 1 }, () => BigInt(t.random.integer(1, Number(whole) / (2 * count))));
  return [...sizes, whole - sizes.reduce((sum, size) => sum + size, 0n)];
}

const burning = (t: Trial, guid: number, address: string, units: bigint) => ({
  asset_guid: guid,
  address,
  amount: text(units),
  'ext address': extAddress(t),
});

async function burn(t: Trial, guid: number, address: string, units: bigint): Promise<void> {
  await t.result('assetallocationburn', burning(t, guid, address, units));
  await t.world.mine(1);
}

/** Units to burn. */
interface Burn {
  readonly guid: number;
  readonly address: string;
  readonly units: bigint;
}

const cannotBurn = (t: Trial, { guid, address, units }: Burn, why: string): Promise<unknown> =>
  t.refused('assetallocationburn', burning(t, guid, address, units), why);

export const assetTransferInvariants: readonly Case[] = [
  invariant({
    ...changes,
    id: 'asset-transfers/many',
    text: 'A transfer to many addresses leaves the supply as it was, and each address with its part.',
    methods: ['assetallocationsendmany', 'assetallocationburn', 'assetnew', 'assetsend', 'assetinfo'],
    run: async (t) => {
      const { guid } = await issuedToken(t, SUPPLY);
      const sizes = parts(t, SUPPLY_UNITS, 4);
      const payments: { readonly asset_guid: number; readonly address: string; readonly amount: string }[] = [];
      for (const size of sizes) payments.push({ asset_guid: guid, address: await addressOf(t), amount: text(size) });
      await t.result('assetallocationsendmany', { payments });
      await t.world.mine(1);
      await mustTotal(t, guid, SUPPLY_UNITS, 'a transfer of all of it to four addresses');
      for (const [at, { address }] of payments.entries()) {
        await cannotBurn(t, { guid, address, units: sizes[at]! + 1n }, `the address received ${text(sizes[at]!)}`);
        await burn(t, guid, address, sizes[at]!);
      }
    },
  }),
  invariant({
    ...changes,
    id: 'asset-transfers/to-self',
    text: 'What a holder sends to his own address he still holds, all of it.',
    methods: ['assetallocationsend', 'assetallocationburn', 'assetnew', 'assetsend', 'assetinfo'],
    run: async (t) => {
      const { guid, address } = await issuedToken(t, SUPPLY);
      await t.result('assetallocationsend', { asset_guid: guid, address, amount: SUPPLY });
      await t.world.mine(1);
      await mustTotal(t, guid, SUPPLY_UNITS, 'a transfer to the same address');
      await cannotBurn(t, { guid, address, units: SUPPLY_UNITS + 1n }, 'the whole supply is less');
      await burn(t, guid, address, SUPPLY_UNITS);
    },
  }),
  invariant({
    ...changes,
    id: 'asset-transfers/there-and-back',
    text: 'A transfer and its return leave both holders with what they had before.',
    methods: ['assetallocationsend', 'assetallocationburn', 'assetnew', 'assetsend', 'assetinfo'],
    run: async (t) => {
      const { guid, address } = await issuedToken(t, SUPPLY);
      const other = await addressOf(t);
      for (const to of [other, address]) {
        await t.result('assetallocationsend', { asset_guid: guid, address: to, amount: SUPPLY });
        await t.world.mine(1);
        await mustTotal(t, guid, SUPPLY_UNITS, 'a transfer of all of it');
      }
      await cannotBurn(t, { guid, address: other, units: 1n }, 'the address returned all that it received');
      await burn(t, guid, address, SUPPLY_UNITS);
    },
  }),
  invariant({
    ...changes,
    id: 'asset-transfers/other-token',
    text: 'A transfer and a burn of one token change nothing of another.',
    methods: ['assetinfo', 'assetallocationsend', 'assetallocationburn', 'assetnew', 'assetsend'],
    run: async (t) => {
      const [token, other] = [await issuedToken(t, SUPPLY), await issuedToken(t, SUPPLY)];
      const before = await infoOf(t, other.guid);
      await burn(t, token.guid, token.address, 2n * UNIT);
      await t.result('assetallocationsend', { asset_guid: token.guid, address: await addressOf(t), amount: '1' });
      await t.world.mine(1);
      t.equal(await infoOf(t, other.guid), before, 'assetinfo of a token that was not sent');
      await cannotBurn(t, { guid: other.guid, address: other.address, units: SUPPLY_UNITS + 1n }, 'the whole supply is less');
      await burn(t, other.guid, other.address, SUPPLY_UNITS);
    },
  }),
  invariant({
    ...changes,
    id: 'asset-transfers/issued-in-steps',
    text: 'total_supply is the sum of all amounts that assetsend issued.',
    methods: ['assetsend', 'assetnew', 'assetinfo'],
    run: async (t) => {
      const { asset_guid: guid } = await confirmedToken(t, { max_supply: SUPPLY });
      let issued = 0n;
      for (const size of parts(t, SUPPLY_UNITS, 3)) {
        await t.result('assetsend', { asset_guid: guid, address: await addressOf(t), amount: text(size) });
        await t.world.mine(1);
        issued += size;
        await mustTotal(t, guid, issued, `${text(size)} was issued`);
      }
    },
  }),
  invariant({
    ...changes,
    id: 'asset-transfers/burnt-in-steps',
    text: 'The parts that an address burns add up to what it held, and not one smallest unit more.',
    methods: ['assetallocationburn', 'assetnew', 'assetsend', 'assetinfo'],
    run: async (t) => {
      const { guid, address } = await issuedToken(t, SUPPLY);
      let left = SUPPLY_UNITS;
      for (const size of parts(t, SUPPLY_UNITS, 3)) {
        await cannotBurn(t, { guid, address, units: left + 1n }, `the address holds ${text(left)}`);
        const answer = await t.call('assetallocationburn', burning(t, guid, address, size));
        // The documents do not state to which address the rest goes.
        if (!answer.ok && left < SUPPLY_UNITS) t.inapplicable('what a burn leaves is not at the address that burnt');
        t.ok(answer.ok, `the address holds ${text(left)}, but cannot burn ${text(size)}`);
        await t.world.mine(1);
        left -= size;
      }
      await cannotBurn(t, { guid, address, units: 1n }, 'the address has burnt all that it held');
    },
  }),
  invariant({
    ...changes,
    id: 'asset-transfers/owner-still-issues',
    text: 'Transfers and burns by holders leave the owner what he can still issue, and no more.',
    methods: ['assetsend', 'assetallocationsend', 'assetallocationburn', 'assetnew', 'assetinfo'],
    run: async (t) => {
      const { asset_guid: guid } = await confirmedToken(t, { max_supply: SUPPLY });
      const address = await addressOf(t);
      await t.result('assetsend', { asset_guid: guid, address, amount: '4' });
      await t.world.mine(1);
      await burn(t, guid, address, UNIT);
      await t.result('assetallocationsend', { asset_guid: guid, address: await addressOf(t), amount: '1' });
      await t.world.mine(1);
      await t.refused('assetsend', { asset_guid: guid, address, amount: '7' }, 'with 4 that were issued it is more than max_supply');
      await t.result('assetsend', { asset_guid: guid, address, amount: '6' });
      await t.world.mine(1);
      const { total, max } = await supplies(t, guid);
      t.ok(total <= max, `total_supply is ${text(total)}, above max_supply ${text(max)}`, { path: 'total_supply' });
    },
  }),
  invariant({
    ...changes,
    id: 'asset-transfers/little-gas',
    text: 'An owner whose output has too little for gas still mints, since the wallet has other coins.',
    methods: ['assetsend', 'assetnew', 'assetinfo'],
    run: async (t) => {
      const { asset_guid: guid } = await confirmedToken(t, { max_supply: SUPPLY, funding_amount: LITTLE_GAS });
      for (let issued = UNIT; issued <= 3n * UNIT; issued += UNIT) {
        await t.result('assetsend', { asset_guid: guid, address: await addressOf(t), amount: '1' });
        await t.world.mine(1);
        await mustTotal(t, guid, issued, 'an amount was issued');
      }
    },
  }),
];
