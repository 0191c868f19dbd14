import { bech32, hex } from '@scure/base';
import { base58check } from '../../../fixtures/world/keys.ts';
import type { Case } from '../../../engine/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import type { ConvertedAddress } from '../../../specs/model/generated/wire.d.ts';
import { rule } from '../rule.ts';

const convert = (t: Trial, address: string): Promise<ConvertedAddress> => t.result('convertaddress', { address });

/** The hash that an address pays to, as hex, whatever its format and prefix; undefined for what is no address. */
function hashOf(address: string): string | undefined {
  const segwit = bech32.decodeUnsafe(address);
  if (segwit) {
    const program = bech32.fromWordsUnsafe(segwit.words.slice(1));
    return program ? hex.encode(program) : undefined;
  }
  try {
    return hex.encode(base58check.decode(address).slice(1));
  } catch {
    return undefined; // the library says by throwing that it is no base58 with a checksum
  }
}

const bothWays = rule({
  rule: 'convertaddress/both-ways',
  effect: ['read'],
  run: async (t) => {
    for (const type of ['legacyAddress', 'p2shSegwitAddress', 'bech32Address'] as const) {
      const { address } = await t.world.use(type);
      const there = await convert(t, address);
      t.ok([there.v3address, there.v4address].includes(address), 'neither of the two addresses is the one that was to be converted');
      t.equal(await convert(t, there.v4address), there, 'what the new address is converted to, by the pair that it came from');
      const back = await convert(t, there.v3address);
      t.equal(
        [back.v3address, hashOf(back.v4address)],
        [there.v3address, hashOf(there.v4address)],
        'the old address, and the hash in the new one, that the old address is converted to',
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
    t.equal(hashOf(v3address), hashOf(address), 'the key hash in the old form of a P2WPKH address', { path: 'v3address' });
  },
});

const formats = rule({
  rule: ['convertaddress/v4-new', 'convertaddress/v3-old'],
  effect: ['read'],
  run: async (t) => {
    const { address } = await t.world.use('bech32Address');
    const { v3address, v4address } = await convert(t, address);
    t.equal(v4address, address, 'the new form of a witness address that the node made just now', { path: 'v4address' });
    t.ok(v3address !== v4address, `both forms of ${address} are the same, and only one of them can be the old format`, {
      path: 'v3address',
    });
    t.equal((await convert(t, v3address)).v3address, v3address, 'the old form of an address in its old form', { path: 'v3address' });
  },
});

export const convertaddressRules: readonly Case[] = [bothWays, asPublicKeyHash, formats];
