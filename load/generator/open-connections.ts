import { parseAddress } from '../../client/address.ts';
import { UserError } from '../../specs/model/user-error.ts';
import { Connection, type ConnectionEvents } from './connection.ts';

/** The load could not begin; the message is for the user. */
export class GeneratorError extends UserError {
  override readonly name = 'GeneratorError';
}

/**
 * Opens connections before the clock runs. Throws `GeneratorError` where one cannot be opened within this time, and
 * `AddressError` for the address.
 */
export async function openConnections<Call extends object>(
  address: string,
  count: number,
  timeoutMs: number,
  events: ConnectionEvents<Call>,
): Promise<Connection<Call>[]> {
  const { host, port, address: shown } = parseAddress(address);
  const connections = Array.from({ length: count }, () => new Connection(host, port, events));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no connection within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    await Promise.race([Promise.all(connections.map((connection) => connection.opened())), late]);
  } catch (error) {
    for (const connection of connections) connection.abandon();
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message;
    throw new GeneratorError(`Cannot open ${count === 1 ? 'a connection' : `${count} connections`} to ${shown} (${reason})`, {
      remedy: 'check that the node runs and listens there, and that it and this machine allow so many connections',
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
  return connections.filter((connection) => !connection.closed);
}
