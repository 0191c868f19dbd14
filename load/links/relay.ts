import { createServer, connect, type AddressInfo, type Server, type Socket } from 'node:net';
import { Random } from '../../fixtures/world/random.ts';
import type { LinkShaping } from '../topology/types.ts';
import { DueTimes, type DirectionShaping } from './due-times.ts';
import { Flow } from './flow.ts';
import type { RelayUseMeter } from './relay-use.ts';
import type { Schedule } from './schedule.ts';
import type { TrafficCounter } from './traffic-counter.ts';
import { noTraffic, type LinkFigures, type RelayedLink } from './types.ts';

const HOST = '127.0.0.1';

export interface RelayOptions extends RelayedLink {
  readonly seed: number;
  /** Counts what the first node sends to the second, and back. */
  readonly forward: TrafficCounter;
  readonly back: TrafficCounter;
  readonly schedule: Schedule;
  readonly use: RelayUseMeter;
  /** The link breaks, or can be used again after a break. */
  readonly onBreak: (state: 'broken' | 'back') => void;
}

/** One link: for each connection to it, it opens one to its target, and passes on what comes, later. */
export class Relay {
  readonly #options: RelayOptions;
  readonly #server: Server;
  /** Both sides of each connection. */
  readonly #connections = new Set<readonly [Socket, Socket]>();
  readonly #forward: DueTimes;
  readonly #back: DueTimes;
  readonly #breaks: Random;
  #shaping: LinkShaping;
  #target: string;
  #isCut = false;
  #isBroken = false;
  #breakTimer: NodeJS.Timeout | undefined;
  #connectionsLost = 0;

  constructor(options: RelayOptions) {
    const { shaping, seed, between } = options;
    this.#options = options;
    this.#shaping = shaping;
    this.#target = options.target;
    const random = (what: string): Random => new Random(`links/${seed}/${between.join('/')}/${what}`);
    this.#forward = new DueTimes(random('forward'), direction(shaping, 'forward'));
    this.#back = new DueTimes(random('back'), direction(shaping, 'back'));
    this.#breaks = random('breaks');
    this.#server = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, (socket) => this.#accept(socket));
    this.#planBreak();
  }

  /** Returns `host:port`. */
  async listen(): Promise<string> {
    await new Promise<void>((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(0, HOST, resolve);
    });
    return `${HOST}:${(this.#server.address() as AddressInfo).port}`;
  }

  /** For connections from now on. */
  set target(target: string) {
    this.#target = target;
  }

  get figures(): LinkFigures {
    const { between, forward, back } = this.#options;
    return { between, forward: forward.traffic, back: back.traffic, connectionsLost: this.#connectionsLost };
  }

  reset(): void {
    this.#options.forward.traffic = noTraffic();
    this.#options.back.traffic = noTraffic();
    this.#connectionsLost = 0;
  }

  /** For all that enters from now on. A break that lasts ends. */
  shape(shaping: LinkShaping): void {
    this.#shaping = shaping;
    this.#forward.shaping = direction(shaping, 'forward');
    this.#back.shaping = direction(shaping, 'back');
    if (this.#isBroken) this.#mend();
    clearTimeout(this.#breakTimer);
    this.#planBreak();
  }

  /** Closes all connections, and refuses others until `heal`. */
  cut(): void {
    this.#isCut = true;
    this.#lose();
  }

  heal(): void {
    this.#isCut = false;
  }

  #accept(inner: Socket): void {
    inner.on('error', () => undefined); // its 'close' says so
    if (this.#isCut || this.#isBroken) {
      inner.resetAndDestroy();
      return;
    }
    const at = this.#target.lastIndexOf(':');
    const outer = connect({
      host: this.#target.slice(0, at),
      port: Number(this.#target.slice(at + 1)),
      allowHalfOpen: true,
      noDelay: true,
    });
    outer.on('error', () => undefined);
    const connection = [inner, outer] as const;
    this.#connections.add(connection);
    for (const socket of connection)
      socket.on('close', () => {
        if (inner.closed && outer.closed) this.#connections.delete(connection);
      });
    const { schedule, use, forward, back } = this.#options;
    // The second node dials: what it sends goes back.
    new Flow({ from: inner, to: outer, times: this.#back, messages: back.connection(), schedule, use });
    new Flow({ from: outer, to: inner, times: this.#forward, messages: forward.connection(), schedule, use });
    outer.on('connect', () => inner.resume());
  }

  #lose(): void {
    this.#connectionsLost += this.#connections.size;
    for (const connection of this.#connections) for (const socket of connection) socket.resetAndDestroy();
  }

  #planBreak(): void {
    const { breaks } = this.#shaping;
    if (breaks === undefined) return;
    this.#breakTimer = setTimeout(() => {
      this.#isBroken = true;
      this.#lose();
      this.#options.onBreak('broken');
      this.#breakTimer = setTimeout(() => {
        this.#mend();
        this.#planBreak();
      }, this.#drawn(breaks.forMs));
    }, this.#drawn(breaks.everyMs));
  }

  #mend(): void {
    this.#isBroken = false;
    this.#options.onBreak('back');
  }

  /** Of an exponential distribution, as of events that do not depend on each other. */
  #drawn(meanMs: number): number {
    return -meanMs * Math.log(1 - this.#breaks.next() / 2 ** 32);
  }
}

const direction = ({ latencyMs, jitterMs, bandwidth }: LinkShaping, which: 'forward' | 'back'): DirectionShaping => ({
  latencyMs,
  jitterMs,
  bandwidth: bandwidth[which],
});
