import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { guidOf } from '../../../assets/guid.ts';
import { runNode, type RunningNode } from '../../../node.ts';
import type { MethodId } from '../../handler.ts';
import { writeJson } from '../../json/json-text.ts';
import { nodeCalls } from '../testing/node-calls.ts';

let node: RunningNode;
const { call, refusal } = nodeCalls(() => node);

beforeAll(async () => {
  node = await runNode();
  await call('generatetoaddress', [130, await call<string>('getnewaddress')]);
});

afterAll(() => node.stop());

interface Info {
  readonly asset_guid: number;
  readonly address: string;
  readonly txid: string;
  readonly balance: number;
  readonly total_supply: number;
  readonly max_supply: number;
  readonly update_flags: number;
  readonly contract: string;
  readonly public_value: string;
}

const mine = async (): Promise<void> => void (await call('generatetoaddress', [1, await call<string>('getnewaddress')]));
const info = (guid: number): Promise<Info> => call('assetinfo', [guid]);
const ownAddress = (): Promise<string> => call('getnewaddress', ['', 'bech32']);

interface Creation {
  readonly funding_amount?: number;
  readonly precision?: number;
  readonly max_supply?: string;
  readonly contract?: string;
  readonly updatecapability_flags?: number;
  readonly [name: string]: unknown;
}

const creation = (given: Creation): Creation => ({
  funding_amount: 1,
  symbol: 'TOK',
  description: 'a token',
  contract: '',
  precision: 2,
  max_supply: '1000',
  ...given,
});

/** A confirmed asset. */
async function created(given: Creation = {}): Promise<number> {
  const { asset_guid: guid } = await call<{ asset_guid: number }>('assetnew', creation(given));
  await mine();
  return guid;
}

/** A confirmed asset of which an address of the wallet holds an amount, confirmed. */
async function held(amount: string, given: Creation = {}): Promise<{ guid: number; address: string }> {
  const guid = await created(given);
  const address = await ownAddress();
  await call('assetsend', [guid, address, amount]);
  await mine();
  return { guid, address };
}

describe('assetnew', () => {
  test('creates an asset whose number is the hash of the first input, owned by an output with the funding amount', async () => {
    const { txid, asset_guid: guid } = await call<{ txid: string; asset_guid: number }>('assetnew', creation({ funding_amount: 2.5 }));
    await mine();
    const { transaction, service } = await call<{
      transaction: {
        version: number;
        vin: { txid: string; vout: number }[];
        vout: { value: number; scriptPubKey: { addresses?: string[] } }[];
      };
      service?: unknown;
    }>('coindecoderawtransaction', [(await call<{ hex: string }>('gettransaction', [txid])).hex]);
    expect(transaction.version).toBe(130);
    expect(guid).toBe(guidOf(transaction.vin[0]!));
    const { address } = await info(guid);
    expect(transaction.vout[0]).toMatchObject({ value: 2.5, scriptPubKey: { addresses: [address] } });
    expect(transaction.vout[1]).toMatchObject({ value: 150, scriptPubKey: { type: 'nulldata' } });
    expect(service).toMatchObject({
      type: 'assetnew',
      vout: 1,
      burnt: 150,
      allocations: [{ asset_guid: guid, outputs: [{ n: 0, units: 0 }] }],
    });
    expect(await info(guid)).toEqual({
      asset_guid: guid,
      symbol: 'TOK',
      txid,
      public_value: '{"desc":"a token"}',
      address,
      contract: '0x',
      balance: 1000,
      total_supply: 0,
      max_supply: 1000,
      update_flags: 127,
      precision: 2,
    });
    expect(await call('getaddressinfo', [address])).toMatchObject({ ismine: true });
  });

  test.each<[Creation, RegExp]>([
    [{ symbol: '' }, /^-8 symbol has 0 characters, expected 1 to 8/],
    [{ symbol: 'NINECHARS' }, /^-8 symbol has 9 characters/],
    [{ precision: 9 }, /^-8 precision is 9, expected 0 to 8/],
    [{ precision: -1 }, /^-8 precision is -1/],
    [{ max_supply: '0' }, /^-3 Amount out of range/],
    [{ max_supply: '0.001' }, /^-3 Invalid amount: max_supply is 0.001, expected at most 2 decimals/],
    [{ max_supply: '10000000000000000' }, /^-3 Invalid amount/],
    [{ contract: '0x5fbdb2315678afecb367f032d93f642f64180aa3' }, /^-8 contract is 0x5f.*expected 20 bytes as hex without 0x/],
    [{ contract: 'abcd' }, /^-8 contract/],
    [{ updatecapability_flags: 128 }, /^-8 updatecapability_flags is 128/],
    [{ notary_address: 'nobody' }, /^-5 Invalid address/],
    [{ notary_details: { endpoint: 'e', instant_transfers: true, hd_required: true } }, /^-8 notary_details are given without/],
    [{ auxfee_details: { auxfee_address: 'nobody', fee_struct: [1, 0.1] } }, /^-5 Invalid address: auxfee_address/],
    [{ auxfee_details: { auxfee_address: 'nobody', fee_struct: [1] } }, /^-8 fee_struct has 1 entries/],
    [{ auxfee_details: { auxfee_address: 'nobody', fee_struct: [1, 0.65536] } }, /^-8 fee_struct has the percentage 0.65536/],
    [{ funding_amount: 1_000_000 }, /^-6 Insufficient funds/],
  ])('is refused with %j', async (given, message) => {
    expect(await refusal('assetnew', creation(given))).toMatch(message);
  });

  test('cannot be paid by a wallet with less than the cost and leaves nothing behind', async () => {
    await call('createwallet', ['poor']);
    const poor = await node.call('getnewaddress', [], { wallet: 'poor' });
    await node.call('sendtoaddress', [poor, 150] as never, { wallet: '' });
    await node.call('generatetoaddress', [1, poor] as never, { wallet: '' });
    const addresses = (): Promise<unknown> => node.call('getaddressesbylabel', [''], { wallet: 'poor' });
    const before = await addresses();
    await expect(node.call('assetnew', creation({}) as never, { wallet: 'poor' })).rejects.toMatchObject({ code: -6 });
    expect(await node.call('listtransactions', [], { wallet: 'poor' })).toHaveLength(2);
    expect(await addresses()).toEqual(before);
    await call('unloadwallet', ['poor']);
  });
});

