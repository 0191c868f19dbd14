import { Agent } from 'node:http';
import type { ClientRequest, ClientRequestArgs } from 'node:http';
import type { Duplex } from 'node:stream';

/** Idle connections are closed after this time: less than the shortest usual idle limit of a server (5 s), so that few become stale. */
const IDLE_MS = 4_000;

export interface ConnectionsOptions {
  /** Maximum number of idle connections kept for reuse. With 0 each exchange opens a new connection; its request has no `connection: close`. */
  readonly maxKept: number;
  /** Called once for each connection that the node closes without `connection: close` in an answer. */
  readonly onLost?: () => void;
}

/** The connections to one node. The caller limits how many are open at once. */
export class Connections extends Agent {
  readonly #maxKept: number;
  readonly #onLost: () => void;
  /** Connections whose end the node has announced, or for which `onLost` was called. */
  readonly #ending = new WeakSet<Duplex>();

  constructor({ maxKept, onLost = () => undefined }: ConnectionsOptions) {
    // The connection used last is the least likely to be stale.
    super({ keepAlive: true, scheduling: 'lifo', maxFreeSockets: maxKept, timeout: IDLE_MS });
    this.#maxKept = maxKept;
    this.#onLost = onLost;
  }

  /** The node will close this connection after the answer that is being read. */
  announceEnd(connection: Duplex): void {
    this.#ending.add(connection);
  }

  override createConnection(options: ClientRequestArgs, callback?: (error: Error | null, connection: Duplex) => void): Duplex {
    const connection = super.createConnection(options, callback) as Duplex; // `net.connect`, which always returns one
    const ended = (): void => {
      if (this.#ending.has(connection)) return;
      this.#ending.add(connection);
      this.#onLost();
    };
    // A connection closed by this side emits neither event.
    connection.once('end', ended);
    connection.once('error', ended);
    return connection;
  }

  /** Called by node:http when an exchange has ended and its connection is still good. */
  override keepSocketAlive(connection: Duplex): void {
    if (this.#maxKept === 0) return; // `undefined` closes it
    connection.on('data', closeUnasked);
    return super.keepSocketAlive(connection);
  }

  /** Called by node:http before a kept connection carries another exchange. */
  override reuseSocket(connection: Duplex, request: ClientRequest): void {
    connection.off('data', closeUnasked);
    super.reuseSocket(connection, request);
  }
}

/** Data on an idle connection is not an answer: RFC 9112, section 6.3 forbids to read it as one. */
function closeUnasked(this: Duplex): void {
  this.destroy();
}
