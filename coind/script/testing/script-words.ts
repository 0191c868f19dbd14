import { op } from '../opcodes.ts';
import { flag } from '../flags.ts';
import { buildScript, pushNumber } from '../script.ts';

const codes = new Map<string, number>();
for (const [name, code] of Object.entries(op)) {
  codes.set(name, code);
  codes.set(name.slice(3), code);
}
codes.set('NOP2', op.OP_CHECKLOCKTIMEVERIFY);
codes.set('NOP3', op.OP_CHECKSEQUENCEVERIFY);

/** Parses the notation of the public vectors: numbers, opcodes with or without OP_, 'text' to push, 0xhex as raw bytes. */
export function parseScriptWords(text: string): Buffer {
  return Buffer.concat(
    text
      .split(/\s+/)
      .filter((word) => word !== '')
      .map((word) => {
        if (/^-?[0-9]+$/.test(word)) return pushNumber(BigInt(word));
        if (/^0x[0-9a-fA-F]+$/.test(word)) return Buffer.from(word.slice(2), 'hex');
        if (/^'.*'$/.test(word)) return buildScript([Buffer.from(word.slice(1, -1))]);
        const code = codes.get(word);
        if (code === undefined) throw new Error(`no script word: ${word}`);
        return Buffer.from([code]);
      }),
  );
}

/** Parses `P2SH,STRICTENC`. */
export function parseFlags(text: string): number {
  return text
    .split(',')
    .filter((name) => name !== '' && name !== 'NONE')
    .reduce((bits, name) => {
      const bit = (flag as Readonly<Record<string, number>>)[name];
      if (bit === undefined) throw new Error(`no flag: ${name}`);
      return bits | bit;
    }, 0);
}
