import type { Curve } from '../crypto/curve.ts';
import { isPrivateKey } from '../crypto/private-key.ts';
import type { RandomSource } from '../random.ts';
import type { Clock } from '../clock.ts';
import { hash160 } from '../primitives/hash.ts';
import { WalletError } from './wallet-error.ts';
import type { Table } from '../state/types.ts';
import { chainOf, hardenedChild, masterPublicKey, pathNumbers, pathOf, type ExtendedKey } from './derivation.ts';
import { openKey, openMasterKey, sealKey, sealMasterKey } from './encryption.ts';
import type { KeyRecord, WalletRecords } from './records.ts';
import type { ScriptIndex } from './script-index.ts';
import type { KeyInfo } from './types.ts';

/** The unlocked state of an encrypted wallet. Kept in memory only. */
export interface Unlock {
  readonly masterKey: Buffer;
  /** Epoch seconds, as reported to callers. */
  readonly until: number;
  /** The same by the monotonic clock. */
  readonly deadlineMs: number;
}

export interface KeyRingDeps {
  readonly id: string;
  readonly records: WalletRecords;
  readonly index: ScriptIndex;
  readonly unlocks: Table<Unlock>;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly curve: Curve;
}

export type KeyDetails = Omit<KeyRecord, 'secret'>;

/** Long enough to create a new seed and keypool after encryption; the caller then locks the wallet. */
const ENCRYPTING_S = 3600;
/** The path that the family reports for a seed, which is a key of the wallet as well. */
const SEED_PATH = 's';

/** HASH160 of a public key as hex in display order (reversed bytes). */
const idOf = (publicKey: Buffer): string => hash160(publicKey).reverse().toString('hex');

/** The keys of a wallet and their metadata; private keys are encrypted in an encrypted wallet. */
export class KeyRing {
  readonly #deps: KeyRingDeps;
  readonly #keys = new Map<string, KeyRecord>(); // by public key, hex
  /** Chains from which keys are derived, cached while the seed is readable. */
  readonly #chains = new Map<boolean, { readonly chain: ExtendedKey; readonly fingerprint: string }>();

  constructor(deps: KeyRingDeps) {
    this.#deps = deps;
    for (const [publicKey, record] of deps.records.all('key')) this.#index(publicKey, record);
  }

  has(publicKey: Buffer): boolean {
    return this.#keys.has(publicKey.toString('hex'));
  }

  info(publicKey: Buffer): KeyInfo | undefined {
    const record = this.#keys.get(publicKey.toString('hex'));
    if (!record) return undefined;
    const { createdAt, path, seedId, internal } = record;
    return { publicKey, createdAt, internal, ...(path !== undefined && { path }), ...(seedId !== undefined && { seedId }) };
  }

