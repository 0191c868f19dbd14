import { HDKey } from '@scure/bip32';
import { describe, expect, it } from 'vitest';
import { hash160 } from '../primitives/hash.ts';
import { chainOf, hardenedChild, masterKeyOf, masterPublicKey, pathNumbers, pathOf } from './derivation.ts';
import { curve } from '../crypto/testing/curve.ts';

describe('keys of a wallet', () => {
  it('are derived by BIP 32 as in another library', () => {
    for (let i = 0; i < 20; i++) {
      const seed = Buffer.alloc(32, i + 1);
      const master = HDKey.fromMasterSeed(seed);
      expect(masterKeyOf(seed).key).toEqual(Buffer.from(master.privateKey!));
      expect(masterPublicKey(seed, curve)).toEqual(Buffer.from(master.publicKey!));
      for (const internal of [false, true]) {
        const path = pathOf(internal, i * 1000);
        expect(hardenedChild(chainOf(seed, internal), i * 1000).key.toString('hex')).toBe(
          Buffer.from(master.derive(path).privateKey!).toString('hex'),
        );
      }
    }
  });

  // From litecoind 0.21: sethdseed with the WIF of this key, then getnewaddress and getrawchangeaddress.
  it('are those of litecoind with the same seed', () => {
    const seed = Buffer.from('d68e39ad838bf59a900e460b64c94e7fa407bca8cf800dcfef1ade0d7e1a701c', 'hex');
    const publicKey = (internal: boolean): string => curve.publicKey(hardenedChild(chainOf(seed, internal), 0).key, true).toString('hex');
    expect(publicKey(false)).toBe('038ee7e745ccb77fa1f2f7f0445346c4788b5e4618bb6b40d7bccbb7fe5f573297');
    expect(publicKey(true)).toBe('03376bb50840e4768f0ac69d68289b71afd21d3a8fbc1d9966aec39336fb509f61');
    expect(hash160(masterPublicKey(seed, curve)).subarray(0, 4).toString('hex')).toBe('b47d8665');
    expect(hash160(curve.publicKey(seed, true)).reverse().toString('hex')).toBe('b80c21d541095ddd03cfcc3f42cb59178285d438'); // hdseedid
  });

  it('have paths that can be parsed', () => {
    expect(pathNumbers(pathOf(true, 7))).toEqual([0x8000_0000, 0x8000_0001, 0x8000_0007]);
    expect(pathNumbers('m')).toEqual([]);
  });
});
