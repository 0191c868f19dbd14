import { SEQUENCE_FINAL, SEQUENCE_NOT_FINAL, SEQUENCE_REPLACEABLE } from '../../primitives/sequences.ts';
import type { InputItemArgument } from '../../../specs/model/generated/methods.d.ts';
import type { TxInput } from '../../primitives/types.ts';
import { RpcCode, RpcError } from '../errors.ts';

const MAX_UINT32 = 0xffff_ffff;

/** Properties of a transaction that depend on the sequence numbers of its inputs. */
export interface SequenceNeeds {
  readonly locktime: number;
  readonly replaceable: boolean;
}

/**
 * The unsigned inputs of a new transaction. An input without a given sequence number gets the highest that allows
 * `replaceable` and `locktime`. Throws `RpcError` -8 for numbers out of range, and for sequence numbers that contradict
 * `replaceable` (document 1, Shared argument shapes; document 2, createrawtransaction).
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

/** Throws `RpcError` -8 for a lock time out of range. */
export function locktimeFrom(locktime: number): number {
  if (locktime < 0 || locktime > MAX_UINT32) throw new RpcError(RpcCode.invalidParameter, 'Invalid parameter, locktime out of range');
  return locktime;
}
