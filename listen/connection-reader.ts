import type { HttpExchange, HttpRequest, Unchecked } from './http-exchange.ts';
import { AnswerReader, RequestReader, UnreadableHttp, type AnswerHead, type Follows } from './http-reader.ts';
import type { End, Passed } from './passed.ts';

/** Of a request, and of an answer. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** How a request begins. */
const REQUEST_LINE = /^[A-Z]{3,10} \//;

/** A request whose answer has not come, or is coming. */
interface Pending {
  readonly head: Omit<HttpRequest, 'body'>;
  readonly startedAt: number;
  readonly body: Body;
  isWhole: boolean;
}

/** A body that is coming. One that is too long is not kept. */
class Body {
  #parts: Buffer[] = [];
  #bytes = 0;

  add(part: Buffer): void {
    this.#bytes += part.length;
    if (this.isTooLong) this.#parts = [];
    else this.#parts.push(part);
  }

  get isTooLong(): boolean {
    return this.#bytes > MAX_BODY_BYTES;
  }

  whole(): Buffer {
    return Buffer.concat(this.#parts);
  }
}

export interface ReaderListeners {
  readonly onExchange: (exchange: HttpExchange) => void;
  /** `requests`: how many are known to be concerned; those of bytes that were not copied are not known. */
  readonly onUnchecked: (why: Unchecked, requests: number) => void;
}

/**
 * Reads the copies of one connection as requests with their answers. What cannot be read is told, and reading begins again with the
 * next request that follows an answer.
 */
export class ConnectionReader {
  readonly #client: string;
  readonly #listeners: ReaderListeners;
  /** In the order of their answers. */
  #pending: Pending[] = [];
  #readers: { readonly client: RequestReader; readonly node: AnswerReader } | undefined;
  #atMs = 0;
  #last: End = 'node';
  #isOver = false;

  constructor(client: string, listeners: ReaderListeners) {
    this.#client = client;
    this.#listeners = listeners;
    this.#readers = this.#newReaders();
  }

  take(passed: Exclude<Passed, { type: 'opened' | 'broken' }>): void {
    if (this.#isOver) return;
    if (passed.type === 'bytes') this.#bytes(passed);
    else if (passed.type === 'uncopied') {
      if (this.#readers) this.#giveUp('too much was waiting to be checked');
      this.#last = passed.from;
    } else this.#closed(passed.atMs);
  }

  #bytes({ from, bytes, atMs }: Extract<Passed, { type: 'bytes' }>): void {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const begins = from === 'client' && this.#last === 'node' && REQUEST_LINE.test(buffer.toString('latin1', 0, 12));
    this.#last = from;
    if (!this.#readers && begins) this.#readers = this.#newReaders();
    if (!this.#readers) return;
    this.#atMs = atMs;
    try {
      this.#readers[from].push(buffer);
    } catch (error) {
      if (!(error instanceof UnreadableHttp)) throw error;
      this.#giveUp(from === 'client' ? 'no HTTP request' : 'it is not HTTP/1.1');
    }
  }

  #closed(atMs: number): void {
    this.#atMs = atMs;
    this.#readers?.node.close();
    this.#isOver = true;
    if (this.#readers && this.#waiting > 0) this.#giveUp('the connection ended before the answer');
  }

  /** Requests without a whole answer. */
  get #waiting(): number {
    const last = this.#pending.at(-1);
    const isBegun = this.#readers?.client.isWithin === true && (last === undefined || last.isWhole);
    return this.#pending.length + (isBegun ? 1 : 0);
  }

  #giveUp(why: Unchecked): void {
    this.#listeners.onUnchecked(why, this.#waiting);
    this.#readers = undefined;
    this.#pending = [];
  }

  #newReaders(): { readonly client: RequestReader; readonly node: AnswerReader } {
    let coming: Pending | undefined;
    const client = new RequestReader({
      onHead: (head) => {
        coming = { head, startedAt: this.#atMs, body: new Body(), isWhole: false };
        this.#pending.push(coming);
        return 'body';
      },
      onBody: (part) => coming?.body.add(part),
      onEnd: () => {
        if (coming) coming.isWhole = true;
      },
    });
    let answer: { readonly head: AnswerHead; readonly body: Body } | undefined;
    const node = new AnswerReader({
      onHead: (head) => {
        answer = { head, body: new Body() };
        return this.#followsAnswer(head);
      },
      onBody: (part) => answer?.body.add(part),
      onEnd: () => {
        // After an interim answer, such as 100, the final one follows.
        if (answer && answer.head.status >= 200) this.#answered(answer);
      },
    });
    return { client, node };
  }

  /** Throws `UnreadableHttp` for an answer to nothing. */
  #followsAnswer({ status }: AnswerHead): Follows {
    const [asked] = this.#pending;
    if (!asked && this.#readers?.client.isWithin === true) {
      this.#giveUp('it was answered before it was whole');
      return 'no message';
    }
    if (!asked) throw new UnreadableHttp('an answer without a request');
    const { verb } = asked.head;
    if (status === 101 || (verb === 'CONNECT' && status >= 200 && status < 300)) {
      this.#giveUp('the connection changed to another protocol');
      this.#isOver = true;
      return 'no message';
    }
    return verb === 'HEAD' ? 'no body' : 'body';
  }

  #answered({ head, body }: { readonly head: AnswerHead; readonly body: Body }): void {
    const asked = this.#pending.shift();
    if (!asked) return;
    const { onExchange, onUnchecked } = this.#listeners;
    if (asked.body.isTooLong || body.isTooLong) onUnchecked('the body is longer than 64 MiB', 1);
    // What follows of the request belongs to it.
    else if (!asked.isWhole) onUnchecked('it was answered before it was whole', 1);
    else
      onExchange({
        request: { ...asked.head, body: asked.body.whole() },
        answer: { ...head, body: body.whole() },
        startedAt: asked.startedAt,
        endedAt: this.#atMs,
        client: this.#client,
      });
  }
}
