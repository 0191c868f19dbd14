import { bech32, bech32m } from '@scure/base';
import type { ChainParams } from '../params.ts';
import { base58check, decodeBase58check } from '../primitives/base58check.ts';
import { hash160 } from '../primitives/hash.ts';
import { op } from './opcodes.ts';
import { buildScript } from './script.ts';
import { p2pkh, p2sh, p2wpkh, solve } from './standard.ts';

/** The address of an output script; the P2PKH address for a bare public key. Undefined if there is none or more than one. */
export function addressOf(script: Buffer, params: ChainParams): string | undefined {
  const { type, data, witnessVersion } = solve(script);
  const [first] = data;
  if (first === undefined) return undefined;
  switch (type) {
    case 'pubkey':
      return keyHashAddress(hash160(first), params);
    case 'pubkeyhash':
      return keyHashAddress(first, params);
    case 'scripthash':
      return base58(params.scriptHashPrefix, first);
    case 'witness_v0_keyhash':
    case 'witness_v0_scripthash':
      return witnessAddress(0, first, params);
    case 'witness_unknown':
      return witnessAddress(witnessVersion!, first, params);
    default:
      return undefined;
  }
}

/** All addresses of an output script: those of the keys for a multisig. */
export function addressesOf(script: Buffer, params: ChainParams): string[] {
  const { type, data } = solve(script);
  if (type === 'multisig') return data.map((key) => keyHashAddress(hash160(key), params));
  const address = addressOf(script, params);
  return address === undefined ? [] : [address];
}

/** The output script of an address in the old or new format; undefined if it is not an address of this chain. */
export function scriptOf(address: string, params: ChainParams): Buffer | undefined {
  return scriptOfWitness(address, params) ?? scriptOfBase58(address, params);
}

/**
 * An address in the old format (v3) and the new (v4); undefined if it is not an address of this chain. The old format has
 * no P2WPKH: a P2WPKH address is converted to P2PKH of the same key, and back. P2SH has a different prefix in each format.
 * Other witness addresses are the same in both. Document 1, `convertaddress`.
 */
export function convertFormats(
  address: string,
  params: ChainParams,
): { readonly v3address: string; readonly v4address: string } | undefined {
  const script = scriptOf(address, params);
  if (script === undefined) return undefined;
  const { type, data } = solve(script);
  const hash = data[0]!;
  switch (type) {
    case 'pubkeyhash':
    case 'witness_v0_keyhash':
      return { v3address: keyHashAddress(hash, params), v4address: addressOf(p2wpkh(hash), params)! };
    case 'scripthash':
      return { v3address: base58(params.oldScriptHashPrefix, hash), v4address: base58(params.scriptHashPrefix, hash) };
    default:
      return { v3address: addressOf(script, params)!, v4address: addressOf(script, params)! };
  }
}

/** P2PKH address, the same in both formats. */
function keyHashAddress(keyHash: Uint8Array, params: ChainParams): string {
  return base58(params.pubKeyHashPrefix, keyHash);
}

function base58(prefix: number, payload: Uint8Array): string {
  return base58check.encode(Buffer.concat([Buffer.from([prefix]), payload]));
}

/** BIP 173 for version 0, BIP 350 above. */
function witnessAddress(version: number, program: Uint8Array, params: ChainParams): string {
  const coder = version === 0 ? bech32 : bech32m;
  return coder.encode(params.hrp, [version, ...coder.toWords(program)]);
}

function scriptOfWitness(address: string, params: ChainParams): Buffer | undefined {
  for (const coder of [bech32, bech32m]) {
    const decoded = coder.decodeUnsafe(address);
    if (decoded === undefined) continue;
    const [version, ...words] = decoded.words;
    const program = coder.fromWordsUnsafe(words);
    if (version === undefined || !program || decoded.prefix !== params.hrp) return undefined;
    if ((version === 0) !== (coder === bech32) || version > 16 || program.length < 2 || program.length > 40) return undefined;
    if (version === 0 && program.length !== 20 && program.length !== 32) return undefined;
    return buildScript([version === 0 ? op.OP_0 : op.OP_1 + version - 1, program]);
  }
  return undefined;
}

function scriptOfBase58(address: string, params: ChainParams): Buffer | undefined {
  const payload = decodeBase58check(address);
  if (payload === undefined || payload.length !== 21) return undefined;
  const hash = payload.subarray(1);
  if (payload[0] === params.pubKeyHashPrefix) return p2pkh(hash);
  return payload[0] === params.scriptHashPrefix || payload[0] === params.oldScriptHashPrefix ? p2sh(hash) : undefined;
}
