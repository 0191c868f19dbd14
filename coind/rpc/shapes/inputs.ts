import { SEQUENCE_FINAL, SEQUENCE_NOT_FINAL, SEQUENCE_REPLACEABLE } from '../../primitives/sequences.ts';
import type { InputItemArgument } from '../../../specs/model/generated/methods.d.ts';
import type { TxInput } from '../../primitives/types.ts';
import { RpcCode, RpcError } from '../errors.ts';

const MAX_UINT32 = 0xffff_ffff;

/** What the sequence numbers of the inputs decide on. */
export interface SequenceNeeds {
  readonly locktime: number;
  readonly replaceable: boolean;
}

/**
 * The inputs of a new transaction, not signed. An input without a sequence number of its own gets the highest that serves
 * `replaceable` and `locktime`. Throws `RpcError` -8 for numbers that a transaction cannot hold, and where the sequence
 * numbers given contradict `replaceable` (document 1, Shared argument shapes; document 2, createrawtransaction).
 */
export function inputsFrom(items: readonly InputItemArgument[], { locktime, replaceable }: SequenceNeeds): TxInput[] {
  const plain = replaceable ? SEQUENCE_REPLACEABLE : locktime > 0 ? SEQUENCE_NOT_FINAL : SEQUENCE_FINAL;
  const inputs = items.map(({ txid, vout, sequence = plain }): TxInput => {
    if (vout < 0) throw new RpcError(RpcCode.invalidParameter, 'Invalid parameter, vout cannot be negative');
    if (vout > MAX_UINT32) throw new RpcError(RpcCode.invalidParameter, 'Invalid parameter, vout is out of range');
    if (sequence < 0 || sequence > MAX_UINT32)
      throw new RpcError(RpcCode.invalidParameter, 'Invalid parameter, sequence number is out of range');
    return { txid, vout, scriptSig: Buffer.alloc(0), sequence, witness: [] };
  });
  if (replaceable && inputs.length > 0 && !inputs.some(({ sequence }) => sequence <= SEQUENCE_REPLACEABLE)) {
    throw new RpcError(RpcCode.invalidParameter, 'Invalid parameter combination: Sequence number(s) contradict replaceable option');
  }
  return inputs;
}

/** Throws `RpcError` -8 for a lock time that a transaction cannot hold. */
export function locktimeFrom(locktime: number): number {
  if (locktime < 0 || locktime > MAX_UINT32) throw new RpcError(RpcCode.invalidParameter, 'Invalid parameter, locktime out of range');
  return locktime;
}
