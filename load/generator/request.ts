import type { Credentials } from '../../client/types.ts';
import type { PreparedCall } from './types.ts';

/**
 * Returns the encoder of whole HTTP requests to one node. A call that is sent again, as most are, is encoded once.
 * @param hostPort `127.0.0.1:19443`
 * @param keepAlive whether connections are used again; else the node is asked to close them
 */
export function requestEncoder(hostPort: string, credentials: Credentials | undefined, keepAlive = true): (call: PreparedCall) => Buffer {
  const secret = credentials && Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64');
  const authorization = secret === undefined ? '' : `Authorization: Basic ${secret}\r\n`;
  const tail = ` HTTP/1.1\r\nHost: ${hostPort}\r\n${authorization}${keepAlive ? '' : 'Connection: close\r\n'}Content-Type: application/json\r\nContent-Length: `;
  const encoded = new WeakMap<PreparedCall, Buffer>();
  return (call) => {
    const known = encoded.get(call);
    if (known) return known;
    const request = Buffer.concat([Buffer.from(`POST ${call.path}${tail}${call.body.length}\r\n\r\n`, 'latin1'), call.body]);
    encoded.set(call, request);
    return request;
  };
}
