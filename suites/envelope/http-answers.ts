/** One HTTP/1.x answer, parsed from the bytes of a connection without any correction. */
export interface HttpAnswer {
  readonly statusLine: string;
  readonly version: string;
  readonly status: number;
  /** In the order and spelling in which they came. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
  /** How the end of the body is determined (RFC 9112, section 6.3). */
  readonly framing: 'none' | 'chunked' | 'content-length' | 'until-close';
  /** Whether all of it was received. */
  readonly complete: boolean;
}

export interface HttpAnswers {
  readonly answers: readonly HttpAnswer[];
  /** Bytes after the last complete answer that do not begin another one. */
  readonly rest: Buffer;
}

const HEAD_END = '\r\n\r\n';
/** RFC 9112, section 4: the version, one space, three digits, one space, and a reason that may be empty. */
export const STATUS_LINE = /^(HTTP\/\d\.\d) (\d{3}) [\t\x20-\x7e\x80-\xff]*$/;

/** Parses the bytes of one connection. `closed`: nothing follows. `bodiless`: the request was HEAD. */
export function readAnswers(bytes: Buffer, closed: boolean, bodiless = false): HttpAnswers {
  const answers: HttpAnswer[] = [];
  let rest = bytes;
  while (rest.length > 0) {
    const headEnd = rest.indexOf(HEAD_END);
    if (headEnd === -1) break;
    const [statusLine = '', ...lines] = rest.subarray(0, headEnd).toString('latin1').split('\r\n');
    const match = STATUS_LINE.exec(statusLine);
    if (!match) break;
    const fields = lines.map((line) => field(line));
    const head = { statusLine, version: match[1] ?? '', status: Number(match[2]), fields };
    const after = rest.subarray(headEnd + HEAD_END.length);
    const { body, framing, complete, used } = readBody({ status: head.status, fields }, after, { closed, bodiless });
    answers.push({ ...head, body, framing, complete });
    rest = after.subarray(used);
    if (!complete) break;
  }
  return { answers, rest };
}

/** The values of a field, in order. */
export function valuesOf(answer: HttpAnswer, name: string): string[] {
  return answer.fields.filter(([own]) => own.toLowerCase() === name).map(([, value]) => value);
}

function field(line: string): [string, string] {
  const colon = line.indexOf(':');
  return colon === -1 ? [line, ''] : [line.slice(0, colon), line.slice(colon + 1).trim()];
}

interface Body {
  readonly body: Buffer;
  readonly framing: HttpAnswer['framing'];
  readonly complete: boolean;
  readonly used: number;
}

function readBody(
  { status, fields }: Pick<HttpAnswer, 'status' | 'fields'>,
  bytes: Buffer,
  { closed, bodiless }: { readonly closed: boolean; readonly bodiless: boolean },
): Body {
  const value = (name: string): string | undefined => fields.find(([own]) => own.toLowerCase() === name)?.[1];
  if (bodiless || status < 200 || status === 204 || status === 304) {
    return { body: Buffer.alloc(0), framing: 'none', complete: true, used: 0 };
  }
  if (/\bchunked$/i.test(value('transfer-encoding') ?? '')) return { ...readChunks(bytes), framing: 'chunked' };
  const length = value('content-length');
  if (length !== undefined && /^\d{1,15}$/.test(length)) {
    const body = bytes.subarray(0, Number(length));
    return { body, framing: 'content-length', complete: body.length === Number(length), used: body.length };
  }
  return { body: bytes, framing: 'until-close', complete: closed, used: bytes.length };
}

function readChunks(bytes: Buffer): Omit<Body, 'framing'> {
  const parts: Buffer[] = [];
  let at = 0;
  const incomplete = (): Omit<Body, 'framing'> => ({ body: Buffer.concat(parts), complete: false, used: bytes.length });
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return incomplete();
    const size = /^([0-9a-f]{1,8})(?:[ \t]*;.*)?$/i.exec(bytes.subarray(at, lineEnd).toString('latin1'))?.[1];
    if (size === undefined) return incomplete();
    at = lineEnd + 2;
    if (Number.parseInt(size, 16) === 0) break;
    const end = at + Number.parseInt(size, 16);
    if (bytes.length < end + 2) return incomplete();
    parts.push(bytes.subarray(at, end));
    at = end + 2;
  }
  for (;;) {
    // trailer fields up to an empty line
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd === -1) return incomplete();
    const last = lineEnd === at;
    at = lineEnd + 2;
    if (last) return { body: Buffer.concat(parts), complete: true, used: at };
  }
}
