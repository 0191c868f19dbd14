import { HTTPParser } from 'http-parser-js';
import { headerFields, type HttpAnswer } from '../client/http-answer.ts';
import type { HttpExchange, HttpRequest, Unchecked } from './http-exchange.ts';
import type { End, Passed } from './passed.ts';

const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** How a request begins. */
const REQUEST_LINE = /^[A-Z]{3,10} \//;

type Parser = InstanceType<typeof HTTPParser>;

/** A message that is being read. */
interface Partial {
  readonly parts: Buffer[];
  size: number;
  readonly startedAt: number;
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
  readonly #requests: { readonly request: HttpRequest; readonly startedAt: number }[] = [];
  #parsers: { readonly client: Parser; readonly node: Parser } | undefined;
  /** The request that is coming, or the answer. */
  readonly #coming: Record<End, Partial | undefined> = { client: undefined, node: undefined };
  #atMs = 0;
  #last: End = 'node';
  #isOver = false;

  constructor(client: string, listeners: ReaderListeners) {
    this.#client = client;
    this.#listeners = listeners;
    this.#parsers = this.#newParsers();
  }

  take(passed: Exclude<Passed, { type: 'opened' | 'broken' }>): void {
    if (this.#isOver) return;
    if (passed.type === 'bytes') this.#bytes(passed);
    else if (passed.type === 'uncopied') {
      if (this.#parsers) this.#giveUp('too much was waiting to be checked');
      this.#last = passed.from;
    } else this.#closed(passed.atMs);
  }

  #bytes({ from, bytes, atMs }: Extract<Passed, { type: 'bytes' }>): void {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const begins = from === 'client' && this.#last === 'node' && REQUEST_LINE.test(buffer.toString('latin1', 0, 12));
    this.#last = from;
    if (!this.#parsers && begins) this.#parsers = this.#newParsers();
    if (!this.#parsers) return;
    this.#atMs = atMs;
    const read = this.#parsers[from].execute(buffer, 0, buffer.length);
    if (read instanceof Error) this.#giveUp(from === 'client' ? 'no HTTP request' : 'it is not HTTP/1.1');
  }

  #closed(atMs: number): void {
    this.#atMs = atMs;
    // The body of an answer may end with the connection.
    this.#parsers?.node.finish();
    this.#isOver = true;
    if (this.#parsers && this.#waiting > 0) this.#giveUp('the connection ended before the answer');
  }

  /** Requests without a whole answer. */
  get #waiting(): number {
    return this.#requests.length + (this.#coming.client === undefined ? 0 : 1);
  }

  #giveUp(why: Unchecked): void {
    this.#listeners.onUnchecked(why, this.#waiting);
    this.#parsers = undefined;
    this.#requests.length = 0;
    this.#coming.client = undefined;
    this.#coming.node = undefined;
  }

  #newParsers(): { readonly client: Parser; readonly node: Parser } {
    const client = new HTTPParser(HTTPParser.REQUEST);
    const node = new HTTPParser(HTTPParser.RESPONSE);
    const heads = { request: { verb: '', path: '', headers: {} }, answer: { status: 0, headers: {} as HttpAnswer['headers'] } };
    client[HTTPParser.kOnHeadersComplete] = ({ method, url, headers }) => {
      heads.request = { verb: HTTPParser.methods[method] ?? '', path: url, headers: headerFields(headers) };
      this.#coming.client = { parts: [], size: 0, startedAt: this.#atMs };
    };
    client[HTTPParser.kOnBody] = (chunk, offset, length) => this.#body('client', chunk.subarray(offset, offset + length));
    client[HTTPParser.kOnMessageComplete] = () => {
      const { parts, startedAt } = this.#coming.client ?? { parts: [], startedAt: this.#atMs };
      this.#coming.client = undefined;
      this.#requests.push({ request: { ...heads.request, body: Buffer.concat(parts) }, startedAt });
    };
    node[HTTPParser.kOnHeadersComplete] = ({ statusCode, headers, upgrade }) => {
      heads.answer = { status: statusCode, headers: headerFields(headers) };
      this.#coming.node = { parts: [], size: 0, startedAt: this.#atMs };
      if (upgrade) this.#upgraded();
      return this.#requests[0]?.request.verb === 'HEAD' ? 1 : 0;
    };
    node[HTTPParser.kOnBody] = (chunk, offset, length) => this.#body('node', chunk.subarray(offset, offset + length));
    node[HTTPParser.kOnMessageComplete] = () => {
      const { parts } = this.#coming.node ?? { parts: [] };
      this.#coming.node = undefined;
      // An interim answer, such as 100: the final one follows.
      if (heads.answer.status < 200 || this.#parsers === undefined) return;
      this.#answered({ ...heads.answer, body: Buffer.concat(parts) });
    };
    return { client, node };
  }

  #body(from: End, chunk: Buffer): void {
    const message = this.#coming[from];
    if (!message) return;
    message.size += chunk.length;
    if (message.size > MAX_BODY_BYTES) this.#giveUp('the body is longer than 64 MiB');
    else message.parts.push(chunk);
  }

  #upgraded(): void {
    this.#giveUp('the connection changed to another protocol');
    this.#isOver = true;
  }

  #answered(answer: HttpAnswer): void {
    const asked = this.#requests.shift();
    // Answered before the request was whole, such as one that is too large: what follows belongs to nothing that is known.
    if (!asked) this.#giveUp('it is not HTTP/1.1');
    else this.#listeners.onExchange({ ...asked, answer, endedAt: this.#atMs, client: this.#client });
  }
}
