import { bech32, hex } from '@scure/base';
import { base58check } from '../../../fixtures/world/keys.ts';
import type { Case } from '../../../engine/case.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { ConvertedAddress } from '../../../specs/model/generated/wire.d.ts';
import { rule } from '../rule.ts';

const convert = (t: Trial, address: string): Promise<ConvertedAddress> => t.result('convertaddress', { address });

/** The hash in an address of any format and prefix, in hex; undefined for any other text. */
function hashOf(address: string): string | undefined {
  const segwit = bech32.decodeUnsafe(address);
  if (segwit) {
    const program = bech32.fromWordsUnsafe(segwit.words.slice(1));
    return program ? hex.encode(program) : undefined;
  }
  try {
    return hex.encode(base58check.decode(address).slice(1));
  } catch {
    return undefined; // the library throws for a text that is not base58 with a checksum
  }
}

const bothWays = rule({
  rule: 'convertaddress/both-ways',
  effect: ['read'],
  run: async (t) => {
    for (const type of ['legacyAddress', 'p2shSegwitAddress', 'bech32Address'] as const) {
      const { address } = await t.world.use(type);
      const there = await convert(t, address);
      t.ok([there.v3address, there.v4address].includes(address), 'neither v3address nor v4address is the converted address');
      t.equal(await convert(t, there.v4address), there, 'the conversion of v4address (compared with the first conversion)');
      const back = await convert(t, there.v3address);
      t.equal(
        [back.v3address, hashOf(back.v4address)],
        [there.v3address, hashOf(there.v4address)],
        'v3address and the hash of v4address in the conversion of the old address',
      );
    }
  },
});

const asPublicKeyHash = rule({
  rule: 'convertaddress/p2wpkh-as-p2pkh',
  effect: ['read'],
  run: async (t) => {
    const { address } = await t.world.use('bech32Address');
    const { v3address } = await convert(t, address);
    t.equal(hashOf(v3address), hashOf(address), 'the key hash in v3address of a P2WPKH address', { path: 'v3address' });
    t.ok(bech32.decodeUnsafe(v3address) === undefined, `v3address of a P2WPKH address is ${v3address}, expected a P2PKH address`, {
      path: 'v3address',
    });
  },
});

const formats = rule({
  rule: ['convertaddress/v4-new', 'convertaddress/v3-old'],
  effect: ['read'],
  run: async (t) => {
    const { address } = await t.world.use('bech32Address');
    const { v3address, v4address } = await convert(t, address);
    t.equal(v4address, address, 'v4address of a new witness address of the node', { path: 'v4address' });
    t.ok(v3address !== v4address, `v3address and v4address of ${address} are equal, expected different formats`, {
      path: 'v3address',
    });
    t.equal((await convert(t, v3address)).v3address, v3address, 'v3address of a v3address', { path: 'v3address' });
    // What is no address is refused, or has both formats all the same.
    await t.answer('convertaddress', { address: `no${t.random.word(12)}` });
  },
});

export const convertaddressRules: readonly Case[] = [bothWays, asPublicKeyHash, formats];
