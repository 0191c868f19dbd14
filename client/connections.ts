import { Agent } from 'node:http';
import type { ClientRequest, ClientRequestArgs } from 'node:http';
import type { Duplex } from 'node:stream';

/** Idle connections are closed after this: before the 5 s of the most impatient servers, so that few are ever stale. */
const IDLE_MS = 4_000;

export interface ConnectionsOptions {
  /** How many idle connections are kept for later exchanges. With 0, each exchange has a connection of its own; its request does not show that. */
  readonly maxKept: number;
  /** Called once for each connection that the node has ended without announcing it in an answer. */
  readonly onLost?: () => void;
}

/** The connections to one node. How many are open at once is for the caller to limit. */
export class Connections extends Agent {
  readonly #maxKept: number;
  readonly #onLost: () => void;
  /** Connections whose end the node has announced, or has already reported. */
  readonly #ending = new WeakSet<Duplex>();

  constructor({ maxKept, onLost = () => undefined }: ConnectionsOptions) {
    // The connection used last is the least likely to be stale.
    super({ keepAlive: true, scheduling: 'lifo', maxFreeSockets: maxKept, timeout: IDLE_MS });
    this.#maxKept = maxKept;
    this.#onLost = onLost;
  }

  /** The answer that is read over this connection is the last one: the node ends the connection with it. */
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
    // A connection that this side closes emits neither.
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

/** What comes over an idle connection answers nothing: RFC 9112, section 6.3 forbids to take it for an answer. */
function closeUnasked(this: Duplex): void {
  this.destroy();
}
