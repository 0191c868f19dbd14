import { RpcCode, RpcError } from '../errors.ts';

/**
 * A block hash or transaction id in the byte order of the RPC, in lower case. `name` is used in the message. Throws
 * `RpcError` -8 for anything but 64 hex digits, as nodes of this family do.
 */
export function hashFrom(text: string, name: string): string {
  if (text.length !== 64) throw new RpcError(RpcCode.invalidParameter, `${name} must be of length 64 (not ${text.length}, for '${text}')`);
  if (!/^[0-9a-f]*$/i.test(text)) throw notHex(text, name);
  return text.toLowerCase();
}

/** The bytes of a hex string. Throws `RpcError` -8 for an invalid one. */
export function bytesFrom(hex: string, name: string): Buffer {
  if (!isHex(hex)) throw notHex(hex, name);
  return Buffer.from(hex, 'hex');
}

/** Whether a text is a hex string. An empty one is not, as in nodes of this family. */
export const isHex = (text: string): boolean => text.length % 2 === 0 && /^[0-9a-f]+$/i.test(text);

const notHex = (text: string, name: string): RpcError =>
  new RpcError(RpcCode.invalidParameter, `${name} must be hexadecimal string (not '${text}')`);
