import type { Case } from '../../../engine/case.ts';
import { ownAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import { sameBytes } from '../../../oracles/bytes.ts';
import { scriptOfAddress } from '../../../oracles/addresses.ts';
import { carriedBy, spentBy, sumOf } from '../../support/allocations.ts';
import { confirmedToken, extAddress, issuedToken, newToken } from '../../support/tokens.ts';
import { supplies, text } from '../../support/token-supply.ts';
import { invariant } from '../invariant.ts';

const recomputing = { effect: ['wallet', 'chain'], evidence: 'standard', source: 'arithmetic' } as const;

export const assetPayloadInvariants: readonly Case[] = [
  invariant({
    ...recomputing,
    id: 'asset-payloads/created',
    text: 'The transaction of assetnew carries the ownership of the token that it returns, once, and no amount.',
    methods: ['assetnew', 'getrawtransaction'],
    run: async (t) => {
      const { txid, asset_guid: guid } = await newToken(t);
      const { carried } = await carriedBy(t, txid, guid);
      t.equal([...carried.values()], [0n], `amounts that the outputs of ${txid} carry of token ${guid}`);
      await t.world.mine(1);
    },
  }),
  invariant({
    ...recomputing,
    id: 'asset-payloads/issued',
    text: 'The transaction of assetsend carries the amount to the address, and nothing else.',
    methods: ['assetsend', 'assetnew', 'getrawtransaction'],
    run: async (t) => {
      const { asset_guid: guid } = await confirmedToken(t);
      const { address } = await ownAddress(t.world, 'bech32');
      const units = BigInt(t.random.integer(1, 99_999_999));
      const made = await carriedBy(t, await t.result('assetsend', { asset_guid: guid, address, amount: text(units) }), guid);
      const script = scriptOfAddress(address, await t.world.use('chainParameters'));
      const received = [...made.carried].filter(([n]) => sameBytes(made.transaction.outputs[n]!.script, script));
      t.equal(
        received.map(([, amount]) => amount),
        [units],
        'smallest units that outputs to the address carry',
      );
      t.equal(sumOf(made), units, 'smallest units that all outputs carry');
      await t.world.mine(1);
    },
  }),
  invariant({
    ...recomputing,
    id: 'asset-payloads/transfer',
    text: 'The outputs of a transfer carry together what its inputs carried.',
    methods: ['assetallocationsend', 'assetsend', 'assetnew', 'getrawtransaction'],
    run: async (t) => {
      const { guid } = await issuedToken(t, '10');
      for (let times = 0; times < 3; times++) {
        const { address } = await ownAddress(t.world, 'bech32');
        const amount = text(BigInt(t.random.integer(1, 300_000_000)));
        const made = await carriedBy(t, await t.result('assetallocationsend', { asset_guid: guid, address, amount }), guid);
        await t.world.mine(1);
        t.equal(
          sumOf(made),
          await spentBy(t, made, guid),
          `smallest units that the outputs of ${made.txid} carry, compared with its inputs`,
        );
      }
    },
  }),
  invariant({
    ...recomputing,
    id: 'asset-payloads/burn',
    text: 'The inputs of a burn carried what its outputs carry and what it burns.',
    methods: ['assetallocationburn', 'assetsend', 'assetnew', 'getrawtransaction'],
    run: async (t) => {
      const { guid, address } = await issuedToken(t, '10');
      const units = BigInt(t.random.integer(1, 900_000_000));
      const burn = { asset_guid: guid, address, amount: text(units), 'ext address': extAddress(t) };
      const made = await carriedBy(t, await t.result('assetallocationburn', burn), guid);
      await t.world.mine(1);
      t.equal((await spentBy(t, made, guid)) - sumOf(made), units, 'smallest units that are in the inputs and not in the outputs');
    },
  }),
  invariant({
    ...recomputing,
    id: 'asset-payloads/recounted',
    text: 'total_supply is the sum of what unspent outputs carry.',
    methods: ['assetinfo', 'assetallocationsend', 'assetsend', 'assetnew', 'getrawtransaction', 'gettxout'],
    run: async (t) => {
      const { asset_guid: guid } = await confirmedToken(t, { max_supply: '10' });
      const txids: string[] = [];
      for (let times = 0; times < 2; times++) {
        const send = { asset_guid: guid, address: (await ownAddress(t.world, 'bech32')).address };
        txids.push(await t.result('assetsend', { ...send, amount: text(BigInt(t.random.integer(300_000_000, 500_000_000))) }));
        await t.world.mine(1);
        txids.push(await t.result('assetallocationsend', { ...send, amount: text(BigInt(t.random.integer(1, 300_000_000))) }));
        await t.world.mine(1);
      }
      let unspent = 0n;
      for (const txid of txids)
        for (const [n, amount] of (await carriedBy(t, txid, guid)).carried)
          if ((await t.result('gettxout', { txid, n })) !== null) unspent += amount;
      t.equal((await supplies(t, guid)).total, unspent, 'smallest units of total_supply, compared with the unspent outputs', {
        path: 'total_supply',
      });
    },
  }),
];
