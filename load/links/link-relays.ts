import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Link, LinkShaping } from '../topology/types.ts';
import { LinksEndedError } from './links-ended-error.ts';
import type { NumberedRequest, RelayEvent, RelayReply, RelayRequest } from './messages.ts';
import type { RelayedLink, RelayFigures } from './types.ts';

/** In a bundle the program lies beside this file; from source (vitest, tsx) it is loaded by tsx. */
const isSource = import.meta.url.endsWith('.ts');
const PROGRAM = fileURLToPath(new URL(`./relay-program.${isSource ? 'ts' : 'mjs'}`, import.meta.url));

type LinkName = Pick<Link, 'between'>;

export interface LinkRelaysOptions {
  readonly links: readonly RelayedLink[];
  /** Of jitter and of breaks. */
  readonly seed: number;
  /** A link was broken by its shaping, or can be used again: then its second node has to dial it once more. */
  readonly onBreak?: (between: readonly [string, string], state: RelayEvent['state']) => void;
}

/**
 * The relays of all links of a network, on loopback, in a process of their own, which ends with this one. The second node of each
 * link dials `address(link)` in place of the first node; each connection to it is one to the first node, shaped as the link says.
 */
export class LinkRelays {
  readonly #child: ChildProcess;
  readonly #options: LinkRelaysOptions;
  readonly #exited: Promise<unknown>;
  readonly #ended = new AbortController();
  readonly #waiting = new Map<number, (reply: RelayReply) => void>();
  readonly #numbers: ReadonlyMap<string, number>;
  #addresses: readonly string[] = [];
  #requests = 0;
  #isClosing = false;

  /** Starts the process; every link listens when this resolves. */
  static async start(options: LinkRelaysOptions): Promise<LinkRelays> {
    const relays = new LinkRelays(options);
    const { links, seed } = options;
    try {
      relays.#addresses = (await relays.#ask({ type: 'open', links, seed })).addresses ?? [];
    } catch (error) {
      await relays.close();
      throw error;
    }
    return relays;
  }

  private constructor(options: LinkRelaysOptions) {
    this.#options = options;
    this.#numbers = new Map(options.links.map(({ between }, number) => [keyOf({ between }), number]));
    // In a session of its own: Ctrl-C in a terminal must not end it before the nodes.
    this.#child = spawn(process.execPath, [...(isSource ? ['--import', 'tsx'] : []), PROGRAM], {
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    this.#exited = once(this.#child, 'exit').catch(() => undefined); // an error of the start ends all requests, below
    this.#child.on('message', (message: RelayReply | RelayEvent) => this.#received(message));
    this.#child.on('error', (error) => this.#fail(`an error: ${error.message}`));
    this.#child.on('exit', (code, signal) => this.#fail(signal === null ? `exit code ${String(code)}` : `signal ${signal}`));
  }

  /** Aborted with a `LinksEndedError` by an end of the process that is not due to `close`. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** `host:port` for the second node of the link. */
  address(link: LinkName): string {
    return this.#addresses[this.#numberOf(link)]!;
  }

  /** Closes the connections of a link, and refuses others until `heal`. */
  async cut(link: LinkName): Promise<void> {
    await this.#ask({ type: 'cut', link: this.#numberOf(link) });
  }

  /** Lets connections through again; the second node has to dial. */
  async heal(link: LinkName): Promise<void> {
    await this.#ask({ type: 'heal', link: this.#numberOf(link) });
  }

  /** Changes what the link does to all that enters it from now on; `plainLink` for nothing. */
  async shape(link: LinkName, shaping: LinkShaping): Promise<void> {
    await this.#ask({ type: 'shape', link: this.#numberOf(link), shaping });
  }

  /** The first node of the link is at another address (`host:port`), as after a restart. */
  async aim(link: LinkName, target: string): Promise<void> {
    await this.#ask({ type: 'aim', link: this.#numberOf(link), target });
  }

  /** What has passed since the start, or since `reset`. */
  async figures(): Promise<RelayFigures> {
    return (await this.#ask({ type: 'figures' })).figures!;
  }

  /** Counts from zero, and forgets which nodes know which transactions. */
  async reset(): Promise<void> {
    await this.#ask({ type: 'reset' });
  }

  /** Ends the process, and all connections with it. */
  async close(): Promise<void> {
    this.#isClosing = true;
    if (this.#child.connected) this.#child.disconnect();
    await this.#exited;
  }

  #numberOf(link: LinkName): number {
    const number = this.#numbers.get(keyOf(link));
    if (number === undefined) throw new Error(`there is no relay between ${link.between.join(' and ')}`);
    return number;
  }

  async #ask(request: RelayRequest): Promise<RelayReply> {
    const number = ++this.#requests;
    const reply = await new Promise<RelayReply>((resolve) => {
      this.#waiting.set(number, resolve);
      if (!this.#child.connected) return this.#received({ number, problem: 'it has ended' });
      this.#child.send({ number, request } satisfies NumberedRequest, (error) => {
        if (error) this.#received({ number, problem: error.message });
      });
    });
    if (reply.problem === undefined) return reply;
    // Its end is noticed a little later than that its channel is closed.
    if (!this.#child.connected) await this.#exited;
    this.ended.throwIfAborted();
    throw new Error(`the process of the links did not ${request.type}: ${reply.problem}`);
  }

  #received(message: RelayReply | RelayEvent): void {
    if ('number' in message) {
      this.#waiting.get(message.number)?.(message);
      this.#waiting.delete(message.number);
    } else this.#options.onBreak?.(this.#options.links[message.link]!.between, message.state);
  }

  #fail(how: string): void {
    if (!this.#isClosing) this.#ended.abort(new LinksEndedError(how));
    for (const number of this.#waiting.keys()) this.#received({ number, problem: `it ended with ${how}` });
  }
}

const keyOf = ({ between }: LinkName): string => between.join('\n');
