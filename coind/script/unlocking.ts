import { hash160, ripemd160 } from '../primitives/hash.ts';
import { pushData } from './script.ts';
import type { SignatureData } from './signature-data.ts';
import type { SigningProvider } from './signing-provider.ts';
import { p2pkh, solve } from './standard.ts';

/** Creates a signature with its type byte; undefined if the key is missing. */
export type MakeSignature = (publicKey: Buffer, scriptCode: Buffer, inWitness: boolean) => Buffer | undefined;

/** The data of an input that unlocks an output. If incomplete, it contains all parts that could be created. */
export interface Unlocking {
  readonly scriptSig: Buffer;
  readonly witness: readonly Buffer[];
  /** Whether all required parts are present. They are not verified. */
  readonly whole: boolean;
  /** Whether the signatures are witness signatures, which commit to the amount. */
  readonly usesWitness: boolean;
}

interface Sources {
  readonly provider: SigningProvider;
  /** Collects the signatures, keys and scripts that are found. */
  readonly data: SignatureData;
  readonly makeSignature: MakeSignature;
}

/** What unlocks one script: stack items, or a nested script. */
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
  // P2SH within P2SH is not supported.
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
      // All available keys sign, but only the required number goes into the input: a PSBT keeps the others.
      const made = data.flatMap((publicKey) => signatureOf(publicKey, script, inWitness, sources) ?? []);
      const missing = Array.from({ length: Math.max(0, required - made.length) }, () => empty);
      // CHECKMULTISIG removes one extra element from the stack, an old mistake that became a consensus rule.
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

/** Items are signatures, keys, scripts, or empty, so that the shortest push is a minimal one. */
function pushAll(items: readonly Buffer[]): Buffer {
  return Buffer.concat(items.map(pushData));
}
