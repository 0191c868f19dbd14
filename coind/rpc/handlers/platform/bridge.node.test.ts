import { RLP, type NestedUint8Array } from '@ethereumjs/rlp';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ExtChain, type BurnRequest } from '../../../../fixtures/ext-chain/ext-chain.ts';
import type { ExtProof } from '../../../../fixtures/ext-chain/ext-block.ts';
import { runNode, type RunningNode } from '../../../node.ts';
import { regtest } from '../../../regtest.ts';
import { nodeCalls } from '../testing/node-calls.ts';

const datadir = mkdtempSync(join(tmpdir(), 'bridge-'));
const bridge = regtest.bridgeContract.toString('hex');
const ext = new ExtChain({ seed: 'bridge' });
const destination = '1d'.repeat(20);

let node: RunningNode;
const { call, refusal } = nodeCalls(() => node);
let witness = '';

beforeAll(async () => {
  node = await runNode({ datadir });
  await call('generatetoaddress', [150, await ownAddress()]);
  witness = await ownAddress();
  await fundWitness(25);
});

afterAll(async () => {
  await node.stop();
  rmSync(datadir, { recursive: true });
});

const mine = (): Promise<string[]> => ownAddress().then((address) => call('generatetoaddress', [1, address]));
const ownAddress = (): Promise<string> => call('getnewaddress', ['', 'bech32']);
/** Coins that payments of the wallet may spend too. */
async function fundWitness(coins: number): Promise<void> {
  for (let coin = 0; coin < coins; coin++) await call('sendtoaddress', [witness, 0.1]);
  await mine();
}

const balance = (): Promise<number> => call('getbalance');

async function signed(hex: string): Promise<string> {
  const result = await call<{ hex: string; complete: boolean }>('signrawtransactionwithwallet', [hex]);
  expect(result.complete).toBe(true);
  return result.hex;
}

const signAndSend = async (hex: string): Promise<string> => call('sendrawtransaction', [await signed(hex)]);

interface Decoded {
  readonly txid: string;
  readonly version: number;
  readonly vin: readonly { readonly txid: string; readonly vout: number }[];
  readonly vout: readonly { readonly value: number; readonly scriptPubKey: { readonly hex: string; readonly addresses?: string[] } }[];
}

const decoded = (hex: string): Promise<Decoded> => call('decoderawtransaction', [hex]);

/** What the inputs of a transaction have more than its outputs. */
async function feeOf({ vin, vout }: Decoded): Promise<number> {
  let fee = 0;
  for (const { txid, vout: n } of vin) {
    const { vout: outputs } = await decoded((await call<{ hex: string }>('gettransaction', [txid])).hex);
    fee += outputs[n]!.value;
  }
  return Math.round((fee - vout.reduce((sum, { value }) => sum + value, 0)) * 1e8) / 1e8;
}

interface Burnt {
  readonly proof: ExtProof;
  readonly address: string;
}

/** A burn on the external chain, whose header the node knows. */
async function burnt(burn: Partial<BurnRequest> = {}, known = true): Promise<Burnt> {
  const address = await ownAddress();
  const { block, proofs } = await ext.mine([{ contract: bridge, amount: 150_000_000n, assetGuid: 0, address, ...burn }]);
  if (known) await call('coinsetextheaders', [[[block.number, block.root]]]);
  return { proof: proofs[0]!, address };
}

const mintArgs = ({ proof, address }: Burnt, amount: number | string = 1.5, changed: object = {}): object => ({
  address,
  amount,
  ...proof,
  witness,
  ...changed,
});

const minted = async (burn: Burnt, amount?: number | string): Promise<string> =>
  (await call<[string]>('coinmint', mintArgs(burn, amount)))[0];

