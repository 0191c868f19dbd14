import { toWif } from './crypto/keys.ts';
import type { Curve } from './crypto/curve.ts';
import type { ChainParams } from './params.ts';
import type { NodeContext } from './node-context.ts';
import { hash160, sha256 } from './primitives/hash.ts';
import { addressOf } from './script/addresses.ts';
import { p2wpkh } from './script/standard.ts';

/** A publicly known key. */
export interface KnownKey {
  readonly wif: string;
  /** P2WPKH. */
  readonly address: string;
}

/** With this many blocks the first coinbase is mature and can be spent at once. */
const BLOCKS = 101;
const KEYS = 3;
export const FUNDED_LABEL = 'funded';

const secrets = Array.from({ length: KEYS }, (_, index) => sha256(Buffer.from(`coind funded ${index}`)));
const scriptOfKey = (key: Buffer, curve: Curve): Buffer => p2wpkh(hash160(curve.publicKey(key, true)));

/** The keys of the fixture `funded`, the same on every node. The blocks pay the first key. */
export function fundedKeys(params: ChainParams, curve: Curve): readonly KnownKey[] {
  return secrets.map((key) => ({ wif: toWif(key, true, params), address: addressOf(scriptOfKey(key, curve), params) ?? '' }));
}

/**
 * Creates the fixture `funded` on a new chain. Mines 101 blocks that pay a publicly known key, and imports that key and
 * two more into the first loaded wallet that can hold keys. A chain that already has blocks is not changed.
 */
export function makeFunded({
  chain,
  clock,
  miner,
  wallets,
  params,
  curve,
}: Pick<NodeContext, 'chain' | 'clock' | 'curve' | 'miner' | 'wallets' | 'params'>): void {
  if (chain.tip.height > 0) return;
  const wallet = wallets
    .list()
    .map((name) => wallets.get(name))
    .find((wallet) => wallet?.keychain.privateKeysEnabled === true && !wallet.keychain.ring.locked);
  for (const [index, { address }] of fundedKeys(params, curve).entries()) {
    const key = secrets[index] as Buffer;
    wallet?.import({
      scriptPubKey: scriptOfKey(key, curve),
      redeemScripts: [],
      publicKeys: [],
      privateKeys: [{ key, compressed: true }],
      label: FUNDED_LABEL,
      internal: false,
      watchOnly: false,
      timestamp: clock.seconds(),
    });
    wallet?.addressBook.set(address, FUNDED_LABEL, 'receive');
  }
  miner.mine(BLOCKS, scriptOfKey(secrets[0] as Buffer, curve), { maxTries: BLOCKS * 1_000 });
}
