import { contentType, requestObject } from '../client/request-object.ts';
import { stringify } from '../client/wire-json.ts';
import type { ReportedTarget } from '../engine/reported-target.ts';
import { shellCommand } from '../engine/shell-command.ts';
import type { ShownCall } from '../engine/outcome.ts';
import { hasBrand, render, type Names } from '../specs/model/names.ts';
import { specification } from '../specs/model/specification.ts';

/**
 * The command that sends one call by curl, with credentials from the environment, and the address too if the target is
 * not a running node. Undefined if that is not possible: arguments were cut, or the name of the method depends on the
 * brand of the node, which reports do not have. `names`: that brand, where it is known.
 */
export function curlCommand(
  { method, jsonrpc: version, params, wallet, cut }: ShownCall,
  target: Pick<ReportedTarget, 'name'>,
  names?: Names,
): string | undefined {
  if (cut !== undefined) return undefined;
  const written = specification.find(method)?.wire.method ?? method;
  if (hasBrand(written) && names === undefined) return undefined;
  const wire = names === undefined ? written : render(written, names);
  const jsonrpc = version ?? '1.0';
  const body = stringify(requestObject('pyx', wire, params, { jsonrpc }));
  const isRunning = target.name.startsWith('http://');
  const address = isRunning ? target.name : '"${PYX_RPC_URL:-http://127.0.0.1:18443}"';
  const path = wallet === undefined ? '/' : `/wallet/${encodeURIComponent(wallet)}`;
  return [
    'curl --user "$PYX_RPC_USER:$PYX_RPC_PASSWORD"',
    shellCommand(['-H', `content-type: ${contentType(jsonrpc)}`, '--data-binary', body]),
    isRunning ? shellCommand([`${address.replace(/\/$/, '')}${path}`]) : `${address}${shellCommand([path])}`,
  ].join(' ');
}
