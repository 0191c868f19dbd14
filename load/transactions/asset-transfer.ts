import { allocationListBytes } from '../../oracles/allocation-list.ts';
import { joined, littleEndian } from '../../oracles/bytes.ts';

/** Version of a transaction that sends allocations of an asset. */
export const TRANSFER_VERSION = 135;
/** What each output of a prepared transfer carries, smallest units. */
export const UNITS_PER_OUTPUT = 1n;
/** Its encoding is of the greatest length. */
export const LARGEST_GUID = 0xffff_ffff;

const OP_RETURN = 0x6a;
const OP_PUSHDATA1 = 0x4c;
const OP_PUSHDATA2 = 0x4d;

/** Script of the data output of a transfer whose first outputs carry these amounts of one asset. */
export function transferScript(guid: number, amounts: readonly bigint[]): Uint8Array {
  const data = allocationListBytes([{ guid, outputs: amounts.map((amount, n) => ({ n, amount })) }]);
  const { length } = data;
  const push = length < OP_PUSHDATA1 ? [length] : length <= 0xff ? [OP_PUSHDATA1, length] : [OP_PUSHDATA2, ...littleEndian(length, 2)];
  return joined([OP_RETURN, ...push], data);
}

/** The same for outputs that carry the same amount. */
export function equalTransferScript(guid: number, outputs: number, amount: bigint): Uint8Array {
  return transferScript(
    guid,
    Array.from({ length: outputs }, () => amount),
  );
}
