import type { Case } from '../../../engine/case.ts';
import { formatSat, stringify } from '../../../client/wire-json.ts';
import { ownAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import { parseTransaction, txidOf } from '../../../oracles/transaction.ts';
import { bridgeCalls, mintOf, transactionIn, witnessOf } from '../../support/bridge.ts';
import { decoded } from '../../support/decoded.ts';
import { mustShow, mustShowOf, textPart, unitsPart } from '../../support/service-data.ts';
import { text } from '../../support/token-supply.ts';
import { confirmedToken, extAddress } from '../../support/tokens.ts';
import { rule } from '../rule.ts';

export const coindecoderawtransactionRules: readonly Case[] = [
  rule({
    rule: ['coindecoderawtransaction/decodes', 'coindecoderawtransaction/service-data'],
    effect: ['read'],
    uses: ['assetnew', 'gettransaction'],
    run: async (t) => {
      const { guid, txid } = await t.world.use('token');
      const { hex } = await t.result('gettransaction', { txid });
      const expected = txidOf(decoded(t, 'the transaction that created a token', () => parseTransaction(hex)));
      // The documents do not show the form of the result.
      const shown = stringify(await t.world.result('coindecoderawtransaction', { hexstring: hex }));
      t.ok(shown.includes(`"${expected}"`), `the result does not contain the txid ${expected} of the transaction`);
      t.ok(
        new RegExp(`[^0-9]${guid}[^0-9]`).test(shown),
        `the result does not contain ${guid}, the number of the token in the service data`,
      );
    },
  }),
  rule({
    rule: 'coindecoderawtransaction/service-data',
    case: 'created',
    effect: ['wallet', 'chain'],
    uses: ['assetnew', 'getrawtransaction'],
    run: async (t) => {
      const [description, contract] = [`"${t.random.word(9)}" \\ ü`, t.random.hex(20)];
      const supply = BigInt(t.random.integer(100_000_001, 900_000_000));
      const { txid, asset_guid: guid } = await confirmedToken(t, { description, contract, max_supply: text(supply) });
      await mustShowOf(t, txid, [
        textPart('the number of the token', String(guid)),
        textPart('the description', description),
        textPart('the contract', contract),
        unitsPart('the maximum supply', supply),
      ]);
    },
  }),
  rule({
    rule: 'coindecoderawtransaction/service-data',
    case: 'moved',
    effect: ['wallet', 'chain'],
    uses: ['assetnew', 'assetsend', 'assetallocationburn', 'getrawtransaction'],
    run: async (t) => {
      const { asset_guid: guid } = await confirmedToken(t);
      const { address } = await ownAddress(t.world, 'bech32');
      const units = BigInt(t.random.integer(1_000_001, 900_000_000));
      const number = textPart('the number of the token', String(guid));
      const sent = await t.result('assetsend', { asset_guid: guid, address, amount: text(units) });
      await t.world.mine(1);
      await mustShowOf(t, sent, [number, unitsPart('the minted amount', units)]);
      const [burnt, destination] = [units - BigInt(t.random.integer(1, 1_000_000)), extAddress(t)];
      const burn = { asset_guid: guid, address, amount: text(burnt), 'ext address': destination };
      const txid = await t.result('assetallocationburn', burn);
      await t.world.mine(1);
      const parts = [number, unitsPart('the burnt amount', burnt), textPart('the external address', destination)];
      await mustShowOf(t, txid, parts);
    },
  }),
  rule({
    rule: 'coindecoderawtransaction/service-data',
    case: 'coin-burnt',
    effect: ['wallet'],
    uses: ['coinburn', ...bridgeCalls],
    run: async (t) => {
      await t.world.use('funds');
      const [amountSat, destination] = [BigInt(t.random.integer(1_000_001, 90_000_000)), extAddress(t)];
      const answer = await t.result('coinburn', {
        amount: formatSat(amountSat),
        burn_to_bridged: true,
        ext_destination_address: destination,
      });
      await mustShow(t, await transactionIn(t, answer), [
        unitsPart('the burnt amount', amountSat),
        textPart('the external address', destination),
      ]);
    },
  }),
  rule({
    rule: 'coindecoderawtransaction/service-data',
    case: 'coin-minted',
    effect: ['wallet', 'chain', 'network'],
    uses: ['coinmint', 'coinsetextheaders', ...bridgeCalls],
    run: async (t) => {
      const burn = await t.world.fresh('extBurn');
      const hex = await mintOf(t, { burn, witness: await witnessOf(t) });
      await mustShow(t, hex, [
        textPart('the external block of the burn', String(burn.blocknumber)),
        unitsPart('the minted amount', burn.amountSat),
      ]);
    },
  }),
];