describe('coinburn', () => {
  test.each([
    ['the bridge', true, 128, `6a14${destination}`],
    ['for good', false, 129, '6a'],
  ])('burns coin %s by an unsigned transaction, with the fee on top', async (_, bridged, version, script) => {
    const before = await balance();
    const [hex] = await call<[string]>('coinburn', [1.25, bridged, destination]);
    expect(await balance()).toBe(before);
    const transaction = await decoded(hex);
    expect(transaction.version).toBe(version);
    const burns = transaction.vout.filter(({ scriptPubKey }) => scriptPubKey.hex.startsWith('6a'));
    expect(burns.map(({ value, scriptPubKey }) => [value, scriptPubKey.hex])).toEqual([[1.25, script]]);
    expect(await feeOf(transaction)).toBeGreaterThan(0);
    const txid = await signAndSend(hex);
    const [block] = await mine();
    expect((await call<{ tx: string[] }>('getblock', [block!])).tx).toContain(txid);
    const vout = transaction.vout.indexOf(burns[0]!);
    expect(await call('gettxout', [txid, vout])).toBeNull();
  });

  test.each([
    ['nothing', 0, destination, '-3'],
    ['a destination of 19 bytes', 1, '1d'.repeat(19), '-8'],
    ['a destination with 0x', 1, `0x${'1d'.repeat(19)}`, '-8'],
    ['more than the wallet has', 80_000_000, destination, '-6'],
  ])('refuses %s', async (_, amount, address, code) => {
    expect(await refusal('coinburn', [amount, true, address])).toMatch(new RegExp(`^${code} `));
  });
});

describe('coinmint', () => {
  test('mints coin for the address of the burn, and the wallet pays the fee', async () => {
    const burn = await burnt();
    const hex = await minted(burn);
    const transaction = await decoded(hex);
    expect(transaction.version).toBe(133);
    expect(transaction.vout[0]).toMatchObject({ value: 1.5, scriptPubKey: { addresses: [burn.address] } });
    const fee = (await feeOf(transaction)) + 1.5;
    expect(fee).toBeGreaterThan(0);
    expect(fee).toBeLessThan(0.01);
    await signAndSend(hex);
    await mine();
    expect(await call('getreceivedbyaddress', [burn.address])).toBe(1.5);
  });

  test('spends a coin of the witness, who has to sign', async () => {
    const { vin } = await decoded(await minted(await burnt()));
    const owners = await Promise.all(
      vin.map(
        async ({ txid, vout }) =>
          (await call<{ scriptPubKey: { addresses: string[] } }>('gettxout', [txid, vout])).scriptPubKey.addresses[0],
      ),
    );
    expect(owners).toContain(witness);
    expect(await refusal('coinmint', mintArgs(await burnt(), 1.5, { witness: await ownAddress() }))).toMatch(/^-6 .*witness/);
  });

  test('mints a burn once, in the pool and in the chain', async () => {
    const burn = await burnt();
    const [first, second] = [await signed(await minted(burn)), await signed(await minted(burn))];
    await call('sendrawtransaction', [first]);
    if (second !== first) expect(await refusal('sendrawtransaction', [second])).toMatch(/^-26 /);
    await mine();
    expect(await refusal('coinmint', mintArgs(burn))).toMatch(/^-27 bad-mint-duplicate/);
    // The same burn by a proof that is reported for another block.
    const other = burn.proof.blocknumber + 5_000;
    await call('coinsetextheaders', [[[other, burn.proof.txroot_hex]]]);
    expect(await refusal('coinmint', mintArgs(burn, 1.5, { blocknumber: other }))).toMatch(/^-27 /);
  });

  test('is undone with its block, and can then be made again, once', async () => {
    const burn = await burnt();
    const hex = await signed(await minted(burn));
    const txid = await call<string>('sendrawtransaction', [hex]);
    const [block] = await mine();
    expect(await refusal('coinmint', mintArgs(burn))).toMatch(/^-27 /);
    await call('invalidateblock', [block]);
    expect(await call<string[]>('getrawmempool')).toContain(txid);
    expect(await minted(burn)).toMatch(/^[0-9a-f]+$/);
    const [again] = await mine();
    expect((await call<{ tx: string[] }>('getblock', [again])).tx).toContain(txid);
    expect(await refusal('coinmint', mintArgs(burn))).toMatch(/^-27 /);
    await call('reconsiderblock', [block]);
    expect(await refusal('coinmint', mintArgs(burn))).toMatch(/^-27 /);
  });

  test('remembers what was minted, and the headers, over a restart', async () => {
    const [burn, unminted] = [await burnt(), await burnt()];
    await signAndSend(await minted(burn));
    await mine();
    await node.stop();
    node = await runNode({ datadir });
    expect(await refusal('coinmint', mintArgs(burn))).toMatch(/^-27 /);
    await signAndSend(await minted(unminted));
    await mine();
    expect(await call('getreceivedbyaddress', [unminted.address])).toBe(1.5);
  });

  test('leaves the pool when the header of its block is replaced, and is refused then', async () => {
    const burn = await burnt();
    const txid = await signAndSend(await minted(burn));
    await call('coinsetextheaders', [[[burn.proof.blocknumber, 'ee'.repeat(32)]]]);
    expect(await call<string[]>('getrawmempool')).not.toContain(txid);
    await mine();
    expect(await call('getreceivedbyaddress', [burn.address])).toBe(0);
    expect(await refusal('coinmint', mintArgs(burn))).toMatch(/^-25 bad-mint-root/);
  });
});

