import { isUtf8 } from 'node:buffer';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { NetAddress } from '../primitives/net-address.ts';
import { parseSubnet } from '../primitives/subnet.ts';
import type { Log } from '../log.ts';
import type { HashedCredentials } from '../options/node-options.ts';
import type { CallArguments } from './call-arguments.ts';
import { ConnectionLimit, refuse } from './connection-limit.ts';
import { credentialCheck, type RpcCredentials } from './credentials.ts';
import { answerBody, notUtf8, type Answer } from './envelope.ts';
import { FailedLogins } from './failed-logins.ts';

const MAX_BODY_BYTES = 32 * 1024 * 1024;
const MAX_HEADER_BYTES = 8192;
/** As in nodes of this family. Clients should keep idle connections for less. */
const KEEP_ALIVE_MS = 30_000;
/** How often connections are checked for timeouts. */
const TIMEOUT_CHECK_MS = 1000;
/** Maximum for all addresses together. */
const MAX_CONNECTIONS = 1000;
/** Delay of the answer to a wrong password, against guessing. */
const WRONG_PASSWORD_MS = 250;
/** How long unfinished answers may take when the server stops. */
const LINGER_MS = 1000;
const IDLE_CHECK_MS = 10;
const WALLET_PATH = '/wallet/';
const HOST = 'host';
const LOOPBACK = '127.0.0.1';

/** Beginning of the log line of an internal error; its stack trace follows. */
export const INTERNAL_ERROR = 'RPC: internal error in coind (please report it)';

/** An address to listen on; port 0: any free port. */
export interface RpcEndpoint extends NetAddress {
  /** It has the port of the endpoint before it, and is left out if it cannot be bound. */
  readonly isOptional?: boolean;
}

export interface RpcServerOptions {
  readonly endpoints: readonly RpcEndpoint[];
  /** Addresses and subnets that may call, besides this machine. */
  readonly allow: readonly string[];
  readonly credentials: RpcCredentials;
  /** More users. */
  readonly users: readonly HashedCredentials[];
  /** Maximum number of asynchronous calls: `threads` running and `workQueue` waiting. */
  readonly threads: number;
  readonly workQueue: number;
  readonly call: (method: string, args: CallArguments, walletName: string | undefined) => unknown;
  /** Ends running batches when aborted. */
  readonly ending: AbortSignal;
  readonly log: Log;
}

/** The service over HTTP (document 1, Call envelope). */
export class RpcServer {
  readonly #options: RpcServerOptions;
  readonly #servers: readonly Server[];
  readonly #connections = new ConnectionLimit(MAX_CONNECTIONS);
  readonly #isAllowed: (address: string) => boolean;
  readonly #hasCredentials: (header: string) => boolean;
  readonly #failedLogins: FailedLogins;
  readonly #timers = new Set<NodeJS.Timeout>();
  #waiting = 0;

  constructor(options: RpcServerOptions) {
    this.#options = options;
    this.#hasCredentials = credentialCheck(options.credentials, options.users);
    this.#isAllowed = addressFilter(options.allow);
    this.#failedLogins = new FailedLogins(options.log);
    this.#servers = options.endpoints.map(() => this.#newServer());
  }

  #newServer(): Server {
    const httpOptions = { maxHeaderSize: MAX_HEADER_BYTES, keepAlive: true, connectionsCheckingInterval: TIMEOUT_CHECK_MS };
    const server = createServer(httpOptions, (request, response) => this.#serve(request, response));
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    server.headersTimeout = KEEP_ALIVE_MS;
    server.requestTimeout = KEEP_ALIVE_MS;
    server.on('connection', (socket) => this.#connections.add(socket));
    server.on('clientError', refuseSocket);
    // CONNECT is refused, and upgrade requests are answered as plain HTTP.
    server.on('connect', (_request, socket) => refuse(socket as Socket, '405 Method Not Allowed'));
    return server;
  }

  /** Starts to listen and returns the bound addresses. Rejects with an Error for the user if an address cannot be bound. */
  async listen(): Promise<readonly NetAddress[]> {
    const bound: NetAddress[] = [];
    for (const [at, { host, port, isOptional }] of this.#options.endpoints.entries()) {
      try {
        bound.push(await listenAt(this.#servers[at]!, { host, port: isOptional === true ? bound[at - 1]!.port : port }));
      } catch (error) {
        if (isOptional !== true) throw error;
        this.#options.log(`RPC server does not listen on ${host}: ${(error as Error).message}`);
      }
    }
    return bound;
  }

  /** Finishes the running calls and stops to listen. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearTimeout(timer);
    const closed = this.#servers.map((server) => new Promise<void>((resolve) => server.close(() => resolve())));
    // A connection becomes idle only when its client has read the answer.
    const idling = setInterval(() => this.#servers.forEach((server) => server.closeIdleConnections()), IDLE_CHECK_MS);
    const lingering = setTimeout(() => this.#servers.forEach((server) => server.closeAllConnections()), LINGER_MS);
    await Promise.all(closed);
    clearInterval(idling);
    clearTimeout(lingering);
  }

  #serve(request: IncomingMessage, response: ServerResponse): void {
    // The connection ends with the answer to the wrong password: a right one after it must not be found sooner.
    if (this.#failedLogins.has(request.socket)) return void request.resume();
    if (!this.#isAllowed(request.socket.remoteAddress ?? '')) return send(response, 403, '');
    if (hasSeveralHosts(request.rawHeaders)) return refuseRequest(response);
    const url = pathOf(request.url ?? '');
    if (url !== '/' && !url.startsWith(WALLET_PATH)) return send(response, 404, '');
    if (request.method !== 'POST') return methodNotAllowed(response);
    const header = request.headers.authorization;
    if (header === undefined) return unauthorized(response);
    if (!this.#hasCredentials(header)) return this.#refuseAfterDelay(request, response);
    this.#connections.accept(request.socket);
    if (Number(request.headers['content-length'] ?? 0) > MAX_BODY_BYTES) return tooLarge(request, response);
    this.#readBody(request, response, url);
  }

  /** Later and for the last time on this connection, so that guessing takes a connection and the delay for each guess. */
  #refuseAfterDelay(request: IncomingMessage, response: ServerResponse): void {
    this.#failedLogins.add(request.socket);
    request.resume(); // a connection that is closed with unread data is reset, and its client would not read the answer
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      unauthorized(response, ['Connection', 'close']);
    }, WRONG_PASSWORD_MS);
    this.#timers.add(timer);
  }

