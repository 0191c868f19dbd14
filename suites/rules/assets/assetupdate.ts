import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { updateArguments, type UpdatedFields } from '../../../fixtures/world/update-arguments.ts';
import { rule } from '../rule.ts';
import { canMint, witnessOf } from '../../support/bridge.ts';
import { burntToken, mintToken, provisionedToken, provisioningCalls } from '../../support/provisioning.ts';
import { confirmedToken } from '../../support/tokens.ts';
import { firstUpdate } from '../../support/token-updates.ts';

/** The bit that permits to change the flags themselves. */
const FLAGS_BIT = 64;
const ALL_BITS = 127;

const updates = { effect: ['wallet', 'chain'], uses: ['assetnew', 'assetinfo'] } as const;

/** A new value for the field of each bit but that of the flags. */
async function changes(t: Trial): Promise<ReadonlyMap<number, UpdatedFields>> {
  const { address } = await t.world.use('bech32Address');
  const details = { endpoint: `https://${t.random.word(8)}.example/`, instant_transfers: true, hd_required: false };
  return new Map<number, UpdatedFields>([
    [1, { description: `token ${t.random.word(8)}` }],
    [2, { contract: t.random.hex(20) }],
    [4, { max_supply: String(t.random.integer(2_000, 9_000)) }],
    [8, { notary_address: address }],
    [16, { notary_details: details }],
    [32, { auxfee_details: { auxfee_address: address, fee_struct: ['10', 0.1] } }],
  ]);
}

/** Updates, and confirms. Another refusal than that of the first update is a finding. */
async function update(t: Trial, guid: number, fields: UpdatedFields, why: string): Promise<void> {
  const answer = await t.call('assetupdate', updateArguments(guid, fields));
  t.ok(answer.ok, `assetupdate of ${Object.keys(fields).join(', ')} was refused (${answer.ok ? '' : answer.error.message}), but ${why}`, {
    check: 'refused',
  });
  if (answer.ok) await t.world.mine(1);
}

/** A token whose owner may update all, with a notary. */
async function updatable(t: Trial): Promise<number> {
  const { address } = await t.world.use('bech32Address');
  const { asset_guid: guid } = await confirmedToken(t, { updatecapability_flags: ALL_BITS, notary_address: address });
  await firstUpdate(t, guid, { description: 'first update' });
  return guid;
}

const refusedUpdate = (t: Trial, guid: number, fields: UpdatedFields, why: string): Promise<unknown> =>
  t.refused('assetupdate', updateArguments(guid, fields), why);

export const assetupdateRules: readonly Case[] = [
  rule({
    ...updates,
    rule: ['assetupdate/changes', 'assetupdate/all-rights', 'assetupdate/no-rights', 'assetupdate/may-be-irreversible'],
    run: async (t) => {
      const guid = await updatable(t);
      const contract = t.random.hex(20);
      const fields = [...(await changes(t)).values()].reduce<UpdatedFields>((all, change) => ({ ...all, ...change }), {});
      await update(t, guid, { ...fields, contract, updatecapability_flags: ALL_BITS }, 'flags of 127 grant every right');
      const changed = await t.result('assetinfo', { asset_guid: guid });
      t.equal(changed.contract.toLowerCase(), `0x${contract}`, 'the updated contract', { path: 'contract' });
      t.ok(
        changed.public_value.includes(String(fields['description'])),
        `public_value is ${changed.public_value}, without the updated description`,
      );
      await update(t, guid, { updatecapability_flags: 0 }, 'flags of 127 grant every right');
      t.equal((await t.result('assetinfo', { asset_guid: guid })).update_flags, 0, 'the updated flags', { path: 'update_flags' });
      for (const change of (await changes(t)).values()) await refusedUpdate(t, guid, change, 'a token with flags of 0 cannot be updated');
      await refusedUpdate(t, guid, { updatecapability_flags: ALL_BITS }, 'a token with flags of 0 cannot be updated');
    },
  }),
  rule({
    ...updates,
    rule: [
      'assetupdate/right-public-data',
      'assetupdate/right-contract',
      'assetupdate/right-supply',
      'assetupdate/right-notary-address',
      'assetupdate/right-notary-details',
      'assetupdate/right-auxiliary-fee',
      'assetupdate/right-flags',
    ],
    run: async (t) => {
      const guid = await updatable(t);
      const fields = await changes(t);
      for (const [bit, own] of fields) {
        await update(t, guid, { updatecapability_flags: bit + FLAGS_BIT }, 'bit 64 permits to change the flags');
        for (const [other, fieldsOfOther] of fields) {
          if (other !== bit) await refusedUpdate(t, guid, fieldsOfOther, `the flags are ${bit + FLAGS_BIT}, without bit ${other}`);
        }
        await update(t, guid, own, `the flags contain bit ${bit}`);
      }
      await update(t, guid, { updatecapability_flags: ALL_BITS - FLAGS_BIT }, 'bit 64 permits to change the flags');
      await refusedUpdate(t, guid, { updatecapability_flags: ALL_BITS }, 'the flags are 63, without bit 64');
    },
  }),
  rule({
    effect: ['wallet', 'chain', 'network'],
    uses: [...updates.uses, ...provisioningCalls],
    rule: 'assetupdate/trust-optional',
    run: async (t) => {
      const token = await provisionedToken(t, { updatecapability_flags: ALL_BITS });
      const { update_flags: flags } = await t.result('assetinfo', { asset_guid: token.guid });
      t.equal(flags, ALL_BITS, 'the flags, which nothing has changed', { path: 'update_flags' });
      // The bridge mints a token whose flags were never reduced.
      await mintToken(t, token);
    },
  }),
  rule({
    effect: ['wallet', 'chain', 'network'],
    uses: [...updates.uses, ...provisioningCalls],
    rule: 'assetupdate/changes',
    case: 'provisioned',
    judges: ['s:provisioning-change-contract', 's:provisioning-reduce-trust'],
    run: async (t) => {
      const token = await provisionedToken(t, { updatecapability_flags: ALL_BITS });
      const { guid } = token;
      const contract = t.random.hex(20);
      await firstUpdate(t, guid, { contract });
      const changed = await t.result('assetinfo', { asset_guid: guid });
      t.equal(changed.contract.toLowerCase(), `0x${contract}`, 'the updated contract', { path: 'contract' });
      await mintToken(t, { guid, contract });
      const outdated = { burn: await burntToken(t, token, 1_000_000n), witness: await witnessOf(t) };
      t.ok(!(await canMint(t, outdated)), 'a burn by the contract from before an update is minted: the registration is outdated');
      await update(t, guid, { updatecapability_flags: 0 }, 'bit 64 permits to change the flags');
      await refusedUpdate(t, guid, { contract: token.contract }, 'the trust was reduced to flags of 0');
      await mintToken(t, { guid, contract });
    },
  }),
];