describe('coinmint refuses with its own reason', () => {
  const flipped = (hex: string, at: number): string => hex.slice(0, at) + (hex[at] === '0' ? '1' : '0') + hex.slice(at + 1);
  const withoutLastNode = (hex: string): string =>
    Buffer.from(RLP.encode((RLP.decode(Buffer.from(hex, 'hex')) as NestedUint8Array).slice(0, -1))).toString('hex');

  test.each<[string, string, (proof: ExtProof) => Partial<ExtProof> & { [name: string]: unknown }]>([
    ['a forged transaction', '-25 bad-mint-proof-transaction', ({ tx_hex }) => ({ tx_hex: flipped(tx_hex, 40) })],
    [
      'a forged proof',
      '-25 bad-mint-proof-broken',
      (proof) => ({ txmerkleproof_hex: flipped(proof.txmerkleproof_hex, proof.txmerkleproof_hex.length - 2) }),
    ],
    ['a truncated proof', '-25 bad-mint-proof-malformed', (proof) => ({ txmerkleproof_hex: proof.txmerkleproof_hex.slice(0, -2) })],
    [
      'a proof without its last node',
      '-25 bad-mint-proof-truncated',
      ({ txmerkleproof_hex: proof }) => ({ txmerkleproof_hex: withoutLastNode(proof) }),
    ],
    ['another root', '-25 bad-mint-proof-root', () => ({ txroot_hex: 'ab'.repeat(32) })],
    ['another path', '-25 bad-mint-proof-', (proof) => ({ txmerkleroofpath_hex: proof.txmerkleroofpath_hex === '05' ? '06' : '05' })],
    ['a path that is no index', '-25 bad-mint-proof-path', () => ({ txmerkleroofpath_hex: '00' })],
    ['an unknown block', '-25 mint-block-unknown', () => ({ blocknumber: 900_000 })],
    ['another block', '-25 bad-mint-root', ({ blocknumber }) => ({ blocknumber: blocknumber - 1 })],
    ['another amount', '-25 bad-mint-amount', () => ({ amount: 1.50000001 })],
    ['nothing', '-3', () => ({ amount: 0 })],
    ['a negative block', '-8', () => ({ blocknumber: -1 })],
    ['a root that is too short', '-8', () => ({ txroot_hex: 'ab' })],
    ['text instead of hex', '-8', () => ({ tx_hex: 'xyz' })],
    ['an invalid address', '-5', () => ({ address: 'nowhere' })],
    ['an invalid witness', '-5', () => ({ witness: 'nobody' })],
  ])('%s', async (_, expected, change) => {
    await burnt(); // the block before
    const burn = await burnt();
    const answer = await refusal('coinmint', mintArgs(burn, 1.5, change(burn.proof)));
    expect(answer.slice(0, expected.length)).toBe(expected);
    expect(await minted(burn)).toMatch(/^[0-9a-f]+$/);
  });

  test('another receiver', async () => {
    expect(await refusal('coinmint', mintArgs(await burnt(), 1.5, { address: await ownAddress() }))).toMatch(/^-25 bad-mint-address/);
  });

  test('another contract', async () => {
    expect(await refusal('coinmint', mintArgs(await burnt({ contract: 'aa'.repeat(20) })))).toMatch(/^-25 bad-mint-contract/);
  });

  test('an asset that does not exist', async () => {
    expect(await refusal('coinmint', mintArgs(await burnt({ assetGuid: 12_345 })))).toMatch(/^-8 Asset 12345/);
  });
});

