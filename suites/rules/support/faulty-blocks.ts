import type { Trial } from '../../../engine/trial.ts';
import { merkleRoot, parseBlock } from '../../../oracles/block.ts';
import { compactSize, fromId, joined } from '../../../oracles/bytes.ts';
import { serialize, serializeWithWitness, txidOf, type RawTransaction, type TxInput, type TxOutput } from '../../../oracles/transaction.ts';
import { decoded } from '../../support/decoded.ts';

/** Offsets in the 80 bytes of a block header. */
const MERKLE_ROOT_AT = 36;
const TIME_AT = 68;
const BITS_AT = 72;
const HEADER_BYTES = 80;
/** More than the two hours that the time of a block may be ahead. */
const FAR_AHEAD_SECONDS = 10 * 60 * 60;
const MAX_UINT32 = 0xffffffff;
/** Two output scripts of this size hold the signature operations that a block may have outside of witnesses. */
const SCRIPT_BYTES = 10_000;
const CHECKSIG = 0xac;
/** A byte more than the scriptSig of a coinbase may have. */
const LONG_BYTES = 101;

/** Blocks made from a valid one, each with one fault that its own bytes show, and what is wrong with it. */
export function faultyBlocks(t: Trial, original: Uint8Array): readonly (readonly [what: string, bytes: Uint8Array])[] {
  const { transactions, header } = decoded(t, 'the serialized block', () => parseBlock(original));
  const changed = (change: (bytes: Buffer) => void, source = original): Uint8Array => {
    const bytes = Buffer.from(source);
    change(bytes);
    return bytes;
  };
  const coinbase = transactions[0] as RawTransaction;
  const lockTimed = {
    ...coinbase,
    bytes: joined(coinbase.bytes.slice(0, -4), [1, 0, 0, 0]),
    strippedBytes: joined(coinbase.strippedBytes.slice(0, -4), [1, 0, 0, 0]),
  };
  const withCoinbase = (part: Partial<Pick<RawTransaction, 'inputs' | 'outputs' | 'lockTime'>>): Uint8Array => {
    const content = { ...coinbase, ...part };
    return holding([{ ...content, bytes: serializeWithWitness(content), strippedBytes: serialize(content) }, ...transactions.slice(1)]);
  };
  const inputsWith = (part: Partial<TxInput>): readonly TxInput[] => coinbase.inputs.map((input) => ({ ...input, ...part }));
  const holding = (held: readonly RawTransaction[]): Uint8Array => {
    const bytes = Buffer.from(joined(original.subarray(0, HEADER_BYTES), compactSize(held.length), ...held.map((one) => one.bytes)));
    bytes.set(fromId(merkleRoot(held.map(txidOf))), MERKLE_ROOT_AT);
    return bytes;
  };
  const negative = { valueSat: 2n ** 64n - 1_000n, script: Uint8Array.of(0x51) };
  const checking = (count: number): TxOutput => ({ valueSat: 0n, script: new Uint8Array(count).fill(CHECKSIG) });
  // It begins as before, with the height (BIP 34).
  const begin = coinbase.inputs[0]?.scriptSig ?? new Uint8Array();
  const longScript = joined(begin, new Uint8Array(Math.max(0, LONG_BYTES - begin.length)));
  // Of an odd number the Merkle tree takes the last one twice, so that the block with it twice has the same root.
  const odd = transactions.length % 2 === 1 ? transactions : transactions.slice(0, -1);
  // A later time, since else it has the hash of a valid block that was submitted.
  const later = (bytes: Uint8Array): Uint8Array => changed((copy) => copy.writeUInt32LE(header.time + 1, TIME_AT), bytes);
  return [
    ['another Merkle root', changed((bytes) => (bytes[MERKLE_ROOT_AT] = (bytes[MERKLE_ROOT_AT] as number) ^ 1))],
    ['another target', changed((bytes) => bytes.writeUInt32LE(bytes.readUInt32LE(BITS_AT) - 1, BITS_AT))],
    ['a time far ahead', changed((bytes) => bytes.writeUInt32LE(header.time + FAR_AHEAD_SECONDS, TIME_AT))],
    ['a time before the blocks before it', changed((bytes) => bytes.writeUInt32LE(1_000_000_000, TIME_AT))],
    ['an unknown parent', changed((bytes) => bytes.set(Buffer.from(t.random.hex(32), 'hex'), 4))],
    ['a coinbase with a lock time that is not reached', withCoinbase({ inputs: inputsWith({ sequence: 0 }), lockTime: MAX_UINT32 })],
    ['a scriptSig of a byte in its coinbase', withCoinbase({ inputs: inputsWith({ scriptSig: Uint8Array.of(0x51) }) })],
    ['a scriptSig of 101 bytes in its coinbase', withCoinbase({ inputs: inputsWith({ scriptSig: longScript }) })],
    ['a coinbase without outputs', withCoinbase({ outputs: [] })],
    ['a negative output in its coinbase', withCoinbase({ outputs: [...coinbase.outputs, negative] })],
    ['20,001 signature operations', withCoinbase({ outputs: [...coinbase.outputs, ...[SCRIPT_BYTES, SCRIPT_BYTES, 1].map(checking)] })],
    ['two coinbases', holding([coinbase, lockTimed, ...transactions.slice(1)])],
    ['its last transaction twice (CVE-2012-2459)', later(holding([...odd, odd.at(-1) as RawTransaction]))],
  ];
}
