import { createHmac } from 'node:crypto';
import type { ChainParams } from '../params.ts';
import { decodeBase58check } from '../primitives/base58check.ts';
import type { Curve } from './curve.ts';
import { isPrivateKey } from './private-key.ts';

/** Indexes from here on are hardened: they need the private key. */
export const HARDENED = 0x80000000;

interface KeyParts {
  readonly curve: Curve;
  readonly depth: number;
  readonly chainCode: Buffer;
  readonly privateKey: Buffer | undefined;
  readonly publicKey?: Buffer;
}

/** An extended key, private or public, and its children (BIP 32). Public keys are computed when first needed. */
export class HDKey {
  readonly chainCode: Buffer;
  readonly privateKey: Buffer | undefined;
  readonly #curve: Curve;
  readonly #depth: number;
  #publicKey: Buffer | undefined;

  private constructor({ curve, depth, chainCode, privateKey, publicKey }: KeyParts) {
    this.#curve = curve;
    this.#depth = depth;
    this.chainCode = chainCode;
    this.privateKey = privateKey;
    this.#publicKey = publicKey;
  }

  /** From base58; undefined if it is invalid or of another chain. */
  static fromExtendedKey(text: string, params: ChainParams, curve: Curve): HDKey | undefined {
    const bytes = decodeBase58check(text);
    if (bytes === undefined || bytes.length !== 78) return undefined;
    const version = bytes.readUInt32BE(0);
    const isPrivate = version === params.extendedKeyVersions.private;
    if (!isPrivate && version !== params.extendedKeyVersions.public) return undefined;
    const depth = bytes[4]!;
    // A master key has no parent, so fingerprint and index must be zero.
    if (depth === 0 && bytes.subarray(5, 13).some((byte) => byte !== 0)) return undefined;
    const key = bytes.subarray(45);
    if (isPrivate ? key[0] !== 0 || !isPrivateKey(key.subarray(1)) : !curve.isPublicKey(key)) return undefined;
    const common = { curve, depth, chainCode: bytes.subarray(13, 45) };
    return new HDKey(isPrivate ? { ...common, privateKey: key.subarray(1) } : { ...common, privateKey: undefined, publicKey: key });
  }

  /** 33 bytes. */
  get publicKey(): Buffer {
    return (this.#publicKey ??= this.#curve.publicKey(this.privateKey!, true));
  }

  /**
   * Throws `RangeError` for a hardened child of a public key, below depth 255, and for the one child in 2^127 that does
   * not exist.
   */
  deriveChild(index: number): HDKey {
    const hardened = index >= HARDENED;
    if (hardened && this.privateKey === undefined) throw new RangeError('a hardened child needs the private key');
    if (this.#depth === 255) throw new RangeError('the maximum depth of a key is 255');
    const data = Buffer.alloc(37);
    if (hardened) data.set(this.privateKey!, 1);
    else data.set(this.publicKey);
    data.writeUInt32BE(index, 33);
    const digest = createHmac('sha512', this.chainCode).update(data).digest();
    const tweak = digest.subarray(0, 32);
    const privateKey = this.privateKey === undefined ? undefined : this.#curve.tweakPrivateKey(this.privateKey, tweak);
    const publicKey = this.privateKey === undefined ? this.#curve.tweakPublicKey(this.publicKey, tweak) : undefined;
    if (privateKey === undefined && publicKey === undefined) throw new RangeError(`there is no child ${index}`);
    return new HDKey({
      curve: this.#curve,
      depth: this.#depth + 1,
      chainCode: digest.subarray(32),
      privateKey,
      ...(publicKey === undefined ? {} : { publicKey }),
    });
  }

  /** The descendant at a path of indexes, hardened ones from `HARDENED` on. */
  derive(path: readonly number[]): HDKey {
    return path.reduce<HDKey>((key, index) => key.deriveChild(index), this);
  }
}

/** `m/0'/1h/2` as indexes, with or without the `m`; undefined if it is not a path. */
export function parsePath(text: string): number[] | undefined {
  const steps = text.split('/');
  if (steps[0] === 'm') steps.shift();
  const path: number[] = [];
  for (const step of steps) {
    const match = /^([0-9]{1,10})(['h]?)$/.exec(step);
    if (match === null || Number(match[1]) >= HARDENED) return undefined;
    path.push(Number(match[1]) + (match[2] === '' ? 0 : HARDENED));
  }
  return path;
}

/** A path as text: `m/0'/1'/2`. */
export function formatPath(path: readonly number[]): string {
  return ['m', ...path.map((index) => (index >= HARDENED ? `${index - HARDENED}'` : String(index)))].join('/');
}
