import { connect, type Socket } from 'node:net';
import { connectionOutcome, malformedOutcome, outcomeOf, type CallOutcome } from './outcome.ts';
import { ResponseError, ResponseReader, type HttpResponse } from './response-reader.ts';

const NO_BODY = Buffer.alloc(0);

/** What a connection reports to its owner. @typeParam Call what the owner keeps of a call */
export interface ConnectionEvents<Call extends object> {
  /** The call in flight has ended; the connection is free, or closed. */
  ended(connection: Connection<Call>, call: Call, outcome: CallOutcome, body: Buffer): void;
  /** It was closed while no call was in flight. */
  lost(connection: Connection<Call>): void;
}

/** One kept connection, with at most one call in flight. */
export class Connection<Call extends object> {
  readonly #socket: Socket;
  readonly #events: ConnectionEvents<Call>;
  readonly #reader = new ResponseReader();
  #inFlight: Call | undefined;
  #closed = false;

  constructor(host: string, port: number, events: ConnectionEvents<Call>) {
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

  /** What `send` was given, until the call has ended. */
  get inFlight(): Call | undefined {
    return this.#inFlight;
  }

  /** Sends a whole HTTP request; before the connection is open it waits for that. */
  send(call: Call, request: Buffer): void {
    this.#inFlight = call;
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
    const call = this.#inFlight;
    const response = call && this.#reader.end();
    if (response) this.#answered(call, response);
    else this.#close(connectionOutcome('the connection was closed before the answer was whole'));
  }

  #answered(call: Call, response: HttpResponse): void {
    this.#inFlight = undefined;
    if (response.closes) this.abandon();
    this.#events.ended(this, call, outcomeOf(response), response.body);
  }

  #close(outcome: CallOutcome): void {
    if (this.#closed) return;
    this.abandon();
    const call = this.#inFlight;
    this.#inFlight = undefined;
    if (call) this.#events.ended(this, call, outcome, NO_BODY);
    else this.#events.lost(this);
  }
}
