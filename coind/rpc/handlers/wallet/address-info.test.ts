import { afterAll, beforeAll, expect, it } from 'vitest';
import { embeddedOptions } from '../../../options/default-options.ts';
import { runNode, type RunningNode } from '../../../node.ts';

let node: RunningNode;
beforeAll(async () => {
  node = await runNode({ wallet: { ...embeddedOptions.wallet, keypool: 2 } });
});
afterAll(() => node.stop());

const info = (address: string) => node.call('getaddressinfo', { address });
const own = (type: 'legacy' | 'p2sh-segwit') => node.call('getnewaddress', { label: '', address_type: type });

it('an embedded address has its labels and hdmasterkeyid, without the fields that document 1 leaves out', async () => {
  const { hdseedid, embedded } = await info(await own('p2sh-segwit'));
  expect(embedded).toMatchObject({ label: '', labels: [], hdmasterkeyid: hdseedid });
  for (const field of ['timestamp', 'hdkeypath', 'hdseedid', 'ismine', 'iswatchonly', 'account'])
    expect(embedded).not.toHaveProperty(field);
});

it('an embedded multisig address is described with its script and its label', async () => {
  const pubkeys: string[] = [];
  for (let i = 0; i < 2; i++) pubkeys.push((await info(await own('legacy'))).pubkey!);
  const add = (label: string, type: 'bech32' | 'p2sh-segwit') =>
    node.call('addmultisigaddress', { nrequired: 2, keys: pubkeys, label, address_type: type });
  const inner = await add('inner', 'bech32');
  const outer = await add('outer', 'p2sh-segwit');
  expect(await info(outer.address)).toMatchObject({
    label: 'outer',
    script: 'witness_v0_scripthash',
    embedded: {
      address: inner.address,
      script: 'multisig',
      hex: inner.redeemScript,
      pubkeys,
      sigsrequired: 2,
      label: 'inner',
      labels: [{ name: 'inner', purpose: 'send' }],
    },
  });
});
