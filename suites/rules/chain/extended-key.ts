import { HDKey } from '@scure/bip32';
import { hex } from '@scure/base';
import { keyFrom } from '../../../fixtures/world/keys.ts';
import type { Trial } from '../../../engine/trial.ts';
import { scan } from './scan.ts';

/** Version bytes of extended keys (BIP 32): those of test networks, which regtest shares in most families, and the main ones. */
const VERSIONS = [
  { public: 0x043587cf, private: 0x04358394 },
  { public: 0x0488b21e, private: 0x0488ade4 },
] as const;

/** An extended key that no wallet has, in the form that the node reads. The private one is registered as a secret. */
export async function extendedKey(t: Trial): Promise<HDKey> {
  const seed = t.random.bytes(32);
  for (const versions of VERSIONS) {
    const key = HDKey.fromMasterSeed(seed, versions);
    t.world.secrets.add(key.privateExtendedKey);
    const answer = await t.call('scantxoutset', { action: 'start', scanobjects: [`pkh(${key.publicExtendedKey})`] });
    if (answer.ok) return key;
  }
  // Neither form is read. The first one is asked for again, so that the refusal becomes the finding.
  const key = HDKey.fromMasterSeed(seed, VERSIONS[0]);
  await scan(t, [`pkh(${key.publicExtendedKey})`]);
  return key;
}

/** The P2PKH address of a child of the key. */
export async function addressOf(t: Trial, key: HDKey): Promise<string> {
  return keyFrom(key.privateKey as Uint8Array, await t.world.use('chainParameters')).addresses.legacy;
}

export const publicKeyOf = (key: HDKey): string => hex.encode(key.publicKey as Uint8Array);
