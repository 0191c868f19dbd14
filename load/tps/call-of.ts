import { callPath, requestObject } from '../../client/request-object.ts';
import type { Params } from '../../client/types.ts';
import { stringify } from '../../client/wire-json.ts';
import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import { REQUEST_ID } from '../generator/request-id.ts';
import type { PreparedCall } from '../generator/types.ts';

/** A call of a method of the node, ready to be sent. */
export function callOf(method: MethodId, params: Params): PreparedCall {
  return { method, path: callPath(undefined), body: Buffer.from(stringify(requestObject(REQUEST_ID, method, params))) };
}
