import { OP, OutScript } from '@scure/btc-signer';
import { ByteReader, Malformed, sameBytes, toHex } from './bytes.ts';
import { sighashName } from './sighash.ts';

export type ScriptPart = { readonly opcode: number; readonly push?: Uint8Array };

/**
 * The script as decoded by the library; undefined for one that has the parts of a known type in another encoding, which is of no type.
 * Throws `Malformed` for a script that only resembles a known type.
 */
export function libraryScript(script: Uint8Array) {
  try {
    const known = OutScript.decode(script);
    return known && sameBytes(OutScript.encode(known), script) ? known : undefined;
  } catch (error) {
    throw new Malformed(`the script ${toHex(script)} is not of a known type: ${(error as Error).message}`);
  }
}

const OP_PUSHDATA1 = 0x4c;
const OP_PUSHDATA4 = 0x4e;

/** The parts of a script: opcodes and the data that they push. Throws `Malformed` for a truncated script. */
export function scriptParts(script: Uint8Array): ScriptPart[] {
  const reader = new ByteReader(script);
  const parts: ScriptPart[] = [];
  while (reader.left > 0) {
    const opcode = reader.uint(1);
    if (opcode === 0 || opcode > OP_PUSHDATA4) parts.push({ opcode });
    else parts.push({ opcode, push: reader.take(opcode < OP_PUSHDATA1 ? opcode : reader.uint(2 ** (opcode - OP_PUSHDATA1))) });
  }
  return parts;
}

const opcodeNames: ReadonlyMap<number, string> = new Map(Object.entries(OP).map(([name, code]) => [code as number, name]));

/**
 * Whether a readable form matches the script. No document fixes the notation, so each part may be written as in any
 * node: opcodes with or without `OP_`, small pushes as number or hex, signatures with the name of their sighash type.
 */
export function asmFits(asm: string, script: Uint8Array): boolean {
  const words = asm.split(' ').filter((word) => word !== '');
  const parts = scriptParts(script);
  return words.length === parts.length && parts.every((part, index) => wordFits(words[index] as string, part));
}

function wordFits(word: string, { opcode, push }: ScriptPart): boolean {
  if (push) return pushFits(word, push);
  if (opcode === 0) return ['0', 'OP_0', 'OP_FALSE'].includes(word);
  if (opcode === 0x4f) return ['-1', 'OP_1NEGATE'].includes(word);
  if (opcode >= 0x51 && opcode <= 0x60)
    return [`${opcode - 0x50}`, `OP_${opcode - 0x50}`, ...(opcode === 0x51 ? ['OP_TRUE'] : [])].includes(word);
  const name = opcodeNames.get(opcode);
  // Several opcodes were renamed by soft forks; opcodes whose names differ between nodes are not compared.
  return name === undefined || name.startsWith('NOP') || word.replace(/^OP_/, '') === name;
}

function pushFits(word: string, push: Uint8Array): boolean {
  if (word.toLowerCase() === toHex(push)) return true;
  if (push.length <= 4 && /^-?\d+$/.test(word)) return Number(word) === scriptNumber(push);
  const type = sighashName(push.at(-1));
  return type !== undefined && word === `${toHex(push.slice(0, -1))}[${type}]`;
}

/** A number in a script: least byte first, the sign in the highest bit. */
export function scriptNumber(bytes: Uint8Array): number {
  const last = bytes.at(-1);
  if (last === undefined) return 0;
  const size = bytes.reduceRight((value, byte, index) => value * 256 + (index === bytes.length - 1 ? byte & 0x7f : byte), 0);
  return last & 0x80 ? -size : size;
}

/** Names of document 1 for the script types that the library recognises. */
const TYPE_NAMES: Readonly<Record<string, string>> = {
  pk: 'pubkey',
  pkh: 'pubkeyhash',
  sh: 'scripthash',
  ms: 'multisig',
  wpkh: 'witness_v0_keyhash',
  wsh: 'witness_v0_scripthash',
};

/** The type of a script by the names of document 1, Address info; undefined where no public standard defines it. */
export function scriptType(script: Uint8Array): string | undefined {
  if (
    script[0] === 0x6a &&
    scriptParts(script)
      .slice(1)
      .every(({ opcode }) => opcode <= 0x60)
  )
    return 'nulldata';
  return TYPE_NAMES[libraryScript(script)?.type ?? ''];
}
