import { headerFields, type HeaderFields } from '../client/http-answer.ts';

/** What came is no HTTP/1.x message. */
export class UnreadableHttp extends Error {
  override readonly name = 'UnreadableHttp';
}

export interface RequestHead {
  readonly verb: string;
  readonly path: string;
  readonly headers: HeaderFields;
}

export interface AnswerHead {
  readonly status: number;
  readonly headers: HeaderFields;
}

/**
 * What follows a head. `body`: what its fields state; `no body`: none, whatever they state, as after the answer to HEAD; `no message`:
 * the connection goes on with another protocol, and is not read any more.
 */
export type Follows = 'body' | 'no body' | 'no message';

/** Takes the messages that a reader finds, in parts. */
export interface MessageListener<Head> {
  onHead(head: Head): Follows;
  onBody(part: Buffer): void;
  onEnd(): void;
}

const LF = 0x0a;
const CR = 0x0d;
/** More than nodes of this family and Node.js accept. */
const MAX_HEAD_BYTES = 64 * 1024;
const MAX_CHUNK_LINE_BYTES = 4 * 1024;
const REQUEST_LINE = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+) (\S+) HTTP\/1\.\d$/;
const STATUS_LINE = /^HTTP\/1\.\d ([1-5]\d\d)(?: |$)/;
const FIELD = /^([!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*(.*?)[ \t]*$/;
const LENGTH = /^\d{1,15}$/;
const CHUNK_SIZE = /^([0-9a-fA-F]{1,8})[ \t]*(?:;.*)?$/;

/** What the next bytes are. */
type Expected = 'head' | 'body' | 'chunk size' | 'chunk' | 'chunk end' | 'trailer' | 'until close' | 'nothing';

/**
 * Reads one direction of a connection as messages of HTTP/1.x (RFC 9112), however it is split into parts. Only what separates the
 * messages is looked at. Own code, since what passes may be hostile: http-parser-js never returns from a negative length.
 */
abstract class HttpReader<Head> {
  readonly #listener: MessageListener<Head>;
  #expected: Expected = 'head';
  /** Of a line, or of a head, what has come. */
  #begun: Buffer[] = [];
  #begunBytes = 0;
  /** Bytes that are left of a body or a chunk. */
  #left = 0;

  constructor(listener: MessageListener<Head>) {
    this.#listener = listener;
  }

  protected abstract headOf(startLine: string, headers: HeaderFields): Head;
  /** What a message without a stated length has as a body. */
  protected abstract unstated(head: Head): 'until close' | 'no body';
  protected abstract isBodiless(head: Head): boolean;

  /** Whether a message has begun and is not whole. */
  get isWithin(): boolean {
    return this.#expected !== 'nothing' && (this.#expected !== 'head' || this.#begunBytes > 0);
  }

  /** Takes the next bytes. Throws `UnreadableHttp`; nothing can be read afterwards. */
  push(bytes: Buffer): void {
    for (let at = 0; at < bytes.length && this.#expected !== 'nothing';) at = this.#take(bytes, at);
  }

  /** Nothing follows: a body without a stated length is whole. */
  close(): void {
    if (this.#expected !== 'until close') return;
    this.#expected = 'nothing';
    this.#listener.onEnd();
  }

  /** Returns where the bytes that are not taken begin; at least one is taken. */
  #take(bytes: Buffer, at: number): number {
    switch (this.#expected) {
      case 'body':
      case 'chunk': {
        const end = Math.min(bytes.length, at + this.#left);
        this.#left -= end - at;
        this.#listener.onBody(bytes.subarray(at, end));
        if (this.#left === 0 && this.#expected === 'chunk') this.#expected = 'chunk end';
        else if (this.#left === 0) this.#whole();
        return end;
      }
      case 'until close':
        this.#listener.onBody(bytes.subarray(at));
        return bytes.length;
      default:
        return this.#takeLine(bytes, at);
    }
  }

  #takeLine(bytes: Buffer, at: number): number {
    const feed = bytes.indexOf(LF, at);
    const end = feed < 0 ? bytes.length : feed + 1;
    this.#begun.push(bytes.subarray(at, end));
    this.#begunBytes += end - at;
    if (this.#begunBytes > (this.#expected === 'head' || this.#expected === 'trailer' ? MAX_HEAD_BYTES : MAX_CHUNK_LINE_BYTES))
      throw new UnreadableHttp(`the ${this.#expected} is longer than any that is read`);
    if (feed >= 0) this.#line();
    return end;
  }

  /** A line has come to its end. */
  #line(): void {
    const last = this.#begun.at(-1) as Buffer;
    const isEmpty = this.#isEmptyLine(last);
    switch (this.#expected) {
      case 'head':
        if (!isEmpty) return;
        // RFC 9112, section 2.2: empty lines before a message are skipped.
        if (this.#begunBytes <= 2) this.#forget();
        else this.#head(this.#text());
        return;
      case 'chunk size':
        this.#chunk(this.#text());
        return;
      case 'chunk end':
        if (this.#text() !== '') throw new UnreadableHttp('a chunk is longer than its size');
        this.#expected = 'chunk size';
        return;
      case 'trailer':
        this.#forget();
        if (isEmpty) this.#whole();
        return;
      default:
        throw new UnreadableHttp(`a line where ${this.#expected} was expected`);
    }
  }

  /** Whether the last line that has come is empty: a line feed, or a carriage return before it, after the end of another line. */
  #isEmptyLine(last: Buffer): boolean {
    const before = (back: number): number | undefined => {
      let index = back;
      for (let part = this.#begun.length - 1; part >= 0; part--) {
        const bytes = this.#begun[part] as Buffer;
        if (index < bytes.length) return bytes[bytes.length - 1 - index];
        index -= bytes.length;
      }
      return undefined;
    };
    if (last.at(-1) !== LF) return false;
    const one = before(1);
    if (one === undefined || one === LF) return true;
    const two = before(2);
    return one === CR && (two === undefined || two === LF);
  }

  #chunk(line: string): void {
    const size = CHUNK_SIZE.exec(line)?.[1];
    if (size === undefined) throw new UnreadableHttp('the size of a chunk is no hexadecimal number');
    this.#left = Number.parseInt(size, 16);
    this.#expected = this.#left === 0 ? 'trailer' : 'chunk';
  }

  #head(text: string): void {
    const [startLine = '', ...lines] = text.split(/\r?\n/);
    const raw: string[] = [];
    for (const line of lines) {
      const field = FIELD.exec(line);
      if (!field) throw new UnreadableHttp('a line of the header is no field');
      raw.push(field[1] as string, field[2] as string);
    }
    const headers = headerFields(raw);
    const head = this.headOf(startLine, headers);
    const follows = this.#listener.onHead(head);
    if (follows === 'no message') this.#expected = 'nothing';
    else if (follows === 'no body' || this.isBodiless(head)) this.#whole();
    else this.#body(head, headers);
  }

  /** RFC 9112, section 6.3. */
  #body(head: Head, headers: HeaderFields): void {
    const { 'content-length': stated, 'transfer-encoding': coding } = headers;
    if (coding !== undefined) {
      if (coding.trim().toLowerCase() !== 'chunked') throw new UnreadableHttp('the transfer coding is not chunked');
      this.#expected = 'chunk size';
    } else if (stated !== undefined) {
      // Several fields may state the same length.
      const lengths = new Set(stated.split(',').map((length) => length.trim()));
      const [length = ''] = lengths;
      if (lengths.size > 1 || !LENGTH.test(length)) throw new UnreadableHttp('the content length is no number');
      this.#left = Number(length);
      if (this.#left === 0) this.#whole();
      else this.#expected = 'body';
    } else if (this.unstated(head) === 'no body') this.#whole();
    else this.#expected = 'until close';
  }

  #whole(): void {
    this.#expected = 'head';
    this.#listener.onEnd();
  }

  /** What has come of lines, without the end of the last one; a head also without the empty line. */
  #text(): string {
    const text = Buffer.concat(this.#begun).toString('latin1');
    this.#forget();
    return text.trimEnd().trimStart();
  }

  #forget(): void {
    this.#begun = [];
    this.#begunBytes = 0;
  }
}

/** Reads what a client sends. */
export class RequestReader extends HttpReader<RequestHead> {
  protected override headOf(startLine: string, headers: HeaderFields): RequestHead {
    const [, verb, path] = REQUEST_LINE.exec(startLine) ?? [];
    if (verb === undefined || path === undefined) throw new UnreadableHttp('the request line is not of HTTP/1.x');
    return { verb, path, headers };
  }

  protected override unstated(): 'no body' {
    return 'no body';
  }

  protected override isBodiless(): boolean {
    return false;
  }
}

/** Reads what a node sends. */
export class AnswerReader extends HttpReader<AnswerHead> {
  protected override headOf(startLine: string, headers: HeaderFields): AnswerHead {
    const status = STATUS_LINE.exec(startLine)?.[1];
    if (status === undefined) throw new UnreadableHttp('the status line is not of HTTP/1.x');
    return { status: Number(status), headers };
  }

  protected override unstated(): 'until close' {
    return 'until close';
  }

  protected override isBodiless({ status }: AnswerHead): boolean {
    return status < 200 || status === 204 || status === 304;
  }
}
