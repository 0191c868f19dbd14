import type { Wire } from '../specs/model/wire.ts';
import type { Params } from './types.ts';

/** One JSON-RPC 1.0 request (document 1, Call envelope). */
export function requestObject(id: string, method: string, params: Params): Wire {
  return { jsonrpc: '1.0', id, method, params: params as Wire };
}

/** The path of a call: `/wallet/<name>`, or `/` without a wallet. */
export function callPath(wallet: string | undefined): string {
  return wallet === undefined ? '/' : `/wallet/${encodeURIComponent(wallet)}`;
}
