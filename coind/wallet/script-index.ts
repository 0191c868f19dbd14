import { hash160, ripemd160 } from '../primitives/hash.ts';
import { witnessProgram } from '../script/script.ts';
import { p2pk, p2pkh, p2sh, p2wpkh, solve } from '../script/standard.ts';
import type { Ownership } from './types.ts';

interface Owned {
  readonly ownership: 'watch' | 'spendable';
  /** Of scripts that pay to exactly one key of the wallet. */
  readonly publicKey?: Buffer;
}

/** How deeply a script is nested: the rules of ownership differ. */
type Level = 'top' | 'p2sh' | 'witness';

const COMPRESSED = 33;
/** Bytes as a key of a map: Latin-1, one character a byte, is the fastest. */
const text = (bytes: Buffer): string => bytes.toString('latin1');

/**
 * Which output scripts are the wallet's. The scripts of a key are computed when the key is added, so that an output needs
 * one lookup whatever the size of the wallet. Ownership follows the family: a native witness program counts only if its
 * P2SH form is known as well, and a bare multisig never counts.
 */
export class ScriptIndex {
  readonly #publicKeys = new Map<string, Buffer>(); // by HASH160
  readonly #held = new Set<string>(); // HASH160 of keys whose private keys the wallet has
  readonly #scripts = new Map<string, Buffer>(); // by HASH160, redeem and witness scripts
  readonly #added: Buffer[] = []; // by `addScript`
  readonly #owned = new Map<string, Owned>();
  /** Whether the ownership of added scripts must be recomputed. */
  #stale = false;

  /** @param held whether the wallet has the private key */
  addKey(publicKey: Buffer, held: boolean): void {
    const hash = hash160(publicKey);
    const key = text(hash);
    this.#publicKeys.set(key, publicKey);
    const program = publicKey.length === COMPRESSED ? p2wpkh(hash) : undefined;
    const programHash = program && hash160(program);
    if (program && programHash) this.#scripts.set(text(programHash), program);
    this.#stale ||= this.#added.length > 0;
    if (!held) return;
    this.#held.add(key);
    const owned: Owned = { ownership: 'spendable', publicKey };
    this.#owned.set(text(p2pk(publicKey)), owned);
    this.#owned.set(text(p2pkh(hash)), owned);
    if (!program || !programHash) return;
    this.#owned.set(text(program), owned);
    this.#owned.set(text(p2sh(programHash)), owned);
  }