  /** All keys, in no particular order. */
  all(): KeyInfo[] {
    return [...this.#keys.keys()].map((hex) => this.info(Buffer.from(hex, 'hex'))!);
  }

  /** The origin of a key (BIP 32): the seed's master key and a path, or the key itself if it was not derived. */
  origin(publicKey: Buffer): { readonly fingerprint: Buffer; readonly path: readonly number[] } | undefined {
    const record = this.#keys.get(publicKey.toString('hex'));
    if (!record) return undefined;
    if (record.fingerprint === undefined || record.path === undefined) return { fingerprint: hash160(publicKey).subarray(0, 4), path: [] };
    return { fingerprint: Buffer.from(record.fingerprint, 'hex'), path: pathNumbers(record.path) };
  }

  /** The private key; undefined if the wallet has none. Throws `WalletError` (locked) if the wallet is locked. */
  secret(publicKey: Buffer): Buffer | undefined {
    const record = this.#keys.get(publicKey.toString('hex'));
    if (!record) return undefined;
    const secret = Buffer.from(record.secret, 'hex');
    return this.encrypted ? openKey(secret, this.#masterKey(), publicKey) : secret;
  }

  /** Adds a private key and returns its public key. Throws `WalletError` (locked) if the wallet is locked. */
  add(secret: Buffer, compressed: boolean, details: KeyDetails): Buffer {
    const publicKey = this.#deps.curve.publicKey(secret, compressed);
    this.#put(secret, publicKey, details);
    return publicKey;
  }

  /** Adds a foreign key unless the wallet has it already. Throws `WalletError` (locked) if the wallet is locked. */
  importKey(secret: Buffer, compressed: boolean, createdAt: number): void {
    const publicKey = this.#deps.curve.publicKey(secret, compressed);
    if (!this.has(publicKey)) this.#put(secret, publicKey, { createdAt, internal: false });
  }

  #put(secret: Buffer, publicKey: Buffer, details: KeyDetails): void {
    const kept = this.encrypted ? sealKey(secret, this.#masterKey(), publicKey) : secret;
    const record: KeyRecord = { ...details, secret: kept.toString('hex') };
    const hex = publicKey.toString('hex');
    this.#deps.records.set('key', hex, record);
    this.#index(hex, record);
  }

  /** HASH160 of the seed in use, hex in display order. */
  get seedId(): string | undefined {
    const { seedKey } = this.#deps.records.meta;
    return seedKey === undefined ? undefined : idOf(Buffer.from(seedKey, 'hex'));
  }

  /**
   * Derives new keys from another seed. Throws `WalletError` (invalid-key-or-transaction) if the wallet has that key
   * already, (locked) while locked.
   */
  setSeed(seed: Buffer = this.#newSecret()): void {
    const publicKey = this.#deps.curve.publicKey(seed, true);
    if (this.has(publicKey)) {
      throw new WalletError('invalid-key-or-transaction', 'Already have this key (either as an HD seed or as a loose private key)');
    }
    this.add(seed, true, { createdAt: this.#deps.clock.seconds(), path: SEED_PATH, seedId: idOf(publicKey), internal: false });
    this.#deps.records.updateMeta({ seedKey: publicKey.toString('hex'), nextExternal: 0, nextInternal: 0 });
    this.#chains.clear();
  }

  /** Derives and adds `count` keys; returns their public keys. Throws `WalletError` (locked) while locked. */
  derive(internal: boolean, count: number): Buffer[] {
    const { records, clock } = this.#deps;
    const { seedId } = this;
    if (seedId === undefined || count === 0) return [];
    const { chain, fingerprint } = this.#chain(internal);
    const made: Buffer[] = [];
    let next = internal ? records.meta.nextInternal : records.meta.nextExternal;
    for (; made.length < count; next++) {
      const { key } = hardenedChild(chain, next);
      const publicKey = this.#deps.curve.publicKey(key, true);
      if (this.has(publicKey)) continue;
      this.#put(key, publicKey, { createdAt: clock.seconds(), path: pathOf(internal, next), seedId, fingerprint, internal });
      made.push(publicKey);
    }
    records.updateMeta(internal ? { nextInternal: next } : { nextExternal: next });
    return made;
  }

  get encrypted(): boolean {
    return this.#deps.records.meta.masterKey !== undefined;
  }

  get locked(): boolean {
    return this.encrypted && this.#unlock() === undefined;
  }

  /** Epoch seconds; 0 while locked; undefined if the wallet is not encrypted. */
  get unlockedUntil(): number | undefined {
    return this.encrypted ? (this.#unlock()?.until ?? 0) : undefined;
  }

  /** Encrypts all keys. The wallet stays unlocked, so that the caller can create a new seed and then lock it. */
  encrypt(passphrase: string): void {
    const { records, random } = this.#deps;
    const masterKey = random.bytes(32);
    for (const [hex, record] of this.#keys) {
      const sealed = { ...record, secret: sealKey(Buffer.from(record.secret, 'hex'), masterKey, Buffer.from(hex, 'hex')).toString('hex') };
      this.#keys.set(hex, sealed);
      records.set('key', hex, sealed);
    }
    records.updateMeta({ masterKey: sealMasterKey(masterKey, passphrase, random) });
    this.#open(masterKey, ENCRYPTING_S);
  }

  /** Only for an encrypted wallet. Throws `WalletError` (wrong-passphrase) for a wrong passphrase. */
  unlock(passphrase: string, seconds: number): void {
    this.#open(this.#opened(passphrase), seconds);
  }

  lock(): void {
    this.#deps.unlocks.delete(this.#deps.id);
    this.#chains.clear();
  }

  /** Does not lock or unlock the wallet. Throws `WalletError` (wrong-passphrase) for a wrong passphrase. */
  changePassphrase(oldPassphrase: string, newPassphrase: string): void {
    const masterKey = this.#opened(oldPassphrase);
    this.#deps.records.updateMeta({ masterKey: sealMasterKey(masterKey, newPassphrase, this.#deps.random) });
  }

  #opened(passphrase: string): Buffer {
    const masterKey = openMasterKey(this.#deps.records.meta.masterKey!, passphrase);
    if (!masterKey) throw new WalletError('wrong-passphrase', 'Error: The wallet passphrase entered was incorrect.');
    return masterKey;
  }

  #open(masterKey: Buffer, seconds: number): void {
    const { clock, unlocks, id } = this.#deps;
    const deadlineMs = clock.monotonic() + seconds * 1000;
    unlocks.set(id, { masterKey, until: clock.seconds() + seconds, deadlineMs });
    this.#lockAt(deadlineMs);
  }

  /** Removes the key from memory at the deadline, even without a call. */
  #lockAt(deadlineMs: number): void {
    const longest = 2_147_483_647;
    const waitMs = Math.min(Math.max(deadlineMs - this.#deps.clock.monotonic(), 0), longest);
    setTimeout(() => {
      const current = this.#deps.unlocks.get(this.#deps.id);
      if (current?.deadlineMs !== deadlineMs) return;
      if (this.#unlock()) this.#lockAt(deadlineMs);
    }, waitMs).unref();
  }

  #unlock(): Unlock | undefined {
    const unlock = this.#deps.unlocks.get(this.#deps.id);
    if (!unlock || unlock.deadlineMs > this.#deps.clock.monotonic()) return unlock;
    this.lock();
    return undefined;
  }

  #masterKey(): Buffer {
    const unlock = this.#unlock();
    if (!unlock) throw unlockNeeded();
    return unlock.masterKey;
  }

  #chain(internal: boolean): { readonly chain: ExtendedKey; readonly fingerprint: string } {
    if (this.locked) throw unlockNeeded();
    const known = this.#chains.get(internal);
    if (known) return known;
    const seed = this.secret(Buffer.from(this.#deps.records.meta.seedKey!, 'hex'))!;
    const fingerprint = hash160(masterPublicKey(seed, this.#deps.curve)).subarray(0, 4).toString('hex');
    const made = { chain: chainOf(seed, internal), fingerprint };
    this.#chains.set(internal, made);
    return made;
  }

  #newSecret(): Buffer {
    let secret = this.#deps.random.bytes(32);
    while (!isPrivateKey(secret)) secret = this.#deps.random.bytes(32);
    return secret;
  }

  #index(hex: string, record: KeyRecord): void {
    this.#keys.set(hex, record);
    this.#deps.index.addKey(Buffer.from(hex, 'hex'), true);
  }
}

export const unlockNeeded = (): WalletError =>
  new WalletError('locked', 'Error: Please enter the wallet passphrase with walletpassphrase first.');
