import type { Curve } from '../../crypto/curve.ts';
import { DeserializationError } from '../../primitives/deserialization-error.ts';
import { decodePsbt } from '../../psbt/read-psbt.ts';
import type { Psbt } from '../../psbt/types.ts';
import { RpcCode, RpcError } from '../errors.ts';

/** Decodes a PSBT from base64. Throws `RpcError` -22 for an invalid one. */
export function psbtFrom(base64: string, curve: Curve): Psbt {
  try {
    return decodePsbt(base64, curve);
  } catch (error) {
    if (error instanceof DeserializationError) throw new RpcError(RpcCode.deserialization, `TX decode failed ${error.message}`);
    throw error;
  }
}