  /** Adds a redeem or witness script, so that payments to its hash are recognised. */
  addScript(script: Buffer): void {
    const key = text(hash160(script));
    if (this.#scripts.has(key)) return;
    this.#scripts.set(key, script);
    this.#added.push(script);
    this.#stale = true;
  }

  addWatched(script: Buffer): void {
    const key = text(script);
    if (!this.#owned.has(key)) this.#owned.set(key, { ownership: 'watch' });
    const {
      type,
      data: [publicKey],
    } = solve(script);
    if (type === 'pubkey' && publicKey && !this.#held.has(text(hash160(publicKey)))) this.addKey(Buffer.from(publicKey), false);
  }

  ownership(script: Buffer): Ownership {
    return this.#find(script)?.ownership ?? 'none';
  }

  /** The key of the wallet that a script pays to, if it is exactly one. */
  keyOf(script: Buffer): Buffer | undefined {
    return this.#find(script)?.publicKey;
  }

  publicKey(keyHash: Buffer): Buffer | undefined {
    return this.#publicKeys.get(text(keyHash));
  }

  /** By HASH160 for P2SH; for P2WSH by the RIPEMD160 of the SHA256, as in the family. */
  script(scriptHash: Buffer): Buffer | undefined {
    return this.#scripts.get(text(scriptHash));
  }

  /** Whether an input that spends it could be completed except for the signatures. */
  isSolvable(script: Buffer, level: Level = 'top'): boolean {
    const { type, data } = solve(script);
    const first = data[0];
    switch (type) {
      case 'pubkey':
        return level !== 'witness' || first!.length === COMPRESSED;
      case 'multisig':
        return level !== 'witness' || data.every((key) => key.length === COMPRESSED);
      case 'pubkeyhash':
      case 'witness_v0_keyhash': {
        const publicKey = this.publicKey(first!);
        const inWitness = level === 'witness' || type === 'witness_v0_keyhash';
        return publicKey !== undefined && (!inWitness || publicKey.length === COMPRESSED);
      }
      case 'scripthash':
        return level === 'top' && this.#solvesInner(this.script(first!), 'p2sh');
      case 'witness_v0_scripthash':
        return level !== 'witness' && this.#solvesInner(this.script(ripemd160(first!)), 'witness');
      default:
        return false;
    }
  }

  #solvesInner(script: Buffer | undefined, level: Level): boolean {
    return script !== undefined && this.isSolvable(script, level);
  }

  #find(script: Buffer): Owned | undefined {
    if (this.#stale) this.#refresh();
    const owned = this.#owned.get(text(script));
    return owned?.ownership === 'watch' && this.#isUnspendable(script, 'top') ? undefined : owned;
  }

  /** Recomputes the ownership of added scripts: a new key or script can make earlier ones the wallet's. */
  #refresh(): void {
    this.#stale = false;
    for (const script of this.#added) {
      const outputs = [p2sh(hash160(script)), ...(witnessProgram(script) ? [script] : [])];
      for (const output of outputs) {
        const key = text(output);
        if (this.#owned.get(key)?.ownership !== 'spendable' && this.#isHeld(output, 'top'))
          this.#owned.set(key, { ownership: 'spendable' });
      }
    }
  }

  /** Whether the wallet has all private keys that a script requires. */
  #isHeld(script: Buffer, level: Level): boolean {
    const { type, data } = solve(script);
    const first = data[0];
    switch (type) {
      case 'pubkey':
        return this.#holds(hash160(first!), level);
      case 'pubkeyhash':
        return this.#holds(first!, level);
      case 'witness_v0_keyhash':
        return level !== 'witness' && this.#isKnownProgram(script, level) && this.#holds(first!, 'witness');
      case 'scripthash':
        return level === 'top' && this.#holdsInner(this.script(first!), 'p2sh');
      case 'witness_v0_scripthash':
        return level !== 'witness' && this.#isKnownProgram(script, level) && this.#holdsInner(this.script(ripemd160(first!)), 'witness');
      case 'multisig':
        return level !== 'top' && data.every((key) => this.#holds(hash160(key), level));
      default:
        return false;
    }
  }

  /** Whether it can never be spent: a known witness program with an uncompressed key, or a forbidden nesting. */
  #isUnspendable(script: Buffer, level: Level): boolean {
    const { type, data } = solve(script);
    const first = data[0];
    switch (type) {
      case 'pubkey':
      case 'multisig':
        return level === 'witness' && data.some((key) => key.length !== COMPRESSED);
      case 'pubkeyhash':
        return level === 'witness' && this.#isUncompressed(first!);
      case 'witness_v0_keyhash':
        return level === 'witness' || (this.#isKnownProgram(script, level) && this.#isUncompressed(first!));
      case 'scripthash':
        return level !== 'top' || this.#isInnerUnspendable(this.script(first!), 'p2sh');
      case 'witness_v0_scripthash':
        return (
          level === 'witness' ||
          (this.#isKnownProgram(script, level) && this.#isInnerUnspendable(this.script(ripemd160(first!)), 'witness'))
        );
      default:
        return false;
    }
  }

  #isInnerUnspendable(script: Buffer | undefined, level: Level): boolean {
    return script !== undefined && this.#isUnspendable(script, level);
  }

  #isUncompressed(keyHash: Buffer): boolean {
    const publicKey = this.publicKey(keyHash);
    return publicKey !== undefined && publicKey.length !== COMPRESSED;
  }

  /** A native witness program counts only if it was added as a script, which its P2SH form needs. */
  #isKnownProgram(script: Buffer, level: Level): boolean {
    return level !== 'top' || this.script(hash160(script)) !== undefined;
  }

  #holds(keyHash: Buffer, level: Level): boolean {
    const key = text(keyHash);
    return this.#held.has(key) && (level !== 'witness' || this.#publicKeys.get(key)?.length === COMPRESSED);
  }

  #holdsInner(script: Buffer | undefined, level: Level): boolean {
    return script !== undefined && this.#isHeld(script, level);
  }
}