test('a block with a mint is valid on a node without headers, and invalid on one whose header has another root', async () => {
  const burn = await burnt();
  await signAndSend(await minted(burn));
  const [hash] = await mine();
  const height = await call<number>('getblockcount');
  const blocks = await Promise.all(
    Array.from({ length: height }, async (_, index) => call<string>('getblock', [await call<string>('getblockhash', [index + 1]), 0])),
  );
  const others = await Promise.all([runNode(), runNode()]);
  try {
    await others[1].call('coinsetextheaders', [[[burn.proof.blocknumber, 'ab'.repeat(32)]]]);
    for (const other of others) for (const block of blocks.slice(0, -1)) expect(await other.call('submitblock', [block])).toBeNull();
    expect(await others[0].call('submitblock', [blocks.at(-1)!])).toBeNull();
    expect(await others[0].call('getbestblockhash')).toBe(hash);
    expect(await others[1].call('submitblock', [blocks.at(-1)!])).toBe('bad-mint-root');
    expect(await others[1].call('getblockcount')).toBe(height - 1);
  } finally {
    for (const other of others) await other.stop();
  }
});

test('the witness of a mint must sign: a transaction that names another one is refused', async () => {
  const hex = await minted(await burnt());
  const script = (await call<{ scriptPubKey: string }>('getaddressinfo', [witness])).scriptPubKey;
  const stranger = (await call<{ scriptPubKey: string }>('getaddressinfo', [await ownAddress()])).scriptPubKey;
  expect(hex).toContain(script);
  expect(await refusal('sendrawtransaction', [await signed(hex.replace(script, stranger))])).toMatch(/^-26 bad-mint-witness/);
  expect(await signAndSend(hex)).toMatch(/^[0-9a-f]{64}$/);
});

test('a bridged token is issued and burnt whole, and then minted by proofs up to what was burnt', async () => {
  const contract = 'c5'.repeat(20);
  const owner = await ownAddress();
  const { asset_guid: guid } = await call<{ asset_guid: number }>('assetnew', {
    funding_amount: 1,
    symbol: 'BRI',
    description: 'bridged',
    contract,
    precision: 2,
    max_supply: 1000,
  });
  await mine();
  await call('assetsend', [guid, owner, 1000]);
  await mine();
  await call('assetallocationburn', [guid, owner, 1000, destination]);
  await mine();
  const supply = async (): Promise<number> => (await call<{ total_supply: number }>('assetinfo', [guid])).total_supply;
  expect(await supply()).toBe(0);
  await fundWitness(3);
  const part = await burnt({ contract, assetGuid: guid, amount: 60_000n });
  await signAndSend(await minted(part, '600.00'));
  await mine();
  expect(await supply()).toBe(600);
  const tooMuch = await burnt({ contract, assetGuid: guid, amount: 40_001n });
  expect(await refusal('sendrawtransaction', [await signed(await minted(tooMuch, '400.01'))])).toMatch(/^-26 bad-asset-supply/);
  const rest = await burnt({ contract, assetGuid: guid, amount: 40_000n });
  await signAndSend(await minted(rest, 400));
  await mine();
  expect(await supply()).toBe(1000);
  // What was minted can be sent on.
  await call('assetallocationburn', [guid, part.address, 600, destination]);
  await mine();
  expect(await supply()).toBe(400);
});
