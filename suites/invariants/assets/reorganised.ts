import { satoshis } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { ownAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import type { MethodId } from '../../../specs/model/generated/wire.d.ts';
import { bridgeCalls, canMint, confirmed, mintOf, witnessOf } from '../../support/bridge.ts';
import { confirmedToken, extAddress, issuedToken, newToken } from '../../support/tokens.ts';
import { infoOf } from '../../support/token-supply.ts';
import { invariant } from '../invariant.ts';

const moving = { effect: ['wallet', 'chain'], evidence: 'standard', source: 'arithmetic' } as const;
const uses = ['assetnew', 'invalidateblock', 'reconsiderblock', 'getbestblockhash'] as const satisfies readonly MethodId[];

/** Takes a block, and those above it, out of the chain, looks at the node, and puts them back. Default: the last block. */
async function without(t: Trial, look: () => Promise<unknown>, block?: string): Promise<void> {
  const tip = await t.result('getbestblockhash');
  const blockhash = block ?? tip;
  await t.world.result('invalidateblock', { blockhash });
  try {
    await look();
  } finally {
    await t.world.result('reconsiderblock', { blockhash });
  }
  t.equal(await t.result('getbestblockhash'), tip, 'the tip after the block was reconsidered');
}

/**
 * A step with a token in a block of its own: while the block is not in the chain, assetinfo shows what it did before, and
 * afterwards what it did with the block.
 */
async function undone(t: Trial, guid: number, step: () => Promise<unknown>): Promise<void> {
  const before = await infoOf(t, guid);
  await step();
  await t.world.mine(1);
  const after = await infoOf(t, guid);
  await without(t, async () => t.equal(await infoOf(t, guid), before, 'assetinfo without the block of the step'));
  t.equal(await infoOf(t, guid), after, 'assetinfo after the block of the step was put back');
}

export const assetReorganisationInvariants: readonly Case[] = [
  invariant({
    ...moving,
    id: 'assets-reorganised/created',
    text: 'A token exists while the block of its assetnew is in the chain.',
    methods: ['assetinfo', ...uses],
    run: async (t) => {
      const { asset_guid: guid } = await newToken(t);
      await t.world.mine(1);
      const before = await infoOf(t, guid);
      await without(t, async () => t.refused('assetinfo', { asset_guid: guid }, 'the block that created the token is not in the chain'));
      t.equal(await infoOf(t, guid), before, 'assetinfo after the block was put back');
    },
  }),
  invariant({
    ...moving,
    id: 'assets-reorganised/issued',
    text: 'What assetsend issued is not in the supply while its block is not in the chain.',
    methods: ['assetinfo', 'assetsend', ...uses],
    run: async (t) => {
      const { asset_guid: guid } = await confirmedToken(t);
      const { address } = await ownAddress(t.world, 'bech32');
      await undone(t, guid, () => t.result('assetsend', { asset_guid: guid, address, amount: String(t.random.integer(1, 999)) }));
    },
  }),
  invariant({
    ...moving,
    id: 'assets-reorganised/sent',
    text: 'A transfer leaves no trace in a token while its block is not in the chain.',
    methods: ['assetinfo', 'assetallocationsend', 'assetsend', 'assetallocationburn', ...uses],
    run: async (t) => {
      const { guid } = await issuedToken(t);
      const { address } = await ownAddress(t.world, 'bech32');
      const amount = String(t.random.integer(1, 999));
      await undone(t, guid, () => t.result('assetallocationsend', { asset_guid: guid, address, amount }));
      await t.result('assetallocationburn', { asset_guid: guid, address, amount, 'ext address': extAddress(t) });
      await t.world.mine(1);
    },
  }),
  invariant({
    ...moving,
    id: 'assets-reorganised/burnt',
    text: 'What was burnt is in the supply again while the block of the burn is not in the chain.',
    methods: ['assetinfo', 'assetallocationburn', 'assetsend', ...uses],
    run: async (t) => {
      const { guid, address } = await issuedToken(t);
      const burn = { asset_guid: guid, address, amount: String(t.random.integer(1, 999)), 'ext address': extAddress(t) };
      await undone(t, guid, () => t.result('assetallocationburn', burn));
    },
  }),
  invariant({
    ...moving,
    id: 'assets-reorganised/another-branch',
    text: 'Transactions of a token have the same effect in another branch of the chain.',
    methods: ['assetinfo', 'assetallocationburn', 'assetsend', 'generatetoaddress', 'getrawmempool', ...uses],
    run: async (t) => {
      const { guid, address } = await issuedToken(t);
      const burnt = await t.result('assetallocationburn', { asset_guid: guid, address, amount: '3', 'ext address': extAddress(t) });
      await t.world.mine(1);
      const after = await infoOf(t, guid);
      const blockhash = await t.result('getbestblockhash');
      await t.world.result('invalidateblock', { blockhash });
      t.ok((await t.result('getrawmempool')).includes(burnt), 'a burn is not in the memory pool after its block left the chain');
      await t.world.mine(2);
      t.equal(await infoOf(t, guid), after, 'assetinfo in a branch whose blocks have the same transactions');
      await t.world.result('reconsiderblock', { blockhash });
      t.equal(await infoOf(t, guid), after, 'assetinfo after the first branch, which is shorter, was reconsidered');
    },
  }),
  invariant({
    ...moving,
    effect: ['wallet', 'chain', 'network'],
    id: 'assets-reorganised/minted',
    text: 'A burn on the external chain can be minted again, once, after the block of its mint left the chain.',
    methods: ['coinmint', 'coinsetextheaders', 'getreceivedbyaddress', 'generatetoaddress', 'getrawmempool', ...bridgeCalls, ...uses],
    run: async (t) => {
      const burn = await t.world.fresh('extBurn');
      const received = async (): Promise<bigint> => satoshis(await t.result('getreceivedbyaddress', { address: burn.address }));
      await confirmed(t, await mintOf(t, { burn, witness: await witnessOf(t) }));
      const block = await t.result('getbestblockhash');
      const witness = await witnessOf(t); // may mine a block
      const look = async (): Promise<unknown> =>
        t.equal(await received(), 0n, 'what the receiver received while the block of the mint is not in the chain');
      await without(t, look, block);
      t.equal(await received(), burn.amountSat, 'what the receiver received after the block was put back');
      t.ok(!(await canMint(t, { burn, witness })), 'the burn is minted a second time after its block was put back');
    },
  }),
];
