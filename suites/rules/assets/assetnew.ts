import { payByWallet } from '../../../fixtures/world/ingredients/wallet-payments.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { Case } from '../../../engine/case.ts';
import { ownAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import { COIN } from '../../../fixtures/world/ingredients/coin-pool.ts';
import { fundToken } from '../../../fixtures/world/ingredients/tokens.ts';
import type { TransactionOutput } from '../../../specs/model/generated/wire.d.ts';
import { amountSat, sumSat } from '../../support/amounts.ts';
import { addressPart, mustShowOf, textPart, unitsPart } from '../../support/service-data.ts';
import { withSpareWallet } from '../../support/spare-wallets.ts';
import { rule } from '../rule.ts';
import { addressIn, refusedIn } from '../support/own-wallet.ts';
import { confirmedToken, mustBeBroadcast, newToken, tokenArguments, tokenCall, type TokenArguments } from '../../support/tokens.ts';

const COST_SAT = 150n * COIN;
/** Far above every fee of one transaction. */
const MAX_GAS_SAT = COIN;
const creates = {
  effect: ['wallet', 'chain'],
  uses: ['assetinfo', 'getrawmempool', 'getrawtransaction', 'getaddressinfo'],
} as const;

const valueSat = (t: Trial, { value }: TransactionOutput): bigint => amountSat(t, value, 'vout[].value');

/** What a transaction takes from the wallet: its inputs, which are all of the wallet, less the outputs for addresses of the wallet. */
async function spentSat(t: Trial, txid: string): Promise<bigint> {
  const { vin, vout } = await t.result('getrawtransaction', { txid, verbose: true });
  const inputs: bigint[] = [];
  const lost: string[] = [];
  for (const input of vin) {
    if (input.txid === undefined || input.vout === undefined) continue;
    const before = (await t.result('getrawtransaction', { txid: input.txid, verbose: true })).vout[input.vout];
    if (before) inputs.push(valueSat(t, before));
    else lost.push(`${input.txid}:${input.vout}`);
  }
  // One check, however many coins the wallet paid with.
  t.equal(lost, [], `outputs that ${txid} spends and that getrawtransaction does not have`);
  const own: bigint[] = [];
  for (const output of vout) {
    const [address] = output.scriptPubKey.addresses ?? [];
    if (address !== undefined && (await t.result('getaddressinfo', { address })).ismine) own.push(valueSat(t, output));
  }
  return sumSat(inputs) - sumSat(own);
}

/** The call must be refused, and cost nothing. */
const refusedToken = async (t: Trial, given: Partial<TokenArguments>, why: string): Promise<void> => {
  await fundToken(t.world);
  await t.refused('assetnew', tokenCall(t, given), why);
};

const [BOUND, HIGHER_BOUND] = ['10', '1000'];

export const assetnewRules: readonly Case[] = [
  rule({
    ...creates,
    rule: [
      'assetnew/signs-and-broadcasts',
      'assetnew/funding-output',
      'assetnew/empty-contract',
      'assetnew/link-optional',
      'assetnew/description-public',
      'assetnew/guid-unique',
      'assetnew/cost',
    ],
    judges: ['s:provisioning-create', 'l:asset-creation-cost'],
    run: async (t) => {
      const { guid: other } = await t.world.use('token');
      const funding = BigInt(t.random.integer(100_000_000, 200_000_000));
      const description = `token ${t.random.word(10)}`;
      await fundToken(t.world);
      const before = new Set(await t.result('getrawmempool'));
      const { txid, asset_guid: guid } = await newToken(t, { funding_amount: formatSat(funding), description, contract: '' });
      await mustBeBroadcast(t, txid);
      const added = (await t.result('getrawmempool')).filter((txid) => !before.has(txid));
      t.equal(added, [txid], 'the transactions that entered the memory pool: one pays for one token');
      const costSat = await spentSat(t, txid);
      t.ok(
        costSat >= COST_SAT && costSat <= COST_SAT + MAX_GAS_SAT,
        `the transaction takes ${formatSat(costSat).value} coins from the wallet, expected 150 and a fee`,
      );
      await t.world.mine(1);
      t.ok(guid !== other, `two tokens have the number ${guid}`, { path: 'asset_guid' });
      const info = await t.result('assetinfo', { asset_guid: guid });
      t.equal([info.asset_guid, info.txid], [guid, txid], 'number and txid of the new token');
      t.ok(info.public_value.includes(description), `public_value is ${info.public_value}, without the description ${description}`);
      const { vout } = await t.result('getrawtransaction', { txid, verbose: true });
      const funded = vout
        .filter((output) => output.scriptPubKey.addresses?.includes(info.address) === true)
        .map((output) => valueSat(t, output));
      t.ok(
        funded.includes(funding),
        `no output for ${info.address}, the address of the token, has the funding amount ${formatSat(funding).value}`,
      );
    },
  }),
  rule({
    ...creates,
    rule: ['assetnew/max-supply-by-precision', 'assetnew/max-supply-at-8', 'assetnew/empty-placeholders'],
    judges: ['l:asset-symbol-length', 'l:asset-precision'],
    run: async (t) => {
      const most = '9000000000';
      const above = '20000000000';
      await refusedToken(t, { precision: 8, max_supply: above }, 'with precision 8 the maximum supply is about 10 billion');
      await refusedToken(t, { symbol: '' }, 'a symbol has 1 to 8 characters');
      await refusedToken(t, { symbol: 'NINECHARS' }, 'a symbol has 1 to 8 characters');
      await refusedToken(t, { precision: -1 }, 'a precision is 0 to 8');
      await refusedToken(t, { precision: 9 }, 'a precision is 0 to 8');
      const negative = await t.answer('assetnew', tokenArguments(t, { max_supply: '-1' }));
      if (negative.ok) {
        await t.world.mine(1);
        const info = await t.result('assetinfo', { asset_guid: negative.result.asset_guid });
        t.equal(amountSat(t, info.max_supply, 'max_supply'), -COIN, 'the maximum supply of a token made with -1', { path: 'max_supply' });
      }
      const notary = { updatecapability_flags: 127, notary_address: (await t.world.use('bech32Address')).address };
      const placeholders = { ...notary, notary_details: {}, auxfee_details: {} };
      const exact = await confirmedToken(t, { symbol: 'EIGHTCHR', precision: 8, max_supply: most, ...placeholders });
      const flags = t.random.integer(1, 126);
      const whole = await confirmedToken(t, { symbol: 'T', precision: 0, max_supply: above, updatecapability_flags: flags });
      t.equal((await t.result('assetinfo', { asset_guid: whole.asset_guid })).update_flags, flags, 'the flags of the token', {
        path: 'update_flags',
      });
      for (const [{ asset_guid: guid }, symbol, precision, supply] of [
        [exact, 'EIGHTCHR', 8, most],
        [whole, 'T', 0, above],
      ] as const) {
        const info = await t.result('assetinfo', { asset_guid: guid });
        t.equal([info.symbol, info.precision], [symbol, precision], 'symbol and precision of the new token');
        t.ok(amountSat(t, info.max_supply, 'max_supply') === BigInt(supply) * COIN, `max_supply differs from ${supply}`, {
          path: 'max_supply',
        });
      }
    },
  }),
  rule({
    ...creates,
    rule: 'assetnew/notary-details',
    uses: [...creates.uses, 'coindecoderawtransaction'],
    run: async (t) => {
      const instant = t.random.integer(0, 1) === 1;
      const details = { endpoint: `https://${t.random.word(8)}.example/`, instant_transfers: instant, hd_required: !instant };
      const { address } = await ownAddress(t.world, 'bech32');
      await refusedToken(t, { updatecapability_flags: 127, notary_details: details }, 'notary details are given without a notary');
      const { txid } = await confirmedToken(t, { updatecapability_flags: 127, notary_address: address, notary_details: details });
      await mustShowOf(t, txid, [addressPart('the notary', address), textPart('the endpoint of the notary', details.endpoint)]);
    },
  }),
  rule({
    ...creates,
    rule: ['assetnew/fee-alternates', 'assetnew/fee-range'],
    uses: [...creates.uses, 'coindecoderawtransaction'],
    run: async (t) => {
      const { address } = await t.world.use('bech32Address');
      const { address: operator } = await t.world.fresh('unownedAddress');
      const fees = (...entries: readonly (string | number)[]): Partial<TokenArguments> => ({
        updatecapability_flags: 127,
        notary_address: address,
        notary_details: {},
        auxfee_details: { auxfee_address: operator, fee_struct: entries },
      });
      await refusedToken(t, fees(BOUND), 'fee_struct has a bound without a percentage');
      await refusedToken(t, fees(BOUND, 0.1, HIGHER_BOUND), 'fee_struct has a bound without a percentage');
      await refusedToken(t, fees(BOUND, 0.65536), 'a percentage is at most 0.65535');
      await refusedToken(t, fees(BOUND, -0.00001), 'a percentage is at least 0');
      // Which bounds and addresses are refused is not stated. A bound that is taken is shown as it was given.
      await t.call('assetnew', tokenCall(t, { ...fees('0.001', 0.1), precision: 0 }));
      const invalid = `not an address ${t.random.word(8)}`;
      const unusable: readonly Partial<TokenArguments>[] = [
        fees('x', 0.1),
        { ...fees(), notary_address: invalid, auxfee_details: {} },
        { ...fees(), auxfee_details: { auxfee_address: invalid, fee_struct: [BOUND, 0.1] } },
      ];
      for (const given of unusable) await t.call('assetnew', tokenCall(t, given));
      const below = await t.answer('assetnew', tokenArguments(t, fees('-1', 0.1)));
      if (below.ok) await mustShowOf(t, below.result.txid, [textPart('the bound of a fee level', '-1')]);
      const { txid } = await confirmedToken(t, fees(0, 0, HIGHER_BOUND, 0.65535));
      const share = unitsPart('the percentage of a fee level', 65_535n);
      await mustShowOf(t, txid, [addressPart('the operator of the fee', operator), share]);
      // Levels of the same form are each shown.
      const shares = Array.from({ length: 3 }, () => t.random.integer(11_111, 59_999));
      const levels = shares.flatMap((share, level) => [String(10 ** (level + 1)), share / 100_000]);
      const several = await confirmedToken(t, fees(...levels));
      await mustShowOf(
        t,
        several.txid,
        shares.map((share, level) => unitsPart(`the percentage of fee level ${level}`, BigInt(share))),
      );
    },
  }),
  rule({
    ...creates,
    rule: 'assetnew/available-funds',
    uses: [...creates.uses, 'sendtoaddress'],
    run: async (t) => {
      await fundToken(t.world);
      await withSpareWallet(t, async (wallet) => {
        await payByWallet(t.world, [{ address: await addressIn(t.world, wallet), amountSat: COST_SAT }]);
        await t.world.mine(1);
        await refusedIn(t, wallet, { method: 'assetnew', args: tokenCall(t) }, { why: 'the wallet has 150 coins, and nothing for gas' });
      });
    },
  }),
];