describe('the supply', () => {
  test.each([
    [8, '9999999999.99999999'],
    [0, '999999999999999999'],
    [3, '0.001'],
  ])('is exact with precision %i and a maximum of %s', async (precision, supply) => {
    const { guid, address } = await held(supply, { precision, max_supply: supply });
    const exact = async (): Promise<string> => writeJson(await node.call('assetinfo', [guid]));
    expect(await exact()).toContain(
      `"balance":${precision === 0 ? '0' : `0.${'0'.repeat(precision)}`},"total_supply":${supply},"max_supply":${supply}`,
    );
    expect(await refusal('assetsend', [guid, address, precision === 0 ? '1' : `0.${'0'.repeat(precision - 1)}1`])).toMatch(
      /^-26 bad-asset-supply/,
    );
    await call('assetallocationburn', [guid, address, supply, 'ab'.repeat(20)]);
    await mine();
    expect(await exact()).toContain(`"total_supply":${precision === 0 ? '0' : `0.${'0'.repeat(precision)}`},"max_supply":${supply}`);
    expect(await refusal('assetsend', [guid, address, supply])).toMatch(/^-26 bad-asset-supply/);
  });

  test('is spent by its owner, after a confirmation, and the output that owns the asset pays for it', async () => {
    const { txid, asset_guid: guid } = await call<{ txid: string; asset_guid: number }>('assetnew', creation({}));
    const address = await ownAddress();
    expect(await refusal('assetsend', [guid, address, 1])).toMatch(/^-8 Asset \d+ not found.*confirmation/);
    await mine();
    const sent = await call<string>('assetsend', [guid, address, 1]);
    expect(await refusal('assetsend', [guid, address, 1])).toMatch(/^-26 The last transaction of the owner.*not confirmed/);
    const { vin, vout } = await call<{ vin: { txid: string }[]; vout: { value: number }[] }>('getrawtransaction', [sent, true]);
    expect(vin.map((input) => input.txid)).toEqual([txid]);
    expect(vout).toHaveLength(3);
    expect(vout[0]!.value).toBeLessThan(1);
    await mine();
    expect(await info(guid)).toMatchObject({ balance: 999, total_supply: 1 });
  });

  test('is spent with other coins where the output that owns the asset is too small', async () => {
    const { guid } = await held('5', { funding_amount: 0.00005 });
    expect(await info(guid)).toMatchObject({ balance: 995, total_supply: 5 });
  });

  test('cannot be spent by another wallet', async () => {
    const guid = await created();
    await call('createwallet', ['other']);
    const other = await node.call('getnewaddress', [], { wallet: 'other' });
    await node.call('sendtoaddress', [other, 10] as never, { wallet: '' });
    await node.call('generatetoaddress', [1, other] as never, { wallet: '' });
    await expect(node.call('assetsend', [guid, other, 1] as never, { wallet: 'other' })).rejects.toMatchObject({ code: -4 });
    await expect(node.call('assetupdate', { asset_guid: guid, description: 'x' } as never, { wallet: 'other' })).rejects.toMatchObject({
      code: -4,
    });
    await expect(node.call('assetallocationsend', [guid, other, 1] as never, { wallet: 'other' })).rejects.toMatchObject({ code: -6 });
    await call('unloadwallet', ['other']);
  });
});

