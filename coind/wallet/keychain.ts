import type { Curve } from '../crypto/curve.ts';
import { hash } from 'node:crypto';
import type { ChainParams } from '../params.ts';
import type { RandomSource } from '../random.ts';
import type { Clock } from '../clock.ts';
import { WalletError } from './wallet-error.ts';
import type { SigningProvider } from '../script/signing-provider.ts';
import { p2pk } from '../script/standard.ts';
import type { Table } from '../state/types.ts';
import { KeyRing, unlockNeeded, type Unlock } from './key-ring.ts';
import { Keypool, type ReservedKey } from './keypool.ts';
import { knownAddressOf } from './known-addresses.ts';
import type { ScriptRecord, WalletRecords } from './records.ts';
import { ScriptIndex } from './script-index.ts';
import type { ImportRequest, KeyInfo } from './types.ts';

export interface KeychainDeps {
  readonly id: string;
  readonly records: WalletRecords;
  readonly unlocks: Table<Unlock>;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly curve: Curve;
  readonly params: ChainParams;
  /** Keys that wait in each of the two queues of the pool. */
  readonly keypoolSize: number;
}

/** What a wallet can be paid at, and can sign for: its keys with the pool of those to come, and the scripts that it knows. */
export class Keychain {
  readonly index = new ScriptIndex();
  readonly ring: KeyRing;
  readonly pool: Keypool;
  readonly #records: WalletRecords;
  readonly #params: ChainParams;
  readonly #keypoolSize: number;

  constructor({ id, records, unlocks, clock, random, curve, params, keypoolSize }: KeychainDeps) {
    this.#records = records;
    this.#params = params;
    this.#keypoolSize = keypoolSize;
    this.ring = new KeyRing({ id, records, index: this.index, unlocks, clock, random, curve });
    this.pool = new Keypool(records, this.ring, clock);
    for (const [, { script }] of records.all('script')) this.index.addScript(Buffer.from(script, 'hex'));
    for (const [, record] of records.all('watch')) this.#learnWatched(record);
  }

  get privateKeysEnabled(): boolean {
    return this.#records.meta.privateKeys;
  }

  /** What is known of the key of this HASH160. */
  infoByHash(keyHash: Buffer): KeyInfo | undefined {
    const publicKey = this.index.publicKey(keyHash);
    return publicKey && this.ring.info(publicKey);
  }

  /**
   * Public keys, scripts and origins for solving; private keys too unless `withKeys` is false. Throws `WalletError` (locked)
   * where keys are asked for and the wallet is locked.
   */
  signing({ withKeys = true }: { readonly withKeys?: boolean } = {}): SigningProvider {
    if (withKeys && this.ring.locked) throw unlockNeeded();
    return {
      publicKey: (keyHash) => this.index.publicKey(keyHash),
      privateKey: (publicKey) => (withKeys ? this.ring.secret(publicKey) : undefined),
      script: (scriptHash) => this.index.script(scriptHash),
      origin: (publicKey) => this.ring.origin(publicKey),
    };
  }

  /** The next key of the pool. Throws `WalletError` (refused) in a wallet without private keys, (keypool-ran-out) where the pool ran out and the wallet is locked. */
  reserve(internal: boolean): ReservedKey {
    if (!this.privateKeysEnabled) throw new WalletError('refused', 'Error: Private keys are disabled for this wallet');
    if (!this.ring.locked) this.fillPool();
    const reserved = this.pool.reserve(internal);
    if (!reserved) throw new WalletError('keypool-ran-out', 'Error: Keypool ran out, please call keypoolrefill first');
    return reserved;
  }

  /** Throws `WalletError` (locked) while the wallet is locked. */
  fillPool(size = this.#keypoolSize): void {
    if (this.ring.seedId !== undefined) this.pool.fill(size);
  }

  /** A script was paid: where it is that of a key of the pool, that key and those before it are used. */
  markUsed(script: Buffer): void {
    const publicKey = this.index.keyOf(script);
    if (publicKey && this.pool.markUsed(publicKey) && !this.ring.locked) this.fillPool();
  }

  /**
   * Derives from another seed, by default a new one (document 1, `sethdseed`). Throws `WalletError` (refused) in a wallet
   * without private keys, and as `KeyRing.setSeed` does.
   */
  setSeed(seed: Buffer | undefined, newKeypool: boolean): void {
    if (!this.privateKeysEnabled) throw new WalletError('refused', 'Cannot set a HD seed to a wallet with private keys disabled');
    if (this.ring.locked) throw unlockNeeded();
    this.ring.setSeed(seed);
    if (!newKeypool) return;
    this.pool.clear();
    this.fillPool();
  }

