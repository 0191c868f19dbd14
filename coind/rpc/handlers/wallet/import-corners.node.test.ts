import { describe } from 'vitest';
import { testInFamily, type FamilyNode } from '../../../testing/family.ts';

interface Info {
  readonly ismine: boolean;
  readonly iswatchonly: boolean;
  readonly timestamp?: number;
}

interface Coin {
  readonly txid: string;
  readonly spendable: boolean;
}

/** HASH160 of the uncompressed public key of the private key 1. */
const UNCOMPRESSED_HASH = '91b24bf9f5288532960ac687abb035127b1d28a5';
/** The WIF of that private key on regtest networks of the family. */
const UNCOMPRESSED_WIF = '91avARGdfge8E4tZfYLoxeJ5sGBdNJQH4kvjJoQFacbgwmaKkrx';

const scriptOf = async ({ call }: FamilyNode, address: string): Promise<string> =>
  (await call<{ scriptPubKey: string }>('getaddressinfo', address)).scriptPubKey;

const mine = async ({ call }: FamilyNode, blocks = 1): Promise<unknown> => call('generatetoaddress', blocks, await call('getnewaddress'));

async function info({ call }: FamilyNode, address: string): Promise<Info> {
  const { ismine, iswatchonly } = await call<Info>('getaddressinfo', address);
  return { ismine, iswatchonly };
}

describe('importaddress', () => {
  testInFamily(
    'imports the script of an own key with its P2SH form, which becomes spendable',
    async (node) => {
      const { call } = node;
      await mine(node, 101);
      const script = await scriptOf(node, await call('getnewaddress', '', 'legacy'));
      const { p2sh } = await call<{ p2sh: string }>('decodescript', script);
      const before = await info(node, p2sh);
      await call('importaddress', script, '', false, true);
      const txid = await call('sendtoaddress', p2sh, 7);
      await mine(node);
      const coins = await call<Coin[]>('listunspent', 1, 9999, [p2sh]);
      const back = await call('sendtoaddress', await call('getnewaddress'), 56, '', '', true);
      await mine(node);
      return {
        before,
        after: await info(node, p2sh),
        coins: coins.map((coin) => [coin.txid === txid, coin.spendable]),
        spent: (await call<unknown[]>('listunspent', 1, 9999, [p2sh])).length,
        mined: (await call<{ confirmations: number }>('gettransaction', back)).confirmations,
      };
    },
    {
      before: { ismine: false, iswatchonly: false },
      after: { ismine: true, iswatchonly: false },
      coins: [[true, true]],
      spent: 0,
      mined: 1,
    },
  );

  testInFamily(
    'does not watch a witness program of an uncompressed key, which is unspendable',
    async (node) => {
      const { call } = node;
      await mine(node, 101);
      await call('importprivkey', UNCOMPRESSED_WIF, '', false);
      const script = `0014${UNCOMPRESSED_HASH}`;
      await call('importaddress', script, '', false);
      const address = await addressOfScript(node, script);
      await call('sendtoaddress', address, 1);
      await mine(node);
      return { ...(await info(node, address)), coins: (await call<unknown[]>('listunspent', 0, 9999, [address])).length };
    },
    { ismine: false, iswatchonly: false, coins: 0 },
  );
});

/** The address of an output script. */
async function addressOfScript({ call }: FamilyNode, script: string): Promise<string> {
  const { addresses } = await call<{ addresses: string[] }>('decodescript', script);
  return addresses[0]!;
}

testInFamily(
  'importmulti of a watched address uses the last given time',
  async (node) => {
    const { call } = node;
    await mine(node);
    await call('getbalance'); // waits until the wallet knows the block
    const address = await addressOfScript(node, `76a914${'12'.repeat(20)}88ac`);
    const times: (number | undefined)[] = [];
    const { mediantime } = await call<{ mediantime: number }>('getblockchaininfo');
    for (const timestamp of [1_577_836_900, 'now', 1_577_836_901]) {
      const answer = await call<{ success: boolean }[]>('importmulti', [{ scriptPubKey: { address }, timestamp, watchonly: true }], {
        rescan: false,
      });
      if (answer[0]?.success !== true) throw new Error(JSON.stringify(answer));
      const { timestamp: given } = await call<Info>('getaddressinfo', address);
      times.push(given === mediantime ? 0 : given);
    }
    return times;
  },
  [1_577_836_900, 0, 1_577_836_901],
);

testInFamily(
  'importmulti of an address that was imported without watchonly uses the last given time too',
  async (node) => {
    const { call } = node;
    const address = await addressOfScript(node, `76a914${'13'.repeat(20)}88ac`);
    const times: (number | undefined)[] = [];
    for (const timestamp of [1_577_836_900, 1_577_836_800, 1_577_836_901]) {
      const answer = await call<{ success: boolean }[]>('importmulti', [{ scriptPubKey: { address }, timestamp }], { rescan: false });
      if (answer[0]?.success !== true) throw new Error(JSON.stringify(answer));
      times.push((await call<Info>('getaddressinfo', address)).timestamp);
    }
    return times;
  },
  [1_577_836_900, 1_577_836_800, 1_577_836_901],
);

testInFamily(
  'addmultisigaddress takes an address whose public key was imported, and refuses one of which only the script is known',
  async (node) => {
    const { call, refusal } = node;
    const known = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
    await call('importpubkey', known, '', false);
    const address = await addressOfScript(node, `76a914751e76e8199196d454941c45d1b3a323f1433bd688ac`);
    const byAddress = await call<{ redeemScript: string }>('addmultisigaddress', 1, [address]);
    const other = await addressOfScript(node, `76a914${'14'.repeat(20)}88ac`);
    await call('importaddress', other, '', false);
    return [byAddress.redeemScript === `5121${known}51ae`, (await refusal('addmultisigaddress', 1, [other])).code];
  },
  [true, -5],
);
