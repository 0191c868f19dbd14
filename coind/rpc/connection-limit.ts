import type { Socket } from 'node:net';

/** How long a client that is refused may take to read why. */
const LINGER_MS = 1000;

/**
 * Bounds the connections of a server. Where there are too many, the oldest one without accepted credentials is closed,
 * so that those who have none cannot keep out those who have.
 */
export class ConnectionLimit {
  readonly #limit: number;
  readonly #strangers = new Set<Socket>(); // the oldest first
  #count = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(socket: Socket): void {
    this.#count += 1;
    this.#strangers.add(socket);
    socket.once('close', () => {
      this.#count -= 1;
      this.#strangers.delete(socket);
    });
    if (this.#count <= this.#limit) return;
    const [oldest] = this.#strangers;
    // Its place is free at once: the event of its end comes later.
    if (oldest !== undefined) this.#strangers.delete(oldest);
    oldest?.destroy();
  }

  /** Its client has credentials. */
  accept(socket: Socket): void {
    this.#strangers.delete(socket);
  }
}

/**
 * Answers a client that is not served and ends the connection, whether the client closes its side or not: what it still
 * sends is not kept, and after a short time nothing of it is left.
 */
export function refuse(socket: Socket, statusLine: string): void {
  socket.end(`HTTP/1.1 ${statusLine}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS).unref();
  socket.once('close', () => clearTimeout(timer));
  socket.resume();
}