  /** Throws `WalletError` (wrong-encryption-state) where it is encrypted, (encryption-failed) where there is nothing to encrypt. */
  encrypt(passphrase: string): void {
    if (this.ring.encrypted)
      throw new WalletError('wrong-encryption-state', 'Error: running with an encrypted wallet, but encryptwallet was called.');
    if (!this.privateKeysEnabled)
      throw new WalletError('encryption-failed', 'Error: wallet does not contain private keys, nothing to encrypt.');
    requirePassphrase(passphrase);
    this.ring.encrypt(passphrase);
    // Backups that were made before hold the old keys in clear: what is received from now on is not to depend on them.
    this.setSeed(undefined, true);
    this.ring.lock();
  }

  /** For so many seconds. Throws `WalletError` (wrong-passphrase), and (wrong-encryption-state) where it is not encrypted. */
  unlock(passphrase: string, seconds: number): void {
    this.#requireEncryption('walletpassphrase');
    requirePassphrase(passphrase);
    this.ring.unlock(passphrase, seconds);
    if (!this.ring.locked) this.fillPool();
  }

  /** Throws `WalletError` (wrong-encryption-state) where it is not encrypted. */
  lock(): void {
    this.#requireEncryption('walletlock');
    this.ring.lock();
  }

  /** Throws `WalletError` (wrong-passphrase), and (wrong-encryption-state) where it is not encrypted. */
  changePassphrase(oldPassphrase: string, newPassphrase: string): void {
    this.#requireEncryption('walletpassphrasechange');
    requirePassphrase(oldPassphrase);
    requirePassphrase(newPassphrase);
    this.ring.changePassphrase(oldPassphrase, newPassphrase);
  }

  /** Everything of a request but its label. */
  import({ scriptPubKey, redeemScripts, publicKeys, privateKeys, watchOnly, timestamp }: ImportRequest): void {
    if (privateKeys.length > 0 && this.ring.locked) throw unlockNeeded();
    if (privateKeys.length > 0 && !this.privateKeysEnabled) {
      throw new WalletError('refused', 'Cannot import private keys to a wallet with private keys disabled');
    }
    for (const { key, compressed } of privateKeys) this.ring.importKey(Buffer.from(key), compressed, timestamp);
    for (const script of redeemScripts) this.addScript(script, timestamp);
    for (const publicKey of publicKeys) this.watch(p2pk(publicKey), timestamp);
    if (watchOnly || this.index.ownership(scriptPubKey) === 'none') this.watch(scriptPubKey, timestamp);
  }

  /** Redeem and witness scripts that were added, with the time that they are dated; 0 where unknown: for dumps. */
  scripts(): readonly { readonly script: Buffer; readonly createdAt: number }[] {
    const rich = ([, { script, createdAt }]: [string, ScriptRecord]): { script: Buffer; createdAt: number } => ({
      script: Buffer.from(script, 'hex'),
      createdAt,
    });
    // What is watched by its address is no script that anybody imported as one.
    const raw = this.#records
      .all('watch')
      .map(rich)
      .filter(({ script }) => knownAddressOf(script, this.#params) === undefined);
    return [...this.#records.all('script').map(rich), ...raw];
  }

  addScript(script: Buffer, createdAt: number): void {
    const key = hash('sha256', script);
    if (this.#records.get('script', key)) return;
    this.#records.set('script', key, { script: script.toString('hex'), createdAt });
    this.index.addScript(script);
  }

  /** Watches an output script; the time of the last import of it counts. */
  watch(script: Buffer, createdAt: number): void {
    const record = { script: script.toString('hex'), createdAt };
    this.#records.set('watch', hash('sha256', script), record);
    this.#learnWatched(record);
  }

  /** Whether it watches scripts that it cannot spend from. */
  get watchesAny(): boolean {
    return this.#records.all('watch').some(([, record]) => this.index.ownership(Buffer.from(record.script, 'hex')) === 'watch');
  }

  /** The time that the import of an output script is dated; undefined where it was not imported as one. */
  watchedSince(script: Buffer): number | undefined {
    return this.#records.get('watch', hash('sha256', script))?.createdAt;
  }

  #learnWatched({ script }: ScriptRecord): void {
    this.index.addWatched(Buffer.from(script, 'hex'));
  }

  #requireEncryption(method: string): void {
    if (this.ring.encrypted) return;
    throw new WalletError('wrong-encryption-state', `Error: running with an unencrypted wallet, but ${method} was called.`);
  }
}

function requirePassphrase(passphrase: string): void {
  if (passphrase === '') throw new WalletError('invalid-request', 'passphrase can not be empty');
}