describe('transfers', () => {
  test('conserve the supply, and return the rest to the wallet', async () => {
    const { guid, address } = await held('10');
    const recipient = await ownAddress();
    await call('assetallocationsend', [guid, recipient, '2.5']);
    // Unconfirmed change can be sent on.
    await call('assetallocationsend', [guid, recipient, '7.5']);
    await mine();
    expect(await info(guid)).toMatchObject({ total_supply: 10, balance: 990 });
    expect(await refusal('assetallocationburn', [guid, address, 1, 'ab'.repeat(20)])).toMatch(
      /^-6 Insufficient funds: the address has 0.00/,
    );
    await call('assetallocationburn', [guid, recipient, 10, 'ab'.repeat(20)]);
    await mine();
    expect(await info(guid)).toMatchObject({ total_supply: 0, balance: 990 });
  });

  test('carry several assets to many addresses in one transaction', async () => {
    const divisible = await held('10');
    const other = await held('20', { precision: 0 });
    const [first, second] = [await ownAddress(), await ownAddress()];
    const txid = await call<string>('assetallocationsendmany', [
      [
        { asset_guid: divisible.guid, address: first, amount: '1.25' },
        { asset_guid: other.guid, address: second, amount: 4 },
        { asset_guid: divisible.guid, address: second, amount: '0.75' },
      ],
    ]);
    const { service } = await call<{ service: { type: string; allocations: { asset_guid: number; outputs: { units: number }[] }[] } }>(
      'coindecoderawtransaction',
      [(await call<{ hex: string }>('gettransaction', [txid])).hex],
    );
    expect(service.allocations.map(({ asset_guid: guid, outputs }) => [guid, outputs.map(({ units }) => units)])).toEqual([
      [divisible.guid, [125, 75, 800]],
      [other.guid, [4, 16]],
    ]);
    await mine();
    expect((await info(divisible.guid)).total_supply).toBe(10);
    expect((await info(other.guid)).total_supply).toBe(20);
  });

  test.each<[MethodId, (guid: number, address: string) => unknown[], RegExp]>([
    ['assetallocationsend', (guid, address) => [guid, address, '10.01'], /^-6 Insufficient funds: the wallet has 10.00/],
    ['assetallocationsend', (guid, address) => [guid, address, '0.001'], /^-3 Invalid amount/],
    ['assetallocationsend', (guid, address) => [guid, address, 0], /^-3 Amount out of range/],
    ['assetallocationsend', (guid, address) => [guid, address, '-1'], /^-3 Amount out of range/],
    ['assetallocationsend', (guid) => [guid, 'nobody', 1], /^-5 Invalid address/],
    ['assetallocationsend', (_, address) => [1, address, 1], /^-8 Asset 1 not found/],
    ['assetallocationsendmany', () => [[]], /^-8 payments is empty/],
    ['assetallocationburn', (guid, address) => [guid, address, 1, `0x${'ab'.repeat(20)}`], /^-8 ext address is 0x/],
    ['assetallocationburn', (guid, address) => [guid, address, 1, ''], /^-8 ext address/],
  ])('%s is refused in case %#', async (method, params, message) => {
    shared ??= await held('10');
    expect(await refusal(method, params(shared.guid, shared.address))).toMatch(message);
  });
  let shared: { guid: number; address: string } | undefined;
});

describe('payments of coin', () => {
  test('leave the outputs that carry assets alone', async () => {
    const { guid } = await held('10');
    const unspent = await call<{ txid: string; vout: number; amount: number }[]>('listunspent');
    const plain = unspent.filter((coin) => node.context.chain.coin(coin)?.asset === undefined);
    const all = plain.reduce((sum, { amount }) => sum + amount, 0).toFixed(8);
    const txid = await call<string>('sendtoaddress', [await ownAddress(), all, '', '', true]);
    const { vin } = await call<{ vin: { txid: string; vout: number }[] }>('getrawtransaction', [txid, true]);
    expect(vin).toHaveLength(plain.length);
    await mine();
    expect(await call('assetsend', [guid, await ownAddress(), 1])).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('assetupdate', () => {
  test('changes the named fields only', async () => {
    const guid = await created();
    const contract = '5fbdb2315678afecb367f032d93f642f64180aa3';
    await call('assetupdate', { asset_guid: guid, contract, updatecapability_flags: 3 });
    await mine();
    expect(await info(guid)).toMatchObject({
      contract: `0x${contract}`,
      update_flags: 3,
      max_supply: 1000,
      public_value: '{"desc":"a token"}',
    });
    await call('assetupdate', { asset_guid: guid, description: 'new', contract: '' });
    await mine();
    expect(await info(guid)).toMatchObject({ contract: '0x', public_value: '{"desc":"new"}' });
    expect(await refusal('assetupdate', { asset_guid: guid, max_supply: 2000 })).toMatch(/^-26 bad-asset-right/);
    expect(await refusal('assetupdate', { asset_guid: guid, updatecapability_flags: 127 })).toMatch(/^-26 bad-asset-right/);
    expect(await refusal('assetupdate', [guid])).toMatch(/^-8 Nothing to update/);
  });
});

test('listassets returns all assets by number, in parts', async () => {
  const all = await call<Info[]>('listassets', [1000]);
  expect(all.length).toBeGreaterThan(5);
  const guids = all.map((asset) => asset.asset_guid);
  expect(guids).toEqual(guids.toSorted((a, b) => a - b));
  for (const asset of all.slice(0, 3)) expect(await info(asset.asset_guid)).toEqual(asset);
  expect(await call('listassets', { count: 2, from: 1 })).toEqual(all.slice(1, 3));
  expect(await refusal('listassets', [-1])).toMatch(/^-8 count is -1/);
});
