import { Script, type OP } from '@scure/btc-signer';
import { fromHex, joined } from './bytes.ts';

/**
 * The bytes of a script that is given as words: numbers in decimal, pushes as `<hex>`, opcodes by their names without `OP_`,
 * and any other bytes as `0x…`. Throws for an unknown word.
 */
export function assemble(text: string): Uint8Array {
  const words = text.split(/\s+/).filter((word) => word !== '');
  return joined(...words.map(bytesOf));
}

function bytesOf(word: string): Uint8Array {
  if (word.startsWith('0x')) return fromHex(word.slice(2));
  if (word.startsWith('<')) return Script.encode([fromHex(word.slice(1, -1))]);
  return Script.encode([/^-?\d+$/.test(word) ? Number(word) : (word as keyof typeof OP)]);
}
