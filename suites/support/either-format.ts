import type { Trial } from '../../engine/trial.ts';
import { joined, littleEndian, toHex } from '../../oracles/bytes.ts';
import { parseTransaction, type RawTransaction } from '../../oracles/transaction.ts';

/** Bytes that are a transaction in both formats. */
export interface EitherFormat {
  readonly hex: string;
  /** With one input, which has a witness, and one output. */
  readonly witness: RawTransaction;
  /** With no input, and one output whose script is the rest. */
  readonly plain: RawTransaction;
}

const OP_TRUE = 0x51;
/** Bytes before the script of the plain format: version, number of inputs, number of outputs, value, length of the script. */
const BEFORE_SCRIPT = 4 + 1 + 1 + 8 + 1;
const LOCK_TIME_BYTES = 4;

/** Such bytes: where the marker and flag of a witness are read as no inputs and one output, its value is within the outpoint. */
export function eitherFormat(t: Trial): EitherFormat {
  const txid = t.random.bytes(32);
  const after = joined(
    littleEndian(t.random.integer(0, 9), 4), // index of the spent output
    [0],
    littleEndian(0xffffffff, 4),
    [1],
    littleEndian(t.random.integer(10_000, 90_000), 8),
    [1, OP_TRUE],
    [1, 1, OP_TRUE],
    littleEndian(0, LOCK_TIME_BYTES),
  );
  const bytes = (id: Uint8Array): Uint8Array => joined(littleEndian(2, 4), [0, 1], [1], id, after);
  // The count of inputs and the first 7 bytes of the txid are the value; the byte after them is the length of the script.
  txid.fill(0, 2, 7); // an amount that a wallet can pay
  txid[1] = t.random.integer(1, 255); // above dust
  txid[7] = bytes(txid).length - BEFORE_SCRIPT - LOCK_TIME_BYTES;
  const both = bytes(txid);
  return {
    hex: toHex(both),
    witness: parseTransaction(both, { witness: true }),
    plain: parseTransaction(both, { witness: false }),
  };
}
