/** What came is no HTTP/1.1 answer; the message says why. */
export class ResponseError extends Error {
  override readonly name = 'ResponseError';
}

export interface HttpResponse {
  readonly status: number;
  readonly body: Buffer;
  /** The node closes the connection after this answer. */
  readonly closes: boolean;
}

const MAX_HEAD_BYTES = 64 * 1024;
const MAX_BODY_BYTES = 64 * 1024 * 1024;
const FIELD_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/;
const EMPTY = Buffer.alloc(0);

type Framing = { readonly type: 'length'; readonly bytes: number } | { readonly type: 'chunked' } | { readonly type: 'until-close' };

interface Head {
  readonly status: number;
  readonly framing: Framing;
  readonly closes: boolean;
}

/**
 * Reads the answers that come over one connection, of which one is due at a time. Only what a load generator needs of
 * HTTP/1.1 (RFC 9112), and strictly: at high rates a general parser costs more than all the rest of a call.
 */
export class ResponseReader {
  /** What has come of the answer, header included. */
  #parts: Buffer[] = [];
  #size = 0;
  #head: Head | undefined;
  #bodyStart = 0;

  /** Whether part of an answer has come. */
  get started(): boolean {
    return this.#size > 0;
  }

  /** Takes what the connection brought. Returns the answer once it is whole. Throws `ResponseError`. */
  push(chunk: Buffer): HttpResponse | undefined {
    this.#parts.push(chunk);
    this.#size += chunk.length;
    const head = (this.#head ??= this.#readHead());
    if (head === undefined) return undefined;
    const { framing } = head;
    if (framing.type === 'length') {
      const end = this.#bodyStart + framing.bytes;
      return this.#size < end ? undefined : this.#finish(head, this.#all().subarray(this.#bodyStart, end), end);
    }
    if (this.#size > this.#bodyStart + MAX_BODY_BYTES) throw new ResponseError('the body is longer than 64 MiB');
    // An answer in chunks ends with an empty line: to look for its end after each part of it would take quadratic time.
    if (framing.type === 'until-close' || !this.#endsWithEmptyLine(chunk)) return undefined;
    const chunked = readChunks(this.#all(), this.#bodyStart);
    return chunked && this.#finish(head, chunked.body, chunked.end);
  }

  /** The node closed the connection. Returns the answer that ends with it, if one does. */
  end(): HttpResponse | undefined {
    const head = this.#head;
    return head?.framing.type === 'until-close' ? this.#finish(head, this.#all().subarray(this.#bodyStart), this.#size) : undefined;
  }

  /** Skips interim answers (1xx). */
  #readHead(): Head | undefined {
    const bytes = this.#all();
    for (;;) {
      const from = this.#bodyStart;
      const end = bytes.indexOf('\r\n\r\n', from);
      if (end < 0) {
        if (bytes.length - from > MAX_HEAD_BYTES) throw new ResponseError('the header is longer than 64 KiB');
        return undefined;
      }
      this.#bodyStart = end + 4;
      const head = readHead(bytes.toString('latin1', from, end));
      if (head.status >= 200) return head;
    }
  }

  #endsWithEmptyLine(last: Buffer): boolean {
    const bytes = last.length < 4 ? this.#all() : last;
    return bytes.toString('latin1', bytes.length - 4) === '\r\n\r\n';
  }

  #all(): Buffer {
    const [first = EMPTY] = this.#parts;
    if (this.#parts.length <= 1) return first;
    const all = Buffer.concat(this.#parts);
    this.#parts = [all];
    return all;
  }

  #finish({ status, closes }: Head, body: Buffer, end: number): HttpResponse {
    if (this.#size > end) throw new ResponseError(`${this.#size - end} bytes more than the answer holds`);
    this.#parts = [];
    this.#size = 0;
    this.#head = undefined;
    this.#bodyStart = 0;
    return { status, body, closes };
  }
}

function readHead(text: string): Head {
  const firstEnd = text.indexOf('\r\n');
  const statusLine = firstEnd < 0 ? text : text.slice(0, firstEnd);
  const match = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: |$)/.exec(statusLine);
  if (!match) throw new ResponseError(`the status line is ${JSON.stringify(statusLine.slice(0, 80))}`);
  const status = Number(match[2]);
  let bytes: number | undefined;
  let chunked = false;
  let closes = match[1] === '0';
  for (let from = firstEnd < 0 ? text.length + 1 : firstEnd + 2; from <= text.length;) {
    const lineEnd = text.indexOf('\r\n', from);
    const end = lineEnd < 0 ? text.length : lineEnd;
    const colon = text.indexOf(':', from);
    if (colon < 0 || colon >= end || !FIELD_NAME.test(text.slice(from, colon)))
      throw new ResponseError(`a header line is ${JSON.stringify(text.slice(from, Math.min(end, from + 80)))}`);
    // The three that matter are distinguished by their lengths first.
    const length = colon - from;
    if (length === 14 && isField(text, from, colon, 'content-length')) {
      const value = text.slice(colon + 1, end).trim();
      if (!/^\d{1,15}$/.test(value)) throw new ResponseError(`Content-Length is ${JSON.stringify(value.slice(0, 80))}`);
      if (bytes !== undefined && bytes !== Number(value)) throw new ResponseError('there are two different Content-Length');
      bytes = Number(value);
    } else if (length === 17 && isField(text, from, colon, 'transfer-encoding')) {
      const value = text
        .slice(colon + 1, end)
        .trim()
        .toLowerCase();
      if (value !== 'chunked') throw new ResponseError(`Transfer-Encoding is ${JSON.stringify(value.slice(0, 80))}`);
      chunked = true;
    } else if (length === 10 && isField(text, from, colon, 'connection')) {
      const value = text
        .slice(colon + 1, end)
        .trim()
        .toLowerCase();
      if (value === 'close') closes = true;
      else if (value === 'keep-alive') closes = false;
    }
    from = end + 2;
  }
  if (chunked && bytes !== undefined) throw new ResponseError('there are both Content-Length and Transfer-Encoding');
  if (bytes !== undefined && bytes > MAX_BODY_BYTES) throw new ResponseError('the body is longer than 64 MiB');
  // RFC 9112, section 6.3: these have no body, whatever their header says.
  if (status < 200 || status === 204 || status === 304) return { status, framing: { type: 'length', bytes: 0 }, closes };
  if (chunked) return { status, framing: { type: 'chunked' }, closes };
  if (bytes !== undefined) return { status, framing: { type: 'length', bytes }, closes };
  return { status, framing: { type: 'until-close' }, closes: true };
}

function isField(text: string, from: number, colon: number, name: string): boolean {
  return text.slice(from, colon).toLowerCase() === name;
}

/** The body of a chunked answer and where it ends; undefined while it is not whole. Throws `ResponseError`. */
function readChunks(bytes: Buffer, start: number): { readonly body: Buffer; readonly end: number } | undefined {
  const parts: Buffer[] = [];
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return undefined;
    const size = /^([0-9a-fA-F]{1,8})(?:[ \t]*;.*)?$/.exec(bytes.toString('latin1', at, lineEnd))?.[1];
    if (size === undefined) throw new ResponseError('the size of a chunk is no hexadecimal number');
    const length = Number.parseInt(size, 16);
    at = lineEnd + 2;
    if (length === 0) {
      const end = trailerEnd(bytes, at);
      return end === undefined ? undefined : { body: Buffer.concat(parts), end };
    }
    if (bytes.length < at + length + 2) return undefined;
    parts.push(bytes.subarray(at, at + length));
    at += length;
    if (bytes.toString('latin1', at, at + 2) !== '\r\n') throw new ResponseError('a chunk is longer than its size');
    at += 2;
  }
}

function trailerEnd(bytes: Buffer, from: number): number | undefined {
  if (bytes.toString('latin1', from, from + 2) === '\r\n') return from + 2;
  const end = bytes.indexOf('\r\n\r\n', from);
  return end < 0 ? undefined : end + 4;
}
