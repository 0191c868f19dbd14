import type { Case } from '../../../engine/case.ts';
import { fundToken } from '../../../fixtures/world/ingredients/tokens.ts';
import { ownAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import { amountBytes, type AssetAllocation } from '../../../oracles/allocation-list.ts';
import { hash256, joined, sameBytes, withLength } from '../../../oracles/bytes.ts';
import { scriptOfAddress } from '../../../oracles/addresses.ts';
import { outpointBytes } from '../../../oracles/transaction.ts';
import type { OutpointValue } from '../../../fixtures/world/types.ts';
import { carriedBy, serviceDataOf } from '../../support/allocations.ts';
import { decodedTransaction } from '../../support/decoded.ts';
import { Forger, forgingCalls, replaced, type Forgery } from '../../support/forged-service.ts';
import { extAddress, newToken } from '../../support/tokens.ts';
import { HELD_SUPPLY, heldToken, outputsOf } from '../../support/held-tokens.ts';
import { whole } from '../../support/token-fields.ts';
import { firstUpdate } from '../../support/token-updates.ts';
import { invariant } from '../invariant.ts';

const UNIT = 100_000_000n;
/** Of the tokens. */
const SUPPLY = String(HELD_SUPPLY);

/** Units of a token; with precision 8 twenty times the documented maximum. */
const ABOVE_64_BITS = 20_000_000_000_000_000_000n;

const forging = { effect: ['wallet', 'chain'] } as const;

/** What outputs carry of a token, by their indexes. */
const carrying = (guid: number, ...amounts: readonly (readonly [n: number, amount: bigint])[]): AssetAllocation => ({
  guid,
  outputs: amounts.map(([n, amount]) => ({ n, amount })),
});

/** Index of an output that the forged transactions do not have, and of their data output. */
const [NO_OUTPUT, DATA_OUTPUT] = [9, 4];

/** The number of a token that known releases derive from the first input. */
const guidOf = (first: OutpointValue): number => new DataView(hash256(outpointBytes(first)).buffer).getUint32(0, true);

export const forgedAssetInvariants: readonly Case[] = [
  invariant({
    ...forging,
    id: 'assets-forged/transfers',
    text: 'A transfer that makes or destroys an amount of a token, or moves the right of its owner, is refused, whoever made it.',
    methods: ['assetallocationsend', 'assetsend', 'assetnew', ...forgingCalls],
    evidence: 'standard',
    source: 'arithmetic',
    run: async (t) => {
      const [a, b] = [await heldToken(t, SUPPLY), await heldToken(t, SUPPLY)];
      const { address } = await ownAddress(t.world, 'bech32');
      const sent = await carriedBy(t, await t.result('assetallocationsend', { asset_guid: a.guid, address, amount: '3' }), a.guid);
      await t.world.mine(1);
      const { version } = sent.transaction;
      if (serviceDataOf(t, sent.transaction).rest.length > 0) t.inapplicable('the service data of a transfer is more than allocations');
      const forger = await Forger.of(t);
      const [ofA, ofB] = [await outputsOf(forger, sent), await outputsOf(forger, b.issued)];
      const some = BigInt(t.random.integer(1, 99_999_999));
      const wholeB = carrying(b.guid, [2, 10n * UNIT]);
      const honest: Forgery = {
        version,
        spent: [...ofA, ...ofB],
        allocations: [carrying(a.guid, [0, 10n * UNIT - some], [1, some]), wholeB],
      };
      const list = (...allocations: readonly AssetAllocation[]): Partial<Forgery> => ({ allocations });
      await forger.mustRefuse(honest, [
        [
          'carries one smallest unit more of a token than it spends',
          list(carrying(a.guid, [0, 10n * UNIT - some + 1n], [1, some]), wholeB),
        ],
        [
          'carries one smallest unit less of a token than it spends',
          list(carrying(a.guid, [0, 10n * UNIT - some - 1n], [1, some]), wholeB),
        ],
        ['spends a token and does not carry it', list(carrying(a.guid, [0, 10n * UNIT]))],
        ['spends two tokens and carries nothing', list()],
        ['exchanges one token for the other', list(carrying(a.guid, [0, 9n * UNIT]), carrying(b.guid, [1, 11n * UNIT]))],
        ['carries a token that it does not spend', { spent: ofA }],
        ['gives an amount to an output that it does not have', list(carrying(a.guid, [0, 9n * UNIT], [NO_OUTPUT, UNIT]), wholeB)],
        ['gives an amount to its data output', list(carrying(a.guid, [0, 9n * UNIT], [DATA_OUTPUT, UNIT]), wholeB)],
        ['makes a second output with the right of the owner', list(carrying(a.guid, [0, 10n * UNIT], [1, 0n]), wholeB)],
        ['makes an output with the right of the owner of nothing', { spent: [], allocations: [carrying(a.guid, [0, 0n])] }],
        ['makes a token that it does not spend', { spent: [], allocations: [carrying(a.guid, [0, some])] }],
      ]);
      t.ok(
        !(await forger.isTakenAsPayment(ofA)),
        'the memory pool takes an ordinary payment that spends an amount of a token, which nobody holds afterwards',
      );
    },
  }),
  invariant({
    ...forging,
    id: 'assets-forged/issued',
    text: 'Only the owner of a token mints it, and never more than max_supply, whoever made the transaction.',
    methods: ['assetsend', 'assetnew', ...forgingCalls],
    evidence: 'document',
    source: 'document 3, Platform tokens',
    run: async (t) => {
      const [a, b] = [await heldToken(t, '4'), await heldToken(t, '4')];
      const { version } = a.issued.transaction;
      const { rest } = serviceDataOf(t, a.issued.transaction);
      const forger = await Forger.of(t);
      const [owner, other, held] = [
        await outputsOf(forger, a.issued, true),
        await outputsOf(forger, b.issued, true),
        await outputsOf(forger, a.issued),
      ];
      const issue = (...amounts: readonly bigint[]): AssetAllocation =>
        carrying(a.guid, [0, 0n], ...amounts.map((amount, at) => [at + 1, amount] as const));
      const some = BigInt(t.random.integer(1, 99_999_999));
      await forger.mustRefuse({ version, rest, spent: owner, allocations: [issue(6n * UNIT - some, some)] }, [
        ['mints one smallest unit more than max_supply', { allocations: [issue(6n * UNIT + 1n)] }],
        ['mints in two parts one smallest unit more than max_supply', { allocations: [issue(6n * UNIT - some, some + 1n)] }],
        ['mints, and spends nothing of the owner', { spent: [] }],
        ['mints, and spends what a holder has', { spent: held }],
        ['mints, and spends what the owner of another token has', { spent: other }],
        ['mints, and destroys an amount that it spends', { spent: [...owner, ...held] }],
        ['mints another token too', { allocations: [issue(UNIT), carrying(b.guid, [2, UNIT])] }],
        ['mints another token than that of the owner', { spent: owner, allocations: [carrying(b.guid, [0, 0n], [1, UNIT])] }],
        ['makes two outputs with the right of the owner', { allocations: [carrying(a.guid, [0, 0n], [1, UNIT], [2, 0n])] }],
        ['mints for an output that it does not have', { allocations: [carrying(a.guid, [0, 0n], [NO_OUTPUT, UNIT])] }],
      ]);
    },
  }),
  invariant({
    ...forging,
    id: 'assets-forged/created',
    text: 'A token is created for its cost, with a number of its own, a symbol of 1 to 8 characters, a max_supply of 64 bits and nothing minted beyond max_supply, whoever made the transaction.',
    methods: ['assetnew', 'assetsend', 'sendtoaddress', ...forgingCalls],
    evidence: 'document',
    source: 'document 3, Bridge provisioning rules',
    run: async (t) => {
      const symbol = t.random.word(8).toUpperCase();
      // Its bytes are found in the service data.
      const supply = BigInt(t.random.integer(1_000_000_001, 9_999_999_999));
      const { txid: txidOfNew, asset_guid: guid } = await newToken(t, { symbol, max_supply: whole(supply, 8), precision: 8 });
      await t.world.mine(1);
      const { transaction, carried } = await carriedBy(t, txidOfNew, guid);
      if (guidOf(transaction.inputs[0]!) !== guid || carried.size !== 1)
        t.inapplicable('the documents do not show how the number of a token comes about');
      const { rest } = serviceDataOf(t, transaction);
      const held = await heldToken(t, SUPPLY);
      await fundToken(t.world);
      const forger = await Forger.of(t);
      const { address } = await ownAddress(t.world, 'bech32');
      const paid = await t.result('sendtoaddress', { address, amount: '152' });
      await t.world.mine(1);
      const script = scriptOfAddress(address, await t.world.use('chainParameters'));
      const { outputs } = decodedTransaction(t, await t.result('getrawtransaction', { txid: paid, verbose: false }));
      const [first] = await forger.spend(paid, [outputs.findIndex((output) => sameBytes(output.script, script))]);
      const created = guidOf(first!);
      const cost = 150n * UNIT;
      const name = withLength(Buffer.from(symbol));
      const withSymbol = (text: string): Uint8Array | undefined => replaced(rest, name, withLength(Buffer.from(text)));
      const withPrecision = (precision: number): Uint8Array | undefined => replaced(rest, joined(name, [8]), joined(name, [precision]));
      const otherData = (
        [
          ['has a symbol of 9 characters', withSymbol(`${symbol}X`)],
          ['has no symbol', withSymbol('')],
          ['has a precision of 9', withPrecision(9)],
          ['has a max_supply of more than 64 bits', replaced(rest, amountBytes(supply), amountBytes(ABOVE_64_BITS))],
        ] as const
      ).flatMap(([what, data]) => (data === undefined ? [] : [[`creates a token that ${what}`, { rest: data }] as const]));
      const honest: Forgery = {
        version: transaction.version,
        spent: [first!],
        allocations: [carrying(created, [0, 0n])],
        rest,
        burntSat: cost,
      };
      await forger.mustRefuse(honest, [
        ['creates a token for one satoshi less than its cost', { burntSat: cost - 1n }],
        ['creates a token for nothing', { burntSat: 0n }],
        ['creates a token with the number of another one', { allocations: [carrying(guid, [0, 0n])] }],
        ['creates a token and mints more than max_supply', { allocations: [carrying(created, [0, 0n], [1, supply + 1n])] }],
        ['creates a token and mints another one', { allocations: [carrying(created, [0, 0n]), carrying(held.guid, [1, UNIT])] }],
        ['creates a token and destroys an amount of another one', { spent: [first!, ...(await outputsOf(forger, held.issued))] }],
        ...otherData,
      ]);
    },
  }),
  invariant({
    ...forging,
    id: 'assets-forged/burnt',
    text: 'A burn leaves what it does not burn, and makes and destroys nothing else, whoever made the transaction.',
    methods: ['assetallocationburn', 'assetsend', 'assetnew', ...forgingCalls],
    evidence: 'standard',
    source: 'arithmetic',
    run: async (t) => {
      const [a, b] = [await heldToken(t, SUPPLY), await heldToken(t, SUPPLY)];
      const burn = { asset_guid: a.guid, address: a.address, amount: '2', 'ext address': extAddress(t) };
      const burnt = await carriedBy(t, await t.result('assetallocationburn', burn), a.guid);
      await t.world.mine(1);
      const { version } = burnt.transaction;
      const { rest } = serviceDataOf(t, burnt.transaction);
      const forger = await Forger.of(t);
      const [ofA, ofB, owner] = [
        await outputsOf(forger, burnt),
        await outputsOf(forger, b.issued),
        await outputsOf(forger, a.issued, true),
      ];
      const some = BigInt(t.random.integer(1, 99_999_999));
      const left = carrying(a.guid, [0, 6n * UNIT - some], [1, some]);
      const list = (...allocations: readonly AssetAllocation[]): Partial<Forgery> => ({ allocations });
      // It burns 2 of the 8 that are left, as the one of the wallet did.
      await forger.mustRefuse({ version, rest, spent: ofA, allocations: [left] }, [
        ['burns 2 of 8 and leaves one smallest unit more than 6', list(carrying(a.guid, [0, 6n * UNIT + 1n]))],
        ['burns 2 of 8 and leaves one smallest unit less than 6', list(carrying(a.guid, [0, 6n * UNIT - 1n]))],
        ['burns 2 of 8 and leaves nothing', list()],
        ['burns 2 of nothing', { spent: [], allocations: [] }],
        ['burns a token, and destroys another one that it spends', { spent: [...ofA, ...ofB] }],
        ['burns a token, and makes another one', list(left, carrying(b.guid, [2, UNIT]))],
        ['burns one token of another one', { spent: ofB, allocations: [carrying(b.guid, [0, 8n * UNIT])] }],
        ['burns one token, and leaves that of another one', { spent: ofB, allocations: [carrying(a.guid, [0, 8n * UNIT])] }],
        ['burns a token and makes an output with the right of its owner', list(carrying(a.guid, [0, 6n * UNIT], [1, 0n]))],
        ['burns a token and destroys the right of its owner', { spent: [...ofA, ...owner] }],
        ['leaves an amount for an output that it does not have', list(carrying(a.guid, [0, 5n * UNIT], [NO_OUTPUT, UNIT]))],
      ]);
    },
  }),
  invariant({
    ...forging,
    id: 'assets-forged/updated',
    text: 'An update is made by the owner of the token, and mints nothing, whoever made the transaction.',
    methods: ['assetupdate', 'assetsend', 'assetnew', ...forgingCalls],
    evidence: 'document',
    source: 'document 3, Platform tokens',
    run: async (t) => {
      const [a, b] = [await heldToken(t, '4'), await heldToken(t, '4')];
      const txid = await firstUpdate(t, a.guid, { description: t.random.word(8) });
      if (typeof txid !== 'string') return t.inapplicable('the result of assetupdate, which the documents do not state, is no txid');
      const updated = await carriedBy(t, txid, a.guid);
      const { version } = updated.transaction;
      const { rest } = serviceDataOf(t, updated.transaction);
      const forger = await Forger.of(t);
      const [owner, other, held] = [
        await outputsOf(forger, updated, true),
        await outputsOf(forger, b.issued, true),
        await outputsOf(forger, a.issued),
      ];
      await forger.mustRefuse({ version, rest, spent: owner, allocations: [carrying(a.guid, [0, 0n])] }, [
        ['updates a token, and mints more than max_supply', { allocations: [carrying(a.guid, [0, 0n], [1, 10n * UNIT + 1n])] }],
        ['updates a token, and mints another one', { allocations: [carrying(a.guid, [0, 0n]), carrying(b.guid, [1, UNIT])] }],
        ['updates a token, and spends nothing of the owner', { spent: [] }],
        ['updates a token, and spends what a holder has', { spent: held }],
        ['updates a token, and spends what the owner of another token has', { spent: other }],
        ['updates a token, and destroys an amount that it spends', { spent: [...owner, ...held] }],
        ['updates a token, and makes two outputs with the right of the owner', { allocations: [carrying(a.guid, [0, 0n], [1, 0n])] }],
      ]);
    },
  }),
];
