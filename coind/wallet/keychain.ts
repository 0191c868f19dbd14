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
import { cachedAddressOf } from './address-cache.ts';
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
  /** Number of keys in each of the two queues of the keypool. */
  readonly keypoolSize: number;
}

/** The keys, keypool and scripts of a wallet: which outputs are its own, and which it can sign for. */
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
    for (const [, record] of records.all('watch')) this.#indexWatched(record);
  }

  get privateKeysEnabled(): boolean {
    return this.#records.meta.privateKeys;
  }

  /** Metadata of the key with this HASH160. */
  infoByHash(keyHash: Buffer): KeyInfo | undefined {
    const publicKey = this.index.publicKey(keyHash);
    return publicKey && this.ring.info(publicKey);
  }

  /**
   * Public keys, scripts and origins for solving; private keys too unless `withKeys` is false. Throws `WalletError` (locked)
   * if private keys are requested and the wallet is locked.
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

  /**
   * The next key of the keypool. Throws `WalletError` (refused) in a wallet without private keys, (keypool-ran-out) if the
   * keypool is empty and the wallet is locked.
   */
  reserve(internal: boolean): ReservedKey {
    if (!this.privateKeysEnabled) throw new WalletError('refused', 'Error: Private keys are disabled for this wallet');
    if (!this.ring.locked) this.fillPool();
    const reserved = this.pool.reserve(internal);
    if (!reserved) throw new WalletError('keypool-ran-out', 'Error: Keypool ran out, please call keypoolrefill first');
    return reserved;
  }

  /** Fills both queues of the keypool. Throws `WalletError` (locked) while the wallet is locked. */
  fillPool(size = this.#keypoolSize): void {
    if (this.ring.seedId !== undefined) this.pool.fill(size);
  }

  /** Handles a payment to a script: if it is the script of a key in the keypool, that key and all before it are used. */
  markUsed(script: Buffer): void {
    const publicKey = this.index.keyOf(script);
    if (publicKey && this.pool.markUsed(publicKey) && !this.ring.locked) this.fillPool();
  }

  /**
   * Derives new keys from another seed, by default a random one (document 1, `sethdseed`). Throws `WalletError` (refused)
   * in a wallet without private keys, and as `KeyRing.setSeed` does.
   */
  setSeed(seed: Buffer | undefined, newKeypool: boolean): void {
    if (!this.privateKeysEnabled) throw new WalletError('refused', 'Cannot set a HD seed to a wallet with private keys disabled');
    if (this.ring.locked) throw unlockNeeded();
    this.ring.setSeed(seed);
    if (!newKeypool) return;
    this.pool.clear();
    this.fillPool();
  }

  /** Throws `WalletError` (wrong-encryption-state) if it is encrypted already, (encryption-failed) if it has no private keys. */
  encrypt(passphrase: string): void {
    if (this.ring.encrypted)
      throw new WalletError('wrong-encryption-state', 'Error: running with an encrypted wallet, but encryptwallet was called.');
    if (!this.privateKeysEnabled)
      throw new WalletError('encryption-failed', 'Error: wallet does not contain private keys, nothing to encrypt.');
    requirePassphrase(passphrase);
    this.ring.encrypt(passphrase);
    // Earlier backups hold the old keys unencrypted: later payments must not go to these keys.
    this.setSeed(undefined, true);
    this.ring.lock();
  }

  /** Throws `WalletError` (wrong-passphrase), and (wrong-encryption-state) if the wallet is not encrypted. */
  unlock(passphrase: string, seconds: number): void {
    this.#requireEncryption('walletpassphrase');
    requirePassphrase(passphrase);
    this.ring.unlock(passphrase, seconds);
    if (!this.ring.locked) this.fillPool();
  }

  /** Throws `WalletError` (wrong-encryption-state) if the wallet is not encrypted. */
  lock(): void {
    this.#requireEncryption('walletlock');
    this.ring.lock();
  }

  /** Throws `WalletError` (wrong-passphrase), and (wrong-encryption-state) if the wallet is not encrypted. */
  changePassphrase(oldPassphrase: string, newPassphrase: string): void {
    this.#requireEncryption('walletpassphrasechange');
    requirePassphrase(oldPassphrase);
    requirePassphrase(newPassphrase);
    this.ring.changePassphrase(oldPassphrase, newPassphrase);
  }

  /** Imports the keys and scripts of a request; its label is not handled here. */
  import({ scriptPubKey, redeemScripts, publicKeys, privateKeys, watchOnly, timestamp }: ImportRequest): void {
    if (privateKeys.length > 0 && this.ring.locked) throw unlockNeeded();
    if (privateKeys.length > 0 && !this.privateKeysEnabled) {
      throw new WalletError('refused', 'Cannot import private keys to a wallet with private keys disabled');
    }
    for (const { key, compressed } of privateKeys) this.ring.importKey(Buffer.from(key), compressed, timestamp);
    for (const script of redeemScripts) this.addScript(script, timestamp);
    for (const publicKey of publicKeys) this.watch(p2pk(publicKey), timestamp);
    // A bare script gets the new time, also if it is watched already.
    const isBare = privateKeys.length + publicKeys.length + redeemScripts.length === 0;
    if (watchOnly || isBare || this.index.ownership(scriptPubKey) === 'none') this.watch(scriptPubKey, timestamp);
  }

  /** Added redeem and witness scripts with their times in epoch seconds, 0 if unknown: for dumps. */
  scripts(): readonly { readonly script: Buffer; readonly createdAt: number }[] {
    const rich = ([, { script, createdAt }]: [string, ScriptRecord]): { script: Buffer; createdAt: number } => ({
      script: Buffer.from(script, 'hex'),
      createdAt,
    });
    // An output script that is watched by its address was not imported as a script.
    const raw = this.#records
      .all('watch')
      .map(rich)
      .filter(({ script }) => cachedAddressOf(script, this.#params) === undefined);
    return [...this.#records.all('script').map(rich), ...raw];
  }

  addScript(script: Buffer, createdAt: number): void {
    const key = hash('sha256', script);
    if (this.#records.get('script', key)) return;
    this.#records.set('script', key, { script: script.toString('hex'), createdAt });
    this.index.addScript(script);
  }

  /** Watches an output script. A repeated import replaces the time of the earlier one. */
  watch(script: Buffer, createdAt: number): void {
    const record = { script: script.toString('hex'), createdAt };
    this.#records.set('watch', hash('sha256', script), record);
    this.#indexWatched(record);
  }

  /** Whether the wallet has watch-only scripts. */
  get watchesAny(): boolean {
    return this.#records.all('watch').some(([, record]) => this.index.ownership(Buffer.from(record.script, 'hex')) === 'watch');
  }

  /** Time of the import of an output script, epoch seconds; undefined if it was not imported. */
  watchedSince(script: Buffer): number | undefined {
    return this.#records.get('watch', hash('sha256', script))?.createdAt;
  }

  #indexWatched({ script }: ScriptRecord): void {
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
