import { connect, type Socket } from 'node:net';
import { connectionOutcome, malformedOutcome, outcomeOf, type Outcome } from './outcome.ts';
import { ResponseError, ResponseReader, type HttpResponse } from './response-reader.ts';
import type { PreparedCall } from './types.ts';

const NO_BODY = Buffer.alloc(0);

/** A call that was sent. Times are microseconds since the run began. */
export interface InFlight {
  readonly call: PreparedCall;
  readonly intendedAtUs: number;
  readonly sentAtUs: number;
}

/** What a connection reports to its owner. */
export interface ConnectionEvents {
  /** The call in flight has ended; the connection is free, or closed. */
  ended(connection: Connection, inFlight: InFlight, outcome: Outcome, body: Buffer): void;
  /** It was closed while no call was in flight. */
  lost(connection: Connection): void;
}

/** One kept connection, with at most one call in flight. */
export class Connection {
  readonly #socket: Socket;
  readonly #events: ConnectionEvents;
  readonly #reader = new ResponseReader();
  #inFlight: InFlight | undefined;
  #closed = false;

  constructor(host: string, port: number, events: ConnectionEvents) {
    this.#events = events;
    this.#socket = connect({ host, port, noDelay: true });
    this.#socket
      .on('data', (chunk: Buffer) => this.#read(chunk))
      .on('end', () => this.#end())
      .on('error', (error: NodeJS.ErrnoException) => this.#close(connectionOutcome(error.code ?? error.message)))
      .on('close', () => this.#close(connectionOutcome('the connection was closed before the answer was whole')));
  }

  get closed(): boolean {
    return this.#closed;
  }

  /** Resolves when it is open. Rejects with the error of the system. */
  opened(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#socket.once('connect', resolve).once('error', reject);
    });
  }

  get inFlight(): InFlight | undefined {
    return this.#inFlight;
  }

  /** Sends a whole HTTP request; before the connection is open it waits for that. */
  send(inFlight: InFlight, request: Buffer): void {
    this.#inFlight = inFlight;
    this.#socket.write(request);
  }

  /** Closes it, without any event. */
  abandon(): void {
    this.#closed = true;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    if (this.#closed) return;
    if (!this.#inFlight) return this.#close(malformedOutcome('bytes that answer no call'));
    try {
      const response = this.#reader.push(chunk);
      if (response) this.#answered(this.#inFlight, response);
    } catch (error) {
      if (!(error instanceof ResponseError)) throw error;
      this.#close(malformedOutcome(error.message));
    }
  }

  #end(): void {
    if (this.#closed) return;
    const inFlight = this.#inFlight;
    const response = inFlight && this.#reader.end();
    if (response) this.#answered(inFlight, response);
    else this.#close(connectionOutcome('the connection was closed before the answer was whole'));
  }

  #answered(inFlight: InFlight, response: HttpResponse): void {
    this.#inFlight = undefined;
    if (response.closes) this.abandon();
    this.#events.ended(this, inFlight, outcomeOf(response), response.body);
  }

  #close(outcome: Outcome): void {
    if (this.#closed) return;
    this.abandon();
    const inFlight = this.#inFlight;
    this.#inFlight = undefined;
    if (inFlight) this.#events.ended(this, inFlight, outcome, NO_BODY);
    else this.#events.lost(this);
  }
}
