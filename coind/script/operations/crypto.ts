import { hash as digest } from 'node:crypto';
import { hash160, hash256, ripemd160, sha256 } from '../../primitives/hash.ts';
import { flag } from '../flags.ts';
import { MAX_OPERATIONS, type Machine, type Operation } from '../machine.ts';
import { op } from '../opcodes.ts';
import { endOfOp, MAX_MULTISIG_KEYS, pushData } from '../script.ts';
import type { ScriptError } from '../script-error.ts';
import { publicKeyFault, signatureFault } from '../signature-encoding.ts';

function hashing(compute: (bytes: Buffer) => Buffer): Operation {
  return (m) => {
    const element = m.stack.pop();
    if (element === undefined) return 'INVALID_STACK_OPERATION';
    m.stack.push(compute(element));
    return undefined;
  };
}

const equal: Operation = (m) => {
  if (m.stack.length < 2) return 'INVALID_STACK_OPERATION';
  const same = m.top(1)!.equals(m.top(2)!);
  m.drop(2);
  m.pushBool(same);
  return undefined;
};

/** The VERIFY variant of an operation, which fails unless the result is true. */
function andVerify(operation: Operation, error: ScriptError): Operation {
  return (m, code) => {
    const fault = operation(m, code);
    if (fault !== undefined) return fault;
    return m.stack.pop()!.length > 0 ? undefined : error;
  };
}

/**
 * The script code that signatures commit to. Without witness the signatures are removed from it first, since a signature
 * cannot sign itself. Undefined if one was found although CONST_SCRIPTCODE forbids it.
 */
function scriptCode(m: Machine, signatures: readonly Buffer[]): Buffer | undefined {
  let code = m.script.subarray(m.codeStart);
  if (m.inWitness) return code;
  for (const signature of signatures) {
    const without = removeAll(code, pushData(signature));
    if (without.length < code.length && m.has(flag.CONST_SCRIPTCODE)) return undefined;
    code = without;
  }
  return code;
}

/** FindAndDelete: removes these bytes at every operation boundary; the bytes after a removal are examined again. */
function removeAll(script: Buffer, bytes: Buffer): Buffer {
  if (!script.includes(bytes)) return script;
  const parts: Buffer[] = [];
  let from = 0;
  let at = 0;
  for (;;) {
    const found = at;
    while (at + bytes.length <= script.length && script.compare(bytes, 0, bytes.length, at, at + bytes.length) === 0) at += bytes.length;
    if (at > found) {
      parts.push(script.subarray(from, found));
      from = at;
    }
    const end = at < script.length ? endOfOp(script, at) : undefined;
    if (end === undefined) break;
    at = end;
  }
  return Buffer.concat([...parts, script.subarray(from)]);
}

function encodingFault(m: Machine, signature: Buffer, key: Buffer): ScriptError | undefined {
  return signatureFault(signature, m.flags) ?? publicKeyFault(key, m.flags, m.inWitness);
}

const checkSig: Operation = (m) => {
  if (m.stack.length < 2) return 'INVALID_STACK_OPERATION';
  const signature = m.top(2)!;
  const key = m.top(1)!;
  const code = scriptCode(m, [signature]);
  if (code === undefined) return 'SIG_FINDANDDELETE';
  const fault = encodingFault(m, signature, key);
  if (fault !== undefined) return fault;
  const valid = m.checker.checkSignature(signature, key, code, m.inWitness);
  if (!valid && m.has(flag.NULLFAIL) && signature.length > 0) return 'NULLFAIL';
  m.drop(2);
  m.pushBool(valid);
  return undefined;
};

/** From the top: number of keys, keys, number of signatures, signatures, and one unused extra element. */
const checkMultisig: Operation = (m) => {
  if (m.stack.length < 1) return 'INVALID_STACK_OPERATION';
  const keyCount = m.number(1);
  if (keyCount === undefined) return 'UNKNOWN_ERROR';
  if (keyCount < 0 || keyCount > MAX_MULTISIG_KEYS) return 'PUBKEY_COUNT';
  m.operationCount += keyCount;
  if (m.operationCount > MAX_OPERATIONS) return 'OP_COUNT';
  const signatureCountDepth = keyCount + 2;
  if (m.stack.length < signatureCountDepth) return 'INVALID_STACK_OPERATION';
  const signatureCount = m.number(signatureCountDepth);
  if (signatureCount === undefined) return 'UNKNOWN_ERROR';
  if (signatureCount < 0 || signatureCount > keyCount) return 'SIG_COUNT';
  const dummyDepth = signatureCountDepth + signatureCount + 1;
  if (m.stack.length < dummyDepth - 1) return 'INVALID_STACK_OPERATION';

  const signatures = Array.from({ length: signatureCount }, (_, i) => m.top(signatureCountDepth + 1 + i)!);
  const code = scriptCode(m, signatures);
  if (code === undefined) return 'SIG_FINDANDDELETE';
  let nextSignature = 0;
  let nextKey = 0;
  let valid = true;
  while (valid && nextSignature < signatureCount) {
    const signature = signatures[nextSignature]!;
    const key = m.top(2 + nextKey)!;
    const fault = encodingFault(m, signature, key);
    if (fault !== undefined) return fault;
    if (m.checker.checkSignature(signature, key, code, m.inWitness)) nextSignature += 1;
    nextKey += 1;
    // Signatures are in the order of their keys: with fewer keys than signatures left, one of them must fail.
    if (signatureCount - nextSignature > keyCount - nextKey) valid = false;
  }
  if (!valid && m.has(flag.NULLFAIL) && signatures.some((signature) => signature.length > 0)) return 'NULLFAIL';
  const dummy = m.top(dummyDepth);
  if (dummy === undefined) return 'INVALID_STACK_OPERATION';
  if (m.has(flag.NULLDUMMY) && dummy.length > 0) return 'SIG_NULLDUMMY';
  m.drop(dummyDepth);
  m.pushBool(valid);
  return undefined;
};

/** Hashes, equality and signatures. */
export const cryptoOperations: readonly (readonly [number, Operation])[] = [
  [op.OP_RIPEMD160, hashing(ripemd160)],
  [op.OP_SHA1, hashing((bytes) => digest('sha1', bytes, 'buffer'))],
  [op.OP_SHA256, hashing(sha256)],
  [op.OP_HASH160, hashing(hash160)],
  [op.OP_HASH256, hashing(hash256)],
  [op.OP_EQUAL, equal],
  [op.OP_EQUALVERIFY, andVerify(equal, 'EQUALVERIFY')],
  [
    op.OP_CODESEPARATOR,
    (m) => {
      m.codeStart = m.position;
      return undefined;
    },
  ],
  [op.OP_CHECKSIG, checkSig],
  [op.OP_CHECKSIGVERIFY, andVerify(checkSig, 'CHECKSIGVERIFY')],
  [op.OP_CHECKMULTISIG, checkMultisig],
  [op.OP_CHECKMULTISIGVERIFY, andVerify(checkMultisig, 'CHECKMULTISIGVERIFY')],
];
