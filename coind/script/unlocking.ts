import { hash160, ripemd160 } from '../primitives/hash.ts';
import { pushData, pushNumber } from './script.ts';
import type { SignatureData } from './signature-data.ts';
import type { SigningProvider } from './signing-provider.ts';
import { p2pkh, solve } from './standard.ts';

/** Makes a signature with its type byte; undefined where it cannot, for want of the key. */
export type MakeSignature = (publicKey: Buffer, scriptCode: Buffer, inWitness: boolean) => Buffer | undefined;

/** What stands in an input to unlock an output. Where it is not whole, whatever could be made is in its place. */
export interface Unlocking {
  readonly scriptSig: Buffer;
  readonly witness: readonly Buffer[];
  /** All that the script asks for is there. Whether it is valid is another question. */
  readonly whole: boolean;
  /** The signatures are of the witness kind, which commit to the amount. */
  readonly usesWitness: boolean;
}

interface Sources {
  readonly provider: SigningProvider;
  /** Signatures, keys and scripts that are found are added to it. */
  readonly data: SignatureData;
  readonly makeSignature: MakeSignature;
}

/** What unlocks a script, or a script within one: stack items, or a deeper script. */
interface Step {
  readonly items: readonly Buffer[];
  readonly inner?: Buffer;
  readonly whole: boolean;
}

const nothing: Step = { items: [], whole: false };
const empty = Buffer.alloc(0);

/** Unlocks an output script of a standard type, bare or wrapped, as far as the sources allow. */
export function unlock(scriptPubKey: Buffer, sources: Sources): Unlocking {
  const { data } = sources;
  const outer = unlockScript(scriptPubKey, false, sources);
  const isP2sh = solve(scriptPubKey).type === 'scripthash';
  const redeemScript = isP2sh ? outer.inner : undefined;
  if (redeemScript) data.redeemScript ??= redeemScript;
  const script = isP2sh ? redeemScript : scriptPubKey;
  if (script === undefined) return { scriptSig: empty, witness: [], whole: false, usesWitness: false };
  const {
    type,
    data: [hash],
  } = solve(script);
  const pushes = redeemScript ? [redeemScript] : [];
  if (type === 'witness_v0_keyhash') {
    const inner = unlockScript(p2pkh(hash!), true, sources);
    return { scriptSig: pushAll(pushes), witness: inner.items, whole: inner.whole, usesWitness: true };
  }
  if (type === 'witness_v0_scripthash') {
    const witnessScript = scriptOf(ripemd160(hash!), sources);
    if (witnessScript === undefined) return { scriptSig: pushAll(pushes), witness: [], whole: false, usesWitness: true };
    data.witnessScript ??= witnessScript;
    const inner = unlockScript(witnessScript, true, sources);
    const whole = inner.whole && inner.inner === undefined;
    return { scriptSig: pushAll(pushes), witness: [...inner.items, witnessScript], whole, usesWitness: true };
  }
  const step = isP2sh ? unlockScript(script, false, sources) : outer;
  // A script hash within a script hash is no wrapping that is understood.
  const whole = step.whole && step.inner === undefined;
  return { scriptSig: pushAll([...step.items, ...pushes]), witness: [], whole, usesWitness: type === 'witness_unknown' };
}

function unlockScript(script: Buffer, inWitness: boolean, sources: Sources): Step {
  const { type, data, required } = solve(script);
  const [first = empty] = data;
  switch (type) {
    case 'pubkey': {
      const signature = signatureOf(first, script, inWitness, sources);
      return signature ? { items: [signature], whole: true } : nothing;
    }
    case 'pubkeyhash': {
      const publicKey = sources.data.publicKeys.get(first.toString('hex')) ?? sources.provider.publicKey(first);
      const signature = publicKey && signatureOf(publicKey, script, inWitness, sources);
      return publicKey && signature ? { items: [signature, publicKey], whole: true } : nothing;
    }
    case 'multisig': {
      // All who can sign do, though no more than are needed go into the input: a PSBT keeps the others.
      const made = data.flatMap((publicKey) => signatureOf(publicKey, script, inWitness, sources) ?? []);
      const missing = Array.from({ length: Math.max(0, required - made.length) }, () => empty);
      // The first item is taken off the stack and never looked at, a mistake that became a rule.
      return { items: [empty, ...made.slice(0, required), ...missing], whole: missing.length === 0 };
    }
    case 'scripthash': {
      const inner = scriptOf(first, sources);
      return inner ? { items: [], inner, whole: true } : nothing;
    }
    default:
      return nothing;
  }
}

function signatureOf(
  publicKey: Buffer,
  scriptCode: Buffer,
  inWitness: boolean,
  { provider, data, makeSignature }: Sources,
): Buffer | undefined {
  const key = publicKey.toString('hex');
  data.publicKeys.set(hash160(publicKey).toString('hex'), publicKey);
  const origin = provider.origin(publicKey);
  if (origin && !data.origins.has(key)) data.origins.set(key, origin);
  const signature = data.signatures.get(key) ?? makeSignature(publicKey, scriptCode, inWitness);
  if (signature) data.signatures.set(key, signature);
  return signature;
}

/** By HASH160; for a witness script that is the RIPEMD160 of its SHA256. */
function scriptOf(scriptHash: Buffer, { provider, data }: Sources): Buffer | undefined {
  const known = [data.redeemScript, data.witnessScript].find((script) => script && hash160(script).equals(scriptHash));
  return known ?? provider.script(scriptHash);
}

/** Pushes as the minimal encoding asks for: small numbers by their opcodes. */
function pushAll(items: readonly Buffer[]): Buffer {
  return Buffer.concat(items.map(pushMinimal));
}

function pushMinimal(item: Buffer): Buffer {
  const [byte] = item;
  if (byte === undefined) return pushNumber(0);
  if (item.length === 1 && byte >= 1 && byte <= 16) return pushNumber(byte);
  return item.length === 1 && byte === 0x81 ? pushNumber(-1) : pushData(item);
}
