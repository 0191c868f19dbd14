import type { Socket } from 'node:net';

/** How long a refused client may take to read the status. */
const LINGER_MS = 1000;

/**
 * Limits the connections of a server. Above the limit, the oldest connection without accepted credentials is closed, so
 * that clients without credentials cannot keep out clients with credentials.
 */
export class ConnectionLimit {
  readonly #limit: number;
  readonly #unauthenticated = new Set<Socket>(); // the oldest first
  #count = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(socket: Socket): void {
    this.#count += 1;
    this.#unauthenticated.add(socket);
    socket.once('close', () => {
      this.#count -= 1;
      this.#unauthenticated.delete(socket);
    });
    if (this.#count <= this.#limit) return;
    const [oldest] = this.#unauthenticated;
    // Removed at once, because its close event comes later.
    if (oldest !== undefined) this.#unauthenticated.delete(oldest);
    oldest?.destroy();
  }

  /** The client of this connection has sent valid credentials. */
  accept(socket: Socket): void {
    this.#unauthenticated.delete(socket);
  }
}

/**
 * Answers with a status and closes the connection, even if the client keeps its side open. Further data of the client is
 * discarded.
 */
export function refuse(socket: Socket, statusLine: string): void {
  socket.end(`HTTP/1.1 ${statusLine}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
  socket.resume();
}
