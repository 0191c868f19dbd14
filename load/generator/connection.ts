import { connect, type Socket } from 'node:net';
import { connectionOutcome, malformedOutcome, outcomeOf, type Outcome } from './outcome.ts';
import { ResponseError, ResponseReader } from './response-reader.ts';

const NO_BODY = Buffer.alloc(0);

/** What a connection tells its owner. */
export interface ConnectionEvents {
  /** The call in flight has ended; the connection is free, or closed. */
  ended(connection: Connection, outcome: Outcome, body: Buffer): void;
  /** It was closed while no call was in flight. */
  lost(connection: Connection): void;
}

/** One kept connection, with at most one call in flight. */
export class Connection {
  readonly #socket: Socket;
  readonly #events: ConnectionEvents;
  readonly #reader = new ResponseReader();
  #busy = false;
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

  /** Sends a whole HTTP request; before the connection is open it waits for that. */
  send(request: Buffer): void {
    this.#busy = true;
    this.#socket.write(request);
  }

  /** Closes it, without any event. */
  abandon(): void {
    this.#closed = true;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    if (this.#closed) return;
    if (!this.#busy) return this.#close(malformedOutcome('bytes that answer no call'));
    try {
      const response = this.#reader.push(chunk);
      if (response) this.#answered(response);
    } catch (error) {
      if (!(error instanceof ResponseError)) throw error;
      this.#close(malformedOutcome(error.message));
    }
  }

  #end(): void {
    if (this.#closed) return;
    const response = this.#busy ? this.#reader.end() : undefined;
    if (response) this.#answered(response);
    else this.#close(connectionOutcome('the connection was closed before the answer was whole'));
  }

  #answered(response: NonNullable<ReturnType<ResponseReader['push']>>): void {
    this.#busy = false;
    if (response.closes) this.abandon();
    this.#events.ended(this, outcomeOf(response), response.body);
  }

  #close(outcome: Outcome): void {
    if (this.#closed) return;
    this.abandon();
    if (this.#busy) this.#events.ended(this, outcome, NO_BODY);
    else this.#events.lost(this);
  }
}