  #readBody(request: IncomingMessage, response: ServerResponse, url: string): void {
    let first: Buffer | undefined;
    let more: Buffer[] | undefined;
    let bytes = 0;
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > MAX_BODY_BYTES) {
        request.removeAllListeners('data').removeAllListeners('end');
        return tooLarge(request, response);
      }
      if (first === undefined) first = chunk;
      else (more ??= [first]).push(chunk);
    });
    request.on('end', () => {
      const body = more === undefined ? first : Buffer.concat(more, bytes);
      this.#answer(body ?? Buffer.alloc(0), walletOf(url), request.socket, response);
    });
  }

  #answer(body: Buffer, walletName: string | undefined, socket: Socket, response: ServerResponse): void {
    const { call, threads, workQueue, ending } = this.#options;
    if (this.#waiting >= threads + workQueue) return send(response, 503, 'Work queue depth exceeded', 'text/plain');
    if (!isUtf8(body)) return sendAnswer(response, notUtf8());
    const answer = answerBody(body.toString('utf8'), {
      call: (method, args) => call(method, args, walletName),
      onInternalError: (error) => this.#logInternalError(error),
      ending,
      isGone: () => socket.destroyed,
    });
    if (!(answer instanceof Promise)) return sendAnswer(response, answer);
    this.#waiting += 1;
    answer
      .then((late) => sendAnswer(response, late))
      .catch((error: unknown) => {
        this.#logInternalError(error);
        send(response, 500, '');
      })
      .finally(() => (this.#waiting -= 1));
  }

  #logInternalError(error: unknown): void {
    this.#options.log(`${INTERNAL_ERROR}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
}

function sendAnswer(response: ServerResponse, { status, body }: Answer): void {
  send(response, status, body, 'application/json');
}

function send(response: ServerResponse, status: number, body: string, type?: string): void {
  const headers = ['Content-Length', String(Buffer.byteLength(body))];
  if (type !== undefined) headers.unshift('Content-Type', type);
  response.writeHead(status, headers);
  response.end(body);
}

function unauthorized(response: ServerResponse, more: readonly string[] = []): void {
  response.writeHead(401, [...more, 'WWW-Authenticate', 'Basic realm="jsonrpc"', 'Content-Length', '0']);
  response.end();
}

/** The rest of the body is not read: the connection ends with the answer. */
function tooLarge(request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(413, ['Connection', 'close', 'Content-Length', '0']);
  response.end(() => request.destroy());
}

function refuseSocket(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  refuse(socket as Socket, error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request');
}

function listenAt(server: Server, { host, port }: NetAddress): Promise<NetAddress> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EADDRINUSE' ? 'address already in use' : error.message;
      reject(new Error(`Unable to bind the RPC server to ${host}:${port}: ${reason}; choose another -rpcport or -rpcbind`));
    });
    server.listen(port, host, () => resolve({ host, port: (server.address() as AddressInfo).port }));
  });
}

function methodNotAllowed(response: ServerResponse): void {
  const body = 'JSONRPC server handles only POST requests';
  response.writeHead(405, ['Allow', 'POST', 'Content-Length', String(body.length)]);
  response.end(body);
}

/** Such a request is ambiguous: RFC 9112, section 3.2. Node itself silently takes the first. */
function hasSeveralHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === HOST.length && name.toLowerCase() === HOST) hosts += 1;
  }
  return hosts > 1;
}

function refuseRequest(response: ServerResponse): void {
  response.writeHead(400, ['Connection', 'close', 'Content-Length', '0']);
  response.end();
}

/** The path of a request target, which may be an absolute URL: RFC 9112, section 3.2.2. */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target;
  const path = /^https?:\/\/[^/?#]*(\/[^#]*)?$/i.exec(target);
  return path === null ? target : (path[1] ?? '/');
}

/** The wallet that a path selects, percent-decoded. */
function walletOf(url: string): string | undefined {
  if (url === '/') return undefined;
  const name = url.slice(WALLET_PATH.length);
  if (!name.includes('%')) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // an invalid percent-encoding is taken literally
  }
}

/** A filter of the addresses that may call: this machine and -rpcallowip. Throws an Error for the user for an invalid subnet. */
export function addressFilter(allow: readonly string[]): (address: string) => boolean {
  const subnets = ['127.0.0.0/8', '::1', ...allow].map((text) => {
    const subnet = parseSubnet(text);
    if (subnet === undefined) throw new Error(`-rpcallowip=${text}: write an address or a subnet, such as 192.0.2.0/24`);
    return subnet;
  });
  return (address) => address === LOOPBACK || subnets.some((subnet) => subnet.has(address));
}
