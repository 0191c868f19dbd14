import type { Wire } from '../specs/model/wire.ts';
import type { Params } from './types.ts';

/** One request of JSON-RPC 1.0, as document 1, Call envelope states it. */
export function requestObject(id: string, method: string, params: Params): Wire {
  return { jsonrpc: '1.0', id, method, params: params as Wire };
}

/** The path that a call is posted to: that of a wallet, or that of the node. */
export function callPath(wallet: string | undefined): string {
  return wallet === undefined ? '/' : `/wallet/${encodeURIComponent(wallet)}`;
}
