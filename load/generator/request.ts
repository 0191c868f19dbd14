import type { Credentials } from '../../client/types.ts';
import type { PreparedCall } from './types.ts';

/** The fields that every request to a node has, apart from its length. */
export function requestHeaders(hostPort: string, credentials: Credentials | undefined): Readonly<Record<string, string>> {
  const secret = credentials && Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64');
  return { Host: hostPort, ...(secret !== undefined && { Authorization: `Basic ${secret}` }), 'Content-Type': 'application/json' };
}

/** Returns the encoder of whole HTTP requests to one node. */
export function requestEncoder(hostPort: string, credentials: Credentials | undefined): (call: PreparedCall) => Buffer {
  const fields = Object.entries(requestHeaders(hostPort, credentials)).map(([name, value]) => `${name}: ${value}\r\n`);
  const tail = ` HTTP/1.1\r\n${fields.join('')}Content-Length: `;
  return ({ path, body }) => {
    const head = `POST ${path}${tail}${body.length}\r\n\r\n`;
    const request = Buffer.allocUnsafe(head.length + body.length);
    request.write(head, 'latin1');
    body.copy(request, head.length);
    return request;
  };
}
