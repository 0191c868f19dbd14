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
import type { ImportRequest } from './types.ts';

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
  #watchBirth = Infinity;

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

  get birth(): number {
    return Math.min(this.ring.birth, this.#watchBirth);
  }

  /** See `Wallet.signing`. */
  signing(withKeys: boolean): SigningProvider {
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

  /** See `Wallet.setSeed`. */
  setSeed(seed: Buffer | undefined, newKeypool: boolean): void {
    if (!this.privateKeysEnabled) throw new WalletError('refused', 'Cannot set a HD seed to a wallet with private keys disabled');
    if (this.ring.locked) throw unlockNeeded();
    this.ring.setSeed(seed);
    if (!newKeypool) return;
    this.pool.clear();
    this.fillPool();
  }

  encrypt(passphrase: string): void {
    if (this.ring.encrypted) throw new WalletError('wrong-encryption-state', 'Error: running with an encrypted wallet, but encryptwallet was called.');
    if (!this.privateKeysEnabled) throw new WalletError('encryption-failed', 'Error: wallet does not contain private keys, nothing to encrypt.');
    requirePassphrase(passphrase);
    this.ring.encrypt(passphrase);
    // Backups that were made before hold the old keys in clear: what is received from now on is not to depend on them.
    this.setSeed(undefined, true);
    this.ring.lock();
  }

  unlock(passphrase: string, seconds: number): void {
    this.#requireEncryption('walletpassphrase');
    requirePassphrase(passphrase);
    this.ring.unlock(passphrase, seconds);
    if (!this.ring.locked) this.fillPool();
  }

  lock(): void {
    this.#requireEncryption('walletlock');
    this.ring.lock();
  }

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

  /** See `Wallet.scripts`. */
  scripts(): readonly { readonly script: Buffer; readonly createdAt: number }[] {
    const rich = ([, { script, createdAt }]: [string, ScriptRecord]): { script: Buffer; createdAt: number } =>
      ({ script: Buffer.from(script, 'hex'), createdAt });
    // What is watched by its address is no script that anybody imported as one.
    const raw = this.#records.all('watch').map(rich).filter(({ script }) => knownAddressOf(script, this.#params) === undefined);
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

  /** See `Wallet.watchesAny`. */
  get watchesAny(): boolean {
    return this.#records.all('watch').some(([, record]) => this.index.ownership(Buffer.from(record.script, 'hex')) === 'watch');
  }

  /** See `Wallet.watchedSince`. */
  watchedSince(script: Buffer): number | undefined {
    return this.#records.get('watch', hash('sha256', script))?.createdAt;
  }

  #learnWatched({ script, createdAt }: ScriptRecord): void {
    this.index.addWatched(Buffer.from(script, 'hex'));
    this.#watchBirth = Math.min(this.#watchBirth, Math.max(createdAt, 1));
  }

  #requireEncryption(method: string): void {
    if (this.ring.encrypted) return;
    throw new WalletError('wrong-encryption-state', `Error: running with an unencrypted wallet, but ${method} was called.`);
  }
}

function requirePassphrase(passphrase: string): void {
  if (passphrase === '') throw new WalletError('invalid-request', 'passphrase can not be empty');
}
