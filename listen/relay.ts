import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import type { End, Passed } from './passed.ts';

/** Memory of the copies that wait to be checked, in bytes. What passes beyond is not copied. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024;
/** What a copy takes besides its bytes, as a message between threads: 580 bytes were measured. It bounds the number of small copies. */
export const COPY_OVERHEAD_BYTES = 1_024;
const HOST = '127.0.0.1';

export interface RelayOptions {
  /** 0: any free one. */
  readonly port: number;
  readonly node: { readonly host: string; readonly port: number };
  readonly onPassed: (passed: Passed) => void;
  /** In bytes. */
  readonly maxWaiting?: number;
}

/**
 * Passes every byte between clients and a node, unchanged and at once, and hands on a copy afterwards. Listens on loopback. A
 * connection that the node refuses or breaks is broken for its client in the same way: nothing is answered in the node's place.
 */
export class Relay {
  readonly #server: Server;
  readonly #options: RelayOptions;
  readonly #sockets = new Set<Socket>();
  #connections = 0;
  #waitingBytes = 0;
  /** By connection, bytes that passed uncopied since that was told. */
  readonly #uncopied = new Map<number, { client: number; node: number; last: End }>();

  /** Rejects with the error of the system where the port cannot be had. */
  static async listen(options: RelayOptions): Promise<Relay> {
    const relay = new Relay(options);
    await new Promise<void>((resolve, reject) => {
      relay.#server.once('error', reject).listen(options.port, HOST, () => {
        relay.#server.off('error', reject);
        resolve();
      });
    });
    return relay;
  }

  private constructor(options: RelayOptions) {
    this.#options = options;
    this.#server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => this.#accept(client));
  }

  /** `http://127.0.0.1:18500` */
  get url(): string {
    return `http://${HOST}:${(this.#server.address() as AddressInfo).port}`;
  }

  /** A copy of so many bytes was checked. */
  checked(bytes: number): void {
    this.#waitingBytes -= bytes + COPY_OVERHEAD_BYTES;
  }

  /** Accepts no more clients, and breaks the connections that are left. */
  async close(): Promise<void> {
    const closed = new Promise((resolve) => void this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
    for (const connection of this.#uncopied.keys()) this.#tellUncopied(connection);
  }

  #accept(client: Socket): void {
    const connection = ++this.#connections;
    const { host, port } = this.#options.node;
    const node = connect({ host, port, allowHalfOpen: true, noDelay: true });
    this.#tell({ type: 'opened', connection, client: `${client.remoteAddress}:${client.remotePort}` });
    this.#join({ connection, from: 'client', source: client, sink: node });
    this.#join({ connection, from: 'node', source: node, sink: client });
    let open = 2;
    for (const socket of [client, node]) {
      this.#sockets.add(socket);
      socket.once('close', () => {
        this.#sockets.delete(socket);
        if (--open > 0) return;
        this.#tellUncopied(connection);
        this.#tell({ type: 'closed', connection, atMs: now() });
      });
    }
  }

  /** Passes what comes from one end to the other. */
  #join({ connection, from, source, sink }: { connection: number; from: End; source: Socket; sink: Socket }): void {
    source
      .on('data', (bytes) => {
        if (!sink.write(bytes)) {
          source.pause();
          sink.once('drain', () => source.resume());
        }
        this.#copy(connection, from, bytes);
      })
      .on('end', () => sink.end())
      .on('error', (error: NodeJS.ErrnoException) => {
        if (from === 'node') this.#tell({ type: 'broken', connection, code: error.code ?? error.message });
        sink.resetAndDestroy();
      });
  }

  #copy(connection: number, from: End, bytes: Buffer): void {
    const { maxWaiting = MAX_WAITING_BYTES } = this.#options;
    const cost = bytes.length + COPY_OVERHEAD_BYTES;
    if (this.#waitingBytes + cost > maxWaiting) {
      // Told once, and again with what follows before the next copy: what tells it would wait, too.
      const missed = this.#uncopied.get(connection);
      if (!missed) {
        this.#uncopied.set(connection, { client: 0, node: 0, last: from });
        this.#tell({ type: 'uncopied', connection, from, count: bytes.length });
      } else {
        missed[from] += bytes.length;
        missed.last = from;
      }
      return;
    }
    this.#tellUncopied(connection);
    this.#waitingBytes += cost;
    // A copy of its own: the buffer of a socket may be a part of one that is used again.
    this.#tell({ type: 'bytes', connection, from, bytes: Uint8Array.from(bytes), atMs: now() });
  }

  /** What was not told yet of the bytes that passed uncopied. */
  #tellUncopied(connection: number): void {
    const missed = this.#uncopied.get(connection);
    if (!missed) return;
    this.#uncopied.delete(connection);
    // The reader of the copies must know which end sent last.
    const ends: readonly End[] = missed.last === 'node' ? ['client', 'node'] : ['node', 'client'];
    for (const from of ends) if (missed[from] > 0) this.#tell({ type: 'uncopied', connection, from, count: missed[from] });
  }

  #tell(passed: Passed): void {
    this.#options.onPassed(passed);
  }
}

const now = (): number => performance.timeOrigin + performance.now();
