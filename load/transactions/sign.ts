import { hash } from 'node:crypto';
import type { Curve } from './curve.ts';
import type { Key } from './keys.ts';
import { countBytes, INPUT_BYTES, MAX_WITNESS_BYTES, OUTPUT_BYTES } from './sizes.ts';

/** A confirmed P2WPKH output to spend. */
export interface Coin {
  /** In the order of the hash function, which is the reverse of how it is shown. */
  readonly txid: Buffer;
  readonly vout: number;
  readonly valueSat: bigint;
  readonly key: Key;
}

/** Outputs as they stand in a transaction, hashed once for all transactions that have the same. */
export interface Outputs {
  /** The count, then the outputs. */
  readonly bytes: Buffer;
  readonly hash: Buffer;
}

/** A signed transaction (BIP 144). */
export interface SignedTransaction {
  readonly bytes: Buffer;
  /** Where the outputs end and the witnesses begin. */
  readonly witnessAt: number;
}

/** Of transactions that move coin only (BIP 68). */
const PAYMENT_VERSION = 2;
const FINAL_SEQUENCE = 0xffffffff;
const SIGHASH_ALL = 1;
const MARKER_BYTES = 2;

/** Preimage of a signature hash (BIP 143): where each part begins. */
const PREIMAGE = { prevouts: 4, sequences: 36, outpoint: 68, publicKeyHash: 108, value: 130, sequence: 138, outputs: 142, bytes: 182 };

const doubleHash = (bytes: Buffer): Buffer => hash('sha256', hash('sha256', bytes, 'buffer'), 'buffer');

/** A payment to the P2WPKH script of a key. */
export interface Payment {
  readonly key: Pick<Key, 'publicKeyHash'>;
  readonly valueSat: bigint;
}

/** Outputs that make these payments. @param dataScript script of a last output, which has no value */
export function outputsTo(payments: readonly Payment[], dataScript?: Uint8Array): Outputs {
  const count = payments.length + (dataScript === undefined ? 0 : 1);
  const at = countBytes(count);
  const dataAt = at + payments.length * OUTPUT_BYTES;
  const bytes = Buffer.alloc(dataAt + (dataScript === undefined ? 0 : 8 + countBytes(dataScript.length) + dataScript.length));
  writeCount(bytes, 0, count);
  for (const [index, { key, valueSat }] of payments.entries()) writeOutput(bytes, at + index * OUTPUT_BYTES, key, valueSat);
  if (dataScript !== undefined) {
    writeCount(bytes, dataAt + 8, dataScript.length);
    bytes.set(dataScript, dataAt + 8 + countBytes(dataScript.length));
  }
  return { bytes, hash: doubleHash(bytes.subarray(at)) };
}

/** Signs transactions of P2WPKH inputs with SIGHASH_ALL (BIP 143). */
export class Signer {
  readonly #curve: Curve;
  readonly #version: number;
  readonly #preimage = Buffer.alloc(PREIMAGE.bytes);
  /** Of the sequence of a single input, which nearly all transactions have. */
  readonly #sequenceHash = sequencesHash(1);

  /** @param version of the transactions */
  constructor(curve: Curve, version = PAYMENT_VERSION) {
    this.#curve = curve;
    this.#version = version;
    const preimage = this.#preimage;
    preimage.writeUInt32LE(version, 0);
    // The script code: OP_DUP OP_HASH160 <public key hash> OP_EQUALVERIFY OP_CHECKSIG.
    preimage.write('1976a914', PREIMAGE.publicKeyHash - 4, 'hex');
    preimage.write('88ac', PREIMAGE.value - 2, 'hex');
    preimage.writeUInt32LE(FINAL_SEQUENCE, PREIMAGE.sequence);
    preimage.writeUInt32LE(SIGHASH_ALL, PREIMAGE.bytes - 4);
  }

