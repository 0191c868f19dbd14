import { connect } from 'node:net';
import type { NodeAddress } from '../../client/address.ts';

/** A connection that stays open longer is closed: the node waits for the rest of the request. */
const WITHIN_MS = 1_000;
const MAX_KEPT = 65_536;

/**
 * Sends bytes over a connection of their own and ends the sending side. Returns the beginning of what came, as Latin-1; empty
 * if nothing came or no connection could be made.
 */
export function sendBytes({ host, port }: Pick<NodeAddress, 'host' | 'port'>, bytes: Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    let came = '';
    const socket = connect({ host, port });
    const over = (): void => {
      clearTimeout(timer);
      socket.destroy();
      resolve(came);
    };
    const timer = setTimeout(over, WITHIN_MS);
    socket
      .setEncoding('latin1')
      .on('data', (chunk: string) => {
        if (came.length < MAX_KEPT) came += chunk;
      })
      .on('error', over)
      .on('close', over)
      .end(bytes);
  });
}
