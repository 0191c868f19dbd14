import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { ownAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import { updateArguments, type UpdatedFields } from '../../../fixtures/world/update-arguments.ts';
import { addressPart, mustShowOf, textPart, unitsPart } from '../../support/service-data.ts';
import { mustShowFields } from '../../support/token-fields.ts';
import { infoOf, supplies, text } from '../../support/token-supply.ts';
import { confirmedToken, type TokenArguments } from '../../support/tokens.ts';
import { firstUpdate } from '../../support/token-updates.ts';
import { withSpareWallet } from '../../support/spare-wallets.ts';
import { invariant } from '../invariant.ts';

const updating = {
  effect: ['wallet', 'chain'],
  evidence: 'document',
  source: 'document 3, Update capability bitmask (`updatecapability_flags`)',
} as const;
const methods = ['assetupdate', 'assetinfo', 'assetnew'] as const;

const ALL = 127;
const FLAGS_BIT = 64;
const OTHER_BITS = [1, 2, 4, 8, 16, 32] as const;
const SUPPLY = 1_000_000_000n;

const call = (t: Trial, guid: number, fields: UpdatedFields) => t.call('assetupdate', updateArguments(guid, fields));

/** Updates and confirms; a refusal is a finding. Returns the txid, if the answer has one: the documents do not show it. */
async function update(t: Trial, guid: number, fields: UpdatedFields, why: string): Promise<string | undefined> {
  const answer = await call(t, guid, fields);
  const message = `assetupdate of ${Object.keys(fields).join(', ')} was refused, but ${why}`;
  t.ok(answer.ok, message, { check: 'refused' });
  if (!answer.ok) return undefined;
  await t.world.mine(1);
  return typeof answer.result === 'string' && /^[0-9a-f]{64}$/.test(answer.result) ? answer.result : undefined;
}

async function cannotUpdate(t: Trial, guid: number, fields: UpdatedFields, why: string): Promise<void> {
  await t.refused('assetupdate', updateArguments(guid, fields), why);
}

/** A token with a notary, all of whose fields may be updated. */
async function updatable(t: Trial, given: Partial<TokenArguments> = {}): Promise<number> {
  const { address } = await t.world.use('bech32Address');
  const { asset_guid: guid } = await confirmedToken(t, {
    max_supply: text(SUPPLY),
    updatecapability_flags: ALL,
    notary_address: address,
    ...given,
  });
  await firstUpdate(t, guid, { description: 'first update' });
  return guid;
}

interface Change {
  readonly bit: number;
  readonly fields: UpdatedFields;
}

/** New values for the field of each bit but that of the flags. */
async function changes(t: Trial): Promise<readonly Change[]> {
  const { address } = await ownAddress(t.world, 'bech32');
  const details = { endpoint: `https://${t.random.word(8)}.example/`, instant_transfers: true, hd_required: false };
  const fees = { auxfee_address: address, fee_struct: ['10', 0.1] };
  const values: readonly UpdatedFields[] = [
    { description: `"${t.random.word(8)}" \\ ü` },
    { contract: t.random.hex(20) },
    { max_supply: text(SUPPLY + BigInt(t.random.integer(1, 99_999_999))) },
    { notary_address: address },
    { notary_details: details },
    { auxfee_details: fees },
  ];
  return OTHER_BITS.map((bit, at) => ({ bit, fields: values[at]! }));
}

const together = (all: readonly Change[]): UpdatedFields =>
  all.reduce<UpdatedFields>((fields, change) => ({ ...fields, ...change.fields }), {});

/** What `assetinfo` must show of a change. */
const shown = (fields: UpdatedFields): Partial<TokenArguments> => {
  const { description, contract, max_supply: supply, updatecapability_flags: flags } = fields;
  const seen = { description, contract, max_supply: supply, updatecapability_flags: flags };
  return Object.fromEntries(Object.entries(seen).filter(([, value]) => value !== undefined)) as Partial<TokenArguments>;
};

export const assetUpdateInvariants: readonly Case[] = [
  invariant({
    ...updating,
    id: 'asset-updates/one-right-missing',
    text: 'With all rights but one, all other fields are updated at once, and none if the one is among them.',
    methods,
    run: async (t) => {
      const guid = await updatable(t);
      for (const missing of OTHER_BITS) {
        const flags = ALL - missing;
        await update(t, guid, { updatecapability_flags: flags }, 'bit 64 permits to change the flags');
        const all = await changes(t);
        const before = await infoOf(t, guid);
        const without = `the flags are ${flags}, without bit ${missing}`;
        await cannotUpdate(t, guid, together(all), without);
        await cannotUpdate(t, guid, together(all.filter(({ bit }) => bit === missing)), without);
        t.equal(await infoOf(t, guid), before, 'assetinfo after the updates that were refused');
        const others = together(all.filter(({ bit }) => bit !== missing));
        await update(t, guid, others, `the flags are ${flags}`);
        await mustShowFields(t, guid, { ...shown(others), updatecapability_flags: flags });
      }
    },
  }),
  invariant({
    ...updating,
    id: 'asset-updates/only-named',
    text: 'An update changes the field that it names, as given, and leaves all others as they were.',
    methods,
    run: async (t) => {
      const fields = { description: 'first update', contract: t.random.hex(20), updatecapability_flags: ALL };
      const guid = await updatable(t, fields);
      let expected: Partial<TokenArguments> = { ...fields, max_supply: text(SUPPLY) };
      const { symbol, precision } = await mustShowFields(t, guid, expected);
      for (const change of [...(await changes(t)), { bit: FLAGS_BIT, fields: { updatecapability_flags: t.random.integer(1, 126) } }]) {
        await update(t, guid, change.fields, `flags of ${ALL} grant every right`);
        expected = { ...expected, symbol, precision, ...shown(change.fields) };
        await mustShowFields(t, guid, expected);
      }
    },
  }),
  invariant({
    ...updating,
    id: 'asset-updates/supply',
    text: 'The owner mints up to the max_supply that an update sets, raised or lowered, and not one smallest unit more.',
    methods: ['assetupdate', 'assetsend', 'assetinfo', 'assetnew'],
    judges: ['r:assetupdate/right-supply', 'r:assetupdate/changes'],
    run: async (t) => {
      const guid = await updatable(t);
      const { address } = await ownAddress(t.world, 'bech32');
      const send = (units: bigint) => ({ asset_guid: guid, address, amount: text(units) });
      const setTo = async (units: bigint): Promise<void> => {
        await update(t, guid, { max_supply: text(units) }, `flags of ${ALL} grant every right`);
        const { max } = await supplies(t, guid);
        t.ok(max === units, `max_supply is ${text(max)}, expected the updated ${text(units)}`, { path: 'max_supply' });
      };
      const part = BigInt(t.random.integer(1_000, 900_000));
      await t.result('assetsend', send(part));
      await t.world.mine(1);
      const lowered = part + BigInt(t.random.integer(1_000, 900_000));
      await setTo(lowered);
      await t.refused('assetsend', send(lowered - part + 1n), `together with ${text(part)} it is above the lowered max_supply`);
      await t.result('assetsend', send(lowered - part));
      await t.world.mine(1);
      // A supply below what was minted is not mentioned; if it is accepted, more than the maximum exists.
      const below = await call(t, guid, { max_supply: text(lowered - 1n) });
      if (below.ok) await t.world.mine(1);
      const { total, max } = await supplies(t, guid);
      t.ok(total <= max, `total_supply is ${text(total)}, above max_supply ${text(max)}`, { path: 'max_supply' });
      t.ok(total === lowered, `total_supply is ${text(total)}, expected ${text(lowered)}, which was minted`, { path: 'total_supply' });
      const raised = SUPPLY + BigInt(t.random.integer(1, 99_999_999));
      await setTo(raised);
      await t.refused('assetsend', send(raised - lowered + 1n), `together with ${text(lowered)} it is above the raised max_supply`);
      await t.result('assetsend', send(raised - lowered));
      await t.world.mine(1);
      const after = await supplies(t, guid);
      t.ok(after.total === raised, `total_supply is ${text(after.total)} after all of ${text(raised)} was minted`, {
        path: 'total_supply',
      });
    },
  }),
  invariant({
    ...updating,
    id: 'asset-updates/in-service-data',
    text: 'The transaction of an update shows the new values, those that assetinfo does not show included.',
    methods: ['assetupdate', 'coindecoderawtransaction', 'assetnew', 'getrawtransaction'],
    judges: ['r:coindecoderawtransaction/service-data'],
    run: async (t) => {
      const guid = await updatable(t);
      const [notary, operator] = [await ownAddress(t.world, 'bech32'), await ownAddress(t.world, 'bech32')];
      const [endpoint, contract, description] = [`https://${t.random.word(9)}.example/`, t.random.hex(20), `"${t.random.word(9)}"`];
      const [supply, share] = [SUPPLY + BigInt(t.random.integer(1, 99_999_999)), t.random.integer(11_111, 59_999)];
      const fields: UpdatedFields = {
        description,
        contract,
        max_supply: text(supply),
        notary_address: notary.address,
        notary_details: { endpoint, instant_transfers: true, hd_required: false },
        auxfee_details: { auxfee_address: operator.address, fee_struct: ['10', share / 100_000] },
      };
      const txid = await update(t, guid, fields, `flags of ${ALL} grant every right`);
      if (txid === undefined) return t.inapplicable('the result of assetupdate, which the documents do not state, is no txid');
      await mustShowOf(t, txid, [
        textPart('the number of the token', String(guid)),
        textPart('the description', description),
        textPart('the contract', contract),
        unitsPart('the maximum supply', supply),
        addressPart('the notary', notary.address),
        textPart('the endpoint of the notary', endpoint),
        addressPart('the operator of the fee', operator.address),
        unitsPart('the percentage of the fee', BigInt(share)),
      ]);
    },
  }),
  invariant({
    ...updating,
    id: 'asset-updates/by-owner',
    text: 'Only the wallet that owns a token mints and updates it.',
    methods: ['assetupdate', 'assetsend', 'assetinfo', 'assetnew'],
    source: 'document 3, Bridge provisioning rules',
    run: async (t) => {
      const guid = await updatable(t);
      const { address } = await ownAddress(t.world, 'bech32');
      const before = await infoOf(t, guid);
      await withSpareWallet(t, async (wallet) => {
        const send = await t.call('assetsend', { asset_guid: guid, address, amount: '1' }, { wallet });
        t.ok(!send.ok, 'assetsend of a wallet that does not own the token succeeded', { check: 'refusal' });
        const change = await t.call('assetupdate', updateArguments(guid, { description: 'of another' }), { wallet });
        t.ok(!change.ok, 'assetupdate of a wallet that does not own the token succeeded', { check: 'refusal' });
      });
      await t.world.mine(1);
      t.equal(await infoOf(t, guid), before, 'assetinfo after another wallet tried to change the token');
    },
  }),
];
