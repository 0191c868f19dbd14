import { sighashType } from '../../script/sighash-types.ts';
import { RpcCode, RpcError } from '../errors.ts';

/** The byte of a sighash type by its name (document 1, Shared argument shapes). Throws `RpcError` -1 for an unknown name. */
export function sighashTypeFrom(name: string): number {
  const type = sighashType(name);
  if (type === undefined) throw new RpcError(RpcCode.misc, `${name} is not a valid sighash parameter.`);
  return type;
}
