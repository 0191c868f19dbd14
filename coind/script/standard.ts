import { op } from './opcodes.ts';
import { buildScript, isP2sh, isPushOnly, readOp, witnessProgram } from './script.ts';

export type ScriptType =
  | 'nonstandard'
  | 'pubkey'
  | 'pubkeyhash'
  | 'scripthash'
  | 'multisig'
  | 'nulldata'
  | 'witness_v0_keyhash'
  | 'witness_v0_scripthash'
  | 'witness_unknown';

/** Type and data of an output script. */
export interface Solution {
  readonly type: ScriptType;
  /** Depending on the type: the public key; the hash or witness program; the public keys; empty. */
  readonly data: readonly Buffer[];
  /** Required signatures: m of a multisig, 1 for types with an address, 0 otherwise. */
  readonly required: number;
  /** Only for witness_unknown. */
  readonly witnessVersion?: number;
}

const p2pkhStart = Buffer.from([op.OP_DUP, op.OP_HASH160, 20]);
const p2pkhEnd = Buffer.from([op.OP_EQUALVERIFY, op.OP_CHECKSIG]);

const nonstandard: Solution = { type: 'nonstandard', data: [], required: 0 };

export function solve(script: Buffer): Solution {
  if (isP2sh(script)) return { type: 'scripthash', data: [script.subarray(2, 22)], required: 1 };
  const witness = witnessProgram(script);
  if (witness !== undefined) {
    const { version, program } = witness;
    if (version !== 0) return { type: 'witness_unknown', data: [program], required: 1, witnessVersion: version };
    if (program.length === 20) return { type: 'witness_v0_keyhash', data: [program], required: 1 };
    return program.length === 32 ? { type: 'witness_v0_scripthash', data: [program], required: 1 } : nonstandard;
  }
  if (script[0] === op.OP_RETURN) return isPushOnly(script.subarray(1)) ? { type: 'nulldata', data: [], required: 0 } : nonstandard;
  if (isP2pkh(script)) return { type: 'pubkeyhash', data: [script.subarray(3, 23)], required: 1 };
  const last = script[script.length - 1];
  if (last === op.OP_CHECKSIG) {
    const key = script.subarray(1, -1);
    return script[0] === key.length && hasKeySize(key) ? { type: 'pubkey', data: [key], required: 1 } : nonstandard;
  }
  return last === op.OP_CHECKMULTISIG ? solveMultisig(script) : nonstandard;
}

/** Whether the first byte matches the length of a public key (33 or 65). Does not check that it is on the curve. */
export function hasKeySize(key: Uint8Array): boolean {
  const first = key[0];
  return key.length === 33 ? first === 2 || first === 3 : key.length === 65 && (first === 4 || first === 6 || first === 7);
}

export function p2pk(publicKey: Uint8Array): Buffer {
  return buildScript([publicKey, op.OP_CHECKSIG]);
}

/** @param keyHash HASH160 of the public key */
export function p2pkh(keyHash: Uint8Array): Buffer {
  return Buffer.concat([p2pkhStart, keyHash, p2pkhEnd]); // precomputed parts: every P2WPKH verification creates one
}

/** @param scriptHash HASH160 of the redeem script */
export function p2sh(scriptHash: Uint8Array): Buffer {
  return buildScript([op.OP_HASH160, scriptHash, op.OP_EQUAL]);
}

/** @param keyHash HASH160 of the public key */
export function p2wpkh(keyHash: Uint8Array): Buffer {
  return buildScript([op.OP_0, keyHash]);
}

/** @param scriptHash SHA256 of the witness script */
export function p2wsh(scriptHash: Uint8Array): Buffer {
  return buildScript([op.OP_0, scriptHash]);
}

/** @param required 1 to 16, at most the number of keys */
export function multisig(required: number, publicKeys: readonly Uint8Array[]): Buffer {
  return buildScript([op.OP_1 + required - 1, ...publicKeys, op.OP_1 + publicKeys.length - 1, op.OP_CHECKMULTISIG]);
}

function isP2pkh(script: Buffer): boolean {
  return (
    script.length === 25 &&
    script[0] === op.OP_DUP &&
    script[1] === op.OP_HASH160 &&
    script[2] === 20 &&
    script[23] === op.OP_EQUALVERIFY &&
    script[24] === op.OP_CHECKSIG
  );
}

function solveMultisig(script: Buffer): Solution {
  const required = smallNumber(script[0]!);
  if (required === undefined) return nonstandard;
  const keys: Buffer[] = [];
  let next = readOp(script, 1);
  for (; next?.data !== undefined && hasKeySize(next.data); next = readOp(script, next.end)) keys.push(next.data);
  if (next === undefined || smallNumber(next.code) !== keys.length || keys.length < required) return nonstandard;
  return next.end === script.length - 1 ? { type: 'multisig', data: keys, required } : nonstandard;
}

/** 1 to 16 as an opcode. */
function smallNumber(code: number): number | undefined {
  return code >= op.OP_1 && code <= op.OP_16 ? code - op.OP_1 + 1 : undefined;
}
