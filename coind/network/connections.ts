import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import type { Log } from '../log.ts';
import { normalIp, parseAddress, type NetAddress } from '../primitives/net-address.ts';

const CONNECT_TIMEOUT_MS = 5_000;
/** Pause before an added node is tried again. It doubles up to one minute, as in nodes of this family. */
const FIRST_PAUSE_TICKS = 1;
const LAST_PAUSE_TICKS = 60;

/** An established connection. */
export interface Established {
  readonly socket: Socket;
  readonly inbound: boolean;
  /** Outbound: the node as the user named it. */
  readonly name: string | undefined;
}

interface Target {
  pauseTicks: number;
  waitTicks: number;
}

export interface ConnectionsDeps {
  readonly defaultPort: number;
  readonly log: Log;
  readonly adopt: (connection: Established) => void;
  /** Whether there is an outbound connection to a node of this name or address. */
  readonly isConnected: (name: string) => boolean;
}

/** Listens for inbound connections, and connects to the nodes that the user names. */
export class Connections {
  readonly #deps: ConnectionsDeps;
  readonly #targets = new Map<string, Target>(); // nodes to stay connected to
  readonly #connecting = new Map<string, Socket>();
  #server: Server | undefined;
  #listening: NetAddress | undefined;
  #active = true;

  constructor(deps: ConnectionsDeps) {
    this.#deps = deps;
  }

  get listening(): NetAddress | undefined {
    return this.#listening;
  }

  /** Rejects with an Error for the user if the address cannot be bound. */
  async listen({ host, port }: NetAddress): Promise<void> {
    const server = createServer((socket) => {
      if (!this.#active) socket.destroy();
      else this.#deps.adopt({ socket, inbound: true, name: undefined });
    });
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', (error) =>
        reject(new Error(`Unable to bind to ${host}:${port} (${error.message}); choose another -port or -bind`)),
      );
      server.listen({ host, port, exclusive: true }, resolve);
    });
    server.on('error', (error) => this.#deps.log(`p2p: ${error.message}`));
    const bound = server.address() as AddressInfo;
    this.#listening = { host: normalIp(bound.address) ?? host, port: bound.port };
  }

  /** Connects to a node now, and again whenever the connection is lost. */
  keep(name: string): void {
    this.#targets.set(name, { pauseTicks: FIRST_PAUSE_TICKS, waitTicks: FIRST_PAUSE_TICKS });
    this.tryOnce(name);
  }

  release(name: string): void {
    this.#targets.delete(name);
  }

  /** Connects to a node, unless it is connected or connecting. */
  tryOnce(name: string): void {
    if (!this.#active || this.#connecting.has(name) || this.#deps.isConnected(name)) return;
    const address = parseAddress(name, this.#deps.defaultPort);
    if (!address) {
      this.#deps.log(`p2p: "${name}" is not a node address; write host:port`);
      return;
    }
    const socket = connect({ host: address.host, port: address.port });
    this.#connecting.set(name, socket);
    const fail = (reason: string): void => {
      if (!this.#connecting.delete(name)) return;
      socket.destroy();
      this.#deps.log(`p2p: connecting to ${name} failed: ${reason}`);
    };
    socket.setTimeout(CONNECT_TIMEOUT_MS, () => fail(`no answer within ${CONNECT_TIMEOUT_MS / 1000} s`));
    socket.on('error', (error) => fail(error.message));
    socket.once('connect', () => {
      if (!this.#connecting.delete(name)) return;
      socket.setTimeout(0);
      socket.removeAllListeners('timeout');
      this.#deps.adopt({ socket, inbound: false, name });
    });
  }

  tick(): void {
    for (const [name, target] of this.#targets) {
      if (this.#deps.isConnected(name)) {
        target.pauseTicks = FIRST_PAUSE_TICKS;
        target.waitTicks = FIRST_PAUSE_TICKS;
      } else if (!this.#connecting.has(name) && --target.waitTicks < 0) {
        target.pauseTicks = Math.min(LAST_PAUSE_TICKS, target.pauseTicks * 2);
        target.waitTicks = target.pauseTicks;
        this.tryOnce(name);
      }
    }
  }

  /** While inactive, no inbound connection is accepted and no outbound one is made. */
  setActive(active: boolean): void {
    this.#active = active;
    if (!active) this.#abandon();
    else for (const target of this.#targets.values()) target.waitTicks = 0;
  }

  async stop(): Promise<void> {
    this.#active = false;
    this.#targets.clear();
    this.#abandon();
    const server = this.#server;
    this.#server = undefined;
    this.#listening = undefined;
    if (server?.listening) await new Promise<void>((resolve) => server.close(() => resolve()));
  }

  #abandon(): void {
    for (const socket of this.#connecting.values()) socket.destroy();
    this.#connecting.clear();
  }
}
