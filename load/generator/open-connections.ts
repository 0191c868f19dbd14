import { parseAddress } from '../../client/address.ts';
import { UserError } from '../../specs/model/user-error.ts';
import { Connection, type ConnectionEvents } from './connection.ts';

/** The load could not begin; the message is for the user. */
export class GeneratorError extends UserError {
  override readonly name = 'GeneratorError';
}

interface OpenOptions<Call extends object> {
  readonly count: number;
  readonly timeoutMs: number;
  readonly events: ConnectionEvents<Call>;
  readonly signal: AbortSignal | undefined;
}

/**
 * Opens connections before the clock runs; none once the signal is aborted. Throws `GeneratorError` where one cannot be opened
 * within this time, and `AddressError` for the address.
 */
export async function openConnections<Call extends object>(
  address: string,
  { count, timeoutMs, events, signal }: OpenOptions<Call>,
): Promise<Connection<Call>[]> {
  const { host, port, address: shown } = parseAddress(address);
  if (signal?.aborted === true) return [];
  const connections = Array.from({ length: count }, () => new Connection(host, port, events));
  let timer: NodeJS.Timeout | undefined;
  let onAbort = (): void => undefined;
  const late = new Promise<void>((resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no connection within ${timeoutMs} ms`)), timeoutMs);
    onAbort = () => resolve();
    signal?.addEventListener('abort', onAbort);
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
    signal?.removeEventListener('abort', onAbort);
  }
  return connections.filter((connection) => !connection.closed);
}
