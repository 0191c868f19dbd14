import type { HeaderFields, HttpAnswer } from '../client/http-answer.ts';

/** One request of a client, as it passed. */
export interface HttpRequest {
  readonly verb: string;
  readonly path: string;
  readonly headers: HeaderFields;
  readonly body: Buffer;
}

/** A request with its answer. Times are milliseconds since 1970. */
export interface HttpExchange {
  readonly request: HttpRequest;
  readonly answer: HttpAnswer;
  /** When the request began to come from the client, and when the whole answer had come from the node. */
  readonly startedAt: number;
  readonly endedAt: number;
  /** Address and port of the client. */
  readonly client: string;
}

/** Why something that passed was not checked. */
export type Unchecked =
  /** A mistake of the client: nothing could be checked. */
  | 'no HTTP request'
  | 'too much was waiting to be checked'
  | 'the body is longer than 64 MiB'
  | 'it has more secrets than can be masked'
  | 'it is not HTTP/1.1'
  | 'it was answered before it was whole'
  | 'the connection changed to another protocol'
  | 'the connection ended before the answer';
