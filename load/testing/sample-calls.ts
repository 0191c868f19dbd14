import { REQUEST_ID } from '../generator/request-id.ts';
import type { CallSource, PreparedCall } from '../generator/types.ts';

/** A call to a fake node, which does not look at it. */
export const sampleCall: PreparedCall = {
  method: 'getblockcount',
  path: '/',
  body: Buffer.from(`{"jsonrpc":"1.0","id":"${REQUEST_ID}","method":"getblockcount","params":[]}`),
};

/** The same call again and again, up to `count` times. */
export function calls(count = Infinity): CallSource {
  let left = count;
  return () => (left-- > 0 ? sampleCall : undefined);
}