  /** All coins are spent, to these outputs; what is left is the fee. */
  sign(coins: readonly Coin[], outputs: Outputs): SignedTransaction {
    const inputsAt = 4 + MARKER_BYTES + countBytes(coins.length);
    const outputsAt = inputsAt + coins.length * INPUT_BYTES;
    const witnessAt = outputsAt + outputs.bytes.length;
    const bytes = Buffer.allocUnsafe(witnessAt + coins.length * MAX_WITNESS_BYTES + 4);
    bytes.writeUInt32LE(this.#version, 0);
    bytes.writeUInt16BE(0x0001, 4); // marker and flag
    writeCount(bytes, 4 + MARKER_BYTES, coins.length);
    for (let index = 0; index < coins.length; index++) writeInput(bytes, inputsAt + index * INPUT_BYTES, coins[index]!);
    outputs.bytes.copy(bytes, outputsAt);

    const preimage = this.#preimage;
    prevoutsHash(bytes, inputsAt, coins.length).copy(preimage, PREIMAGE.prevouts);
    (coins.length === 1 ? this.#sequenceHash : sequencesHash(coins.length)).copy(preimage, PREIMAGE.sequences);
    outputs.hash.copy(preimage, PREIMAGE.outputs);
    let at = witnessAt;
    for (let index = 0; index < coins.length; index++) {
      const { key, valueSat } = coins[index]!;
      const inputAt = inputsAt + index * INPUT_BYTES;
      bytes.copy(preimage, PREIMAGE.outpoint, inputAt, inputAt + 36);
      key.publicKeyHash.copy(preimage, PREIMAGE.publicKeyHash);
      preimage.writeBigUInt64LE(valueSat, PREIMAGE.value);
      at = writeWitness(bytes, at, this.#curve.sign(doubleHash(preimage), key.secret), key.publicKey);
    }
    bytes.writeUInt32LE(0, at); // lock time
    return { bytes: bytes.subarray(0, at + 4), witnessAt };
  }
}

/** The id in the order of the hash function: double SHA-256 of the transaction without its witnesses. */
export function txidBytes({ bytes, witnessAt }: SignedTransaction): Buffer {
  return doubleHash(Buffer.concat([bytes.subarray(0, 4), bytes.subarray(4 + MARKER_BYTES, witnessAt), bytes.subarray(-4)]));
}

/** As nodes take and show it. */
export function sendable(transaction: SignedTransaction): { readonly hex: string; readonly txid: string } {
  return { hex: transaction.bytes.toString('hex'), txid: txidBytes(transaction).reverse().toString('hex') };
}

/** The id as nodes show it. Throws `RangeError` where it is no transaction. @param hex a transaction of a prepared file, which spends one coin */
export function preparedTxid(hex: string): string {
  const bytes = Buffer.from(hex, 'hex');
  const outputsAt = 4 + MARKER_BYTES + 1 + INPUT_BYTES;
  const count = readCount(bytes, outputsAt);
  let at = outputsAt + countBytes(count);
  for (let output = 0; output < count; output++) {
    const length = readCount(bytes, at + 8);
    at += 8 + countBytes(length) + length;
  }
  return txidBytes({ bytes, witnessAt: at }).reverse().toString('hex');
}

/** The coin that a transaction of a prepared file spends. Throws `RangeError` where it is no transaction. */
export function preparedOutpoint(hex: string): { readonly txid: string; readonly vout: number } {
  const at = 4 + MARKER_BYTES + 1;
  const bytes = Buffer.from(hex, 'hex');
  return {
    vout: bytes.readUInt32LE(at + 32),
    txid: bytes
      .subarray(at, at + 32)
      .reverse()
      .toString('hex'),
  };
}

function prevoutsHash(bytes: Buffer, inputsAt: number, count: number): Buffer {
  if (count === 1) return doubleHash(bytes.subarray(inputsAt, inputsAt + 36));
  return doubleHash(
    Buffer.concat(
      Array.from({ length: count }, (_, index) => bytes.subarray(inputsAt + index * INPUT_BYTES, inputsAt + index * INPUT_BYTES + 36)),
    ),
  );
}

function sequencesHash(count: number): Buffer {
  return doubleHash(Buffer.alloc(4 * count, 0xff)); // FINAL_SEQUENCE of each
}

function writeInput(bytes: Buffer, at: number, { txid, vout }: Coin): void {
  txid.copy(bytes, at);
  bytes.writeUInt32LE(vout, at + 32);
  bytes[at + 36] = 0; // no script
  bytes.writeUInt32LE(FINAL_SEQUENCE, at + 37);
}

function writeOutput(bytes: Buffer, at: number, { publicKeyHash }: Payment['key'], valueSat: bigint): void {
  bytes.writeBigUInt64LE(valueSat, at);
  bytes[at + 8] = 22;
  bytes.writeUInt16BE(0x0014, at + 9); // OP_0 and a push of 20 bytes
  publicKeyHash.copy(bytes, at + 11);
}

/** @returns where the witness ends */
function writeWitness(bytes: Buffer, at: number, signature: Uint8Array, publicKey: Buffer): number {
  bytes[at] = 2; // items
  const end = writeDer(bytes, at + 2, signature);
  bytes[end] = SIGHASH_ALL;
  bytes[at + 1] = end + 1 - (at + 2);
  bytes[end + 1] = publicKey.length;
  return end + 2 + publicKey.copy(bytes, end + 2);
}

/** A signature as strict DER (BIP 66). @param signature R and S, 32 bytes each. @returns where it ends */
function writeDer(bytes: Buffer, at: number, signature: Uint8Array): number {
  const end = writeInteger(bytes, writeInteger(bytes, at + 2, signature, 0), signature, 32);
  bytes[at] = 0x30;
  bytes[at + 1] = end - (at + 2);
  return end;
}

/** 32 bytes as the shortest integer that is not negative. */
function writeInteger(bytes: Buffer, at: number, signature: Uint8Array, from: number): number {
  let start = from;
  while (start < from + 31 && signature[start] === 0) start++;
  const padding = (signature[start]! & 0x80) === 0 ? 0 : 1;
  const length = from + 32 - start + padding;
  bytes[at] = 0x02;
  bytes[at + 1] = length;
  bytes[at + 2] = 0;
  bytes.set(signature.subarray(start, from + 32), at + 2 + padding);
  return at + 2 + length;
}

function readCount(bytes: Buffer, at: number): number {
  const first = bytes.readUInt8(at);
  return first < 0xfd ? first : bytes.readUInt16LE(at + 1);
}

function writeCount(bytes: Buffer, at: number, count: number): void {
  if (count < 0xfd) bytes[at] = count;
  else {
    bytes[at] = 0xfd;
    bytes.writeUInt16LE(count, at + 1);
  }
}
