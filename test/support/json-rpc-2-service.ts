import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Arguments as they came. */
export type Params = readonly unknown[] | Readonly<Record<string, unknown>> | undefined;
/** The names of the arguments of a method in their order, and what it returns. It may throw a `ServiceError`. */
export interface ServiceMethod {
  readonly names?: readonly string[];
  readonly run: (args: Readonly<Record<string, unknown>>) => unknown;
}

export class ServiceError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

export type Members = Readonly<Record<string, unknown>>;

/** Where the service deviates from JSON-RPC 2.0. Without any it conforms. */
export interface Deviation {
  /** The text of a body, before it is read. */
  readonly reads?: (body: string) => string;
  /** The arguments of a call, before they are read. */
  readonly takes?: (params: Params) => Params;
  /** An answer, before it is sent; undefined sends none. `request`: undefined if it is the answer to what is no request. */
  readonly answers?: (answer: Members, request: Members | undefined, inBatch: boolean) => Members | undefined;
  /** What is answered to a notification, of what it would be answered to a call. */
  readonly notified?: (answer: Members, request: Members, inBatch: boolean) => Members | undefined;
  /** The answers to a list. `nothing`: it is not answered. */
  readonly lists?: (answers: readonly Members[], list: readonly unknown[]) => unknown;
}

export interface JsonRpc2Service {
  readonly address: string;
  /** The bodies of all requests. */
  readonly bodies: readonly string[];
  /** Names of the methods that were run. */
  readonly ran: readonly string[];
  /** Deviates from here on. */
  deviate(deviation: Deviation): void;
  close(): Promise<void>;
}

/** A service of JSON-RPC 2.0, written to its specification, over HTTP. */
export async function jsonRpc2Service(methods: Readonly<Record<string, ServiceMethod>>): Promise<JsonRpc2Service> {
  const [bodies, ran]: [string[], string[]] = [[], []];
  let deviation: Deviation = {};

  const run = ({ method, params }: Members): Members => {
    const found = typeof method === 'string' && Object.hasOwn(methods, method) ? methods[method] : undefined;
    if (!found) return failed(-32601, 'Method not found');
    ran.push(String(method));
    try {
      return { result: found.run(named(found, (deviation.takes ?? ((same) => same))(params as Params))) };
    } catch (error) {
      if (error instanceof ServiceError) return failed(error.code, error.message);
      throw error;
    }
  };

  /** The answer to one member of a list, or to what is no list; undefined for a notification. */
  const answerTo = (request: unknown, inBatch: boolean): Members | undefined => {
    const sent = (answer: Members, asked?: Members): Members | undefined =>
      deviation.answers ? deviation.answers(answer, asked, inBatch) : answer;
    if (!isRequest(request)) return sent({ jsonrpc: '2.0', ...failed(-32600, 'Invalid Request'), id: null });
    const content = run(request);
    if (Object.hasOwn(request, 'id')) return sent({ jsonrpc: '2.0', ...content, id: request['id'] }, request);
    return deviation.notified?.({ jsonrpc: '2.0', ...content, id: null }, request, inBatch);
  };

  const respond = (body: string): unknown => {
    let read: unknown;
    try {
      read = JSON.parse(deviation.reads ? deviation.reads(body) : body);
    } catch {
      const answer = { jsonrpc: '2.0', ...failed(-32700, 'Parse error'), id: null };
      return deviation.answers ? deviation.answers(answer, undefined, false) : answer;
    }
    if (!Array.isArray(read)) return answerTo(read, false);
    const answers = read.length === 0 ? [] : read.map((item) => answerTo(item, true)).filter((answer) => answer !== undefined);
    if (deviation.lists) return deviation.lists(answers, read);
    if (read.length === 0) return answerTo(undefined, false);
    return answers.length === 0 ? undefined : answers;
  };

  const server = createServer((incoming, outgoing) => {
    void (async () => {
      let body = '';
      for await (const piece of incoming.setEncoding('utf8')) body += piece as string;
      bodies.push(body);
      const answer = respond(body);
      if (answer === undefined) return void outgoing.writeHead(204).end();
      outgoing.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    ran,
    deviate: (next) => {
      deviation = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const failed = (code: number, message: string): Members => ({ error: { code, message } });

/** Section 4: the members of a request. */
function isRequest(value: unknown): value is Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const { jsonrpc, method, params, id = null } = value as Members;
  const hasParams = params === undefined || (typeof params === 'object' && params !== null);
  return jsonrpc === '2.0' && typeof method === 'string' && hasParams && (id === null || typeof id === 'string' || typeof id === 'number');
}

/** The arguments by name. Throws -32602 for one that the method does not have. */
function named({ names = [] }: ServiceMethod, params: Params = []): Readonly<Record<string, unknown>> {
  const entries = Array.isArray(params) ? params.map((value, index) => [names[index] ?? '', value] as const) : Object.entries(params);
  for (const [name] of entries) if (!names.includes(name)) throw new ServiceError(-32602, `Invalid params: no argument ${name}`);
  return Object.fromEntries(entries);
}
