import { MAX_OPCODE, op, opName } from './opcodes.ts';
import { scriptNumber } from './script-number.ts';
import { sighashTypeName } from './sighash-types.ts';
import { isStrictDer } from './signature-encoding.ts';

/** Maximum size of an executable script, and of a pushed element, bytes. */
export const MAX_SCRIPT_SIZE = 10_000;
export const MAX_ELEMENT_SIZE = 520;
/** Maximum number of public keys of a CHECKMULTISIG. */
export const MAX_MULTISIG_KEYS = 20;

export interface ScriptOp {
  readonly code: number;
  /** Pushed data, for opcodes up to OP_PUSHDATA4. */
  readonly data: Buffer | undefined;
  /** Offset of the next operation. */
  readonly end: number;
}

/** The operations of a script. If the last push is truncated, `valid` is false and `ops` are the operations before it. */
export function readOps(script: Buffer): { readonly ops: readonly ScriptOp[]; readonly valid: boolean } {
  const ops: ScriptOp[] = [];
  for (let at = 0; at < script.length;) {
    const next = readOp(script, at);
    if (next === undefined) return { ops, valid: false };
    ops.push(next);
    at = next.end;
  }
  return { ops, valid: true };
}

/** The operation at an offset; undefined if its data is truncated. */
export function readOp(script: Buffer, offset: number): ScriptOp | undefined {
  const end = endOfOp(script, offset);
  if (end === undefined) return undefined;
  const code = script[offset]!;
  if (code > op.OP_PUSHDATA4) return { code, data: undefined, end };
  const start = offset + (code < op.OP_PUSHDATA1 ? 1 : code === op.OP_PUSHDATA1 ? 2 : code === op.OP_PUSHDATA2 ? 3 : 5);
  return { code, data: script.subarray(start, end), end };
}

/** Offset of the operation after the one at an offset; undefined if the data of this one is truncated. */
export function endOfOp(script: Buffer, offset: number): number | undefined {
  const code = script[offset]!;
  let end = offset + 1;
  if (code > op.OP_PUSHDATA4) return end;
  if (code < op.OP_PUSHDATA1) {
    end += code;
  } else {
    const width = code === op.OP_PUSHDATA1 ? 1 : code === op.OP_PUSHDATA2 ? 2 : 4;
    if (end + width > script.length) return undefined;
    end += width + script.readUIntLE(end, width);
  }
  return end > script.length ? undefined : end;
}

/** The shortest push for the length. A number from 1 to 16 is also pushed as data, see `pushNumber`. */
export function pushData(data: Uint8Array): Buffer {
  const { length } = data;
  const prefix =
    length < op.OP_PUSHDATA1
      ? [length]
      : length <= 0xff
        ? [op.OP_PUSHDATA1, length]
        : length <= 0xffff
          ? [op.OP_PUSHDATA2, length & 0xff, length >> 8]
          : [op.OP_PUSHDATA4, length & 0xff, (length >> 8) & 0xff, (length >> 16) & 0xff, length >>> 24];
  return Buffer.concat([Buffer.from(prefix), data]);
}

/** Pushes a number: from -1 to 16 by an opcode, else as data. */
export function pushNumber(value: number | bigint): Buffer {
  if (value >= -1 && value <= 16) return Buffer.from([Number(value) === 0 ? op.OP_0 : op.OP_1 - 1 + Number(value)]);
  return pushData(scriptNumber.encode(value));
}

/** Builds a script from opcodes (numbers) and data to push. */
export function buildScript(items: readonly (number | Uint8Array)[]): Buffer {
  return Buffer.concat(items.map((item) => (typeof item === 'number' ? Buffer.from([item]) : pushData(item))));
}

/** Whether a script has only pushes (OP_RESERVED counts as one). */
export function isPushOnly(script: Buffer): boolean {
  for (let at = 0; at < script.length;) {
    const end = endOfOp(script, at);
    if (end === undefined || script[at]! > op.OP_16) return false;
    at = end;
  }
  return true;
}

/** Whether a script is plausible: no truncated or too long push, no undefined opcode, within the maximum size. */
export function hasValidOps(script: Buffer): boolean {
  if (script.length > MAX_SCRIPT_SIZE) return false;
  const { ops, valid } = readOps(script);
  return valid && ops.every(({ code, data }) => code <= MAX_OPCODE && (data === undefined || data.length <= MAX_ELEMENT_SIZE));
}

/** Whether an output can never be spent, so that no coin is stored for it. */
export function isUnspendable(script: Buffer): boolean {
  return script[0] === op.OP_RETURN || script.length > MAX_SCRIPT_SIZE;
}

/** The version and program of a native witness output, BIP 141. */
export function witnessProgram(script: Buffer): { readonly version: number; readonly program: Buffer } | undefined {
  if (script.length < 4 || script.length > 42 || script[1] !== script.length - 2) return undefined;
  const first = script[0]!;
  if (first !== op.OP_0 && (first < op.OP_1 || first > op.OP_16)) return undefined;
  return { version: first === op.OP_0 ? 0 : first - op.OP_1 + 1, program: script.subarray(2) };
}

export function isP2sh(script: Buffer): boolean {
  return script.length === 23 && script[0] === op.OP_HASH160 && script[1] === 20 && script[22] === op.OP_EQUAL;
}

/**
 * A script as text: data in hex, up to four bytes as a number; `[error]` for a truncated push.
 * With `sighash`, the type byte of a signature is shown by name: `[ALL]`.
 */
export function toAsm(script: Buffer, options: { readonly sighash?: boolean } = {}): string {
  const { ops, valid } = readOps(script);
  const decodeSighash = options.sighash === true && !isUnspendable(script);
  const words = ops.map(({ code, data }) => {
    if (data === undefined) return opName(code);
    if (data.length <= 4) return String(scriptNumber.decode(data));
    const type = decodeSighash && isStrictDer(data) ? sighashTypeName(data[data.length - 1]!) : undefined;
    return type === undefined ? data.toString('hex') : `${data.subarray(0, -1).toString('hex')}[${type}]`;
  });
  if (!valid) words.push('[error]');
  return words.join(' ');
}
