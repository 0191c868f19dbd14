import type { Wire } from '../specs/model/wire.ts';
import type { Params, RequestForm } from './types.ts';

/** Requests of coin nodes (document 1, Call envelope). */
export const FORM_1: RequestForm = { jsonrpc: '1.0' };

/** One JSON-RPC request. That of 2.0 has no params if there are none: a service may refuse an empty list or object. */
export function requestObject(id: string, method: string, params: Params, form: RequestForm = FORM_1): Wire {
  const { jsonrpc } = form;
  const sent = form.params ? form.params(method, params) : params;
  if (jsonrpc === '2.0' && Object.keys(sent).length === 0) return { jsonrpc, id, method };
  return { jsonrpc, id, method, params: sent as Wire };
}

/** The content type of a request: of 1.0 that of document 1, Call envelope. */
export const contentType = (jsonrpc: RequestForm['jsonrpc']): string => (jsonrpc === '2.0' ? 'application/json' : 'text/plain');

/** The path of a call: `/wallet/<name>`, or `/` without a wallet. */
export function callPath(wallet: string | undefined): string {
  return wallet === undefined ? '/' : `/wallet/${encodeURIComponent(wallet)}`;
}
