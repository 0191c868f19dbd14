import { randomBytes, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { LiveClient, type Slot } from './live-client.ts';
import type { LiveSection } from './live-view.ts';
import { ANSWER_HEADERS, isLoopback } from './loopback.ts';

/** Pages that are drawn at the same time. */
const CLIENTS = 8;
/** Each page has one connection for its events; others are short. */
const CONNECTIONS = 4 * CLIENTS;
/** A page that has read nothing for so long is dropped. */
const UNREAD_MS = 30_000;
/** So long pages have at the end to read how it ended. */
const END_MS = 1_000;
const REQUEST_MS = 10_000;
/** Of 128 bits: nobody guesses it. */
const TOKEN_BYTES = 16;

export interface LiveServerOptions {
  /** Default: a free one. */
  readonly port?: number | undefined;
  /** A page that has read nothing for so long is dropped. */
  readonly unreadMs?: number;
  /** So long pages have at the end to read how it ended. */
  readonly endMs?: number;
}

/**
 * Shows a live page on loopback, to whoever knows its address: the page at `/<token>/`, and its sections as server-sent events
 * (HTML Living Standard, 9.2). It answers GET only, reads nothing of a request but path and host, and nothing can be changed by it.
 * It holds the newest form of each section, and of each client what the client has not read of one form of all.
 */
export class LiveServer {
  readonly #server: Server;
  readonly #document: string;
  readonly #token = randomBytes(TOKEN_BYTES).toString('base64url');
  readonly #slots = new Map<string, Slot>();
  readonly #clients = new Set<LiveClient>();
  /** Makes the newest sections; undefined once they are made. */
  #draw: (() => readonly LiveSection[]) | undefined;
  readonly #unreadMs: number;
  readonly #endMs: number;

  /** Listens on 127.0.0.1. Rejects with the error of the system where the port cannot be had. */
  static async listen(document: string, { port = 0, unreadMs = UNREAD_MS, endMs = END_MS }: LiveServerOptions = {}): Promise<LiveServer> {
    const live = new LiveServer(document, unreadMs, endMs);
    await new Promise<void>((resolve, reject) => {
      live.#server.once('error', reject).listen(port, '127.0.0.1', resolve);
    });
    return live;
  }

  private constructor(document: string, unreadMs: number, endMs: number) {
    this.#document = document;
    this.#unreadMs = unreadMs;
    this.#endMs = endMs;
    this.#server = createServer({ requestTimeout: REQUEST_MS }, (request, response) => this.#answer(request, response));
    this.#server.maxConnections = CONNECTIONS;
  }

  /** `http://127.0.0.1:port/token/` */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/${this.#token}/`;
  }

  get clients(): number {
    return this.#clients.size;
  }

  /**
   * Shows what `draw` makes, in place of the sections with the same ids. It is not called as long as there is no client. Clients that
   * have not read the last sections get the newest when they have.
   */
  show(draw: () => readonly LiveSection[]): void {
    this.#draw = draw;
    if (this.#clients.size > 0) this.#drawn();
    for (const client of this.#clients) {
      if (client.unreadMs > this.#unreadMs) client.drop();
      else client.send(this.#slots);
    }
  }

  /** Tells all pages that the command has ended, and closes when they have closed. Pages that do not in time are cut off. */
  async end(title: string): Promise<void> {
    const clients = [...this.#clients];
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    // A program that reads the events, and does not know this one, gets a proper end of the answer.
    const late = setTimeout(() => {
      for (const client of clients) client.finish();
    }, this.#endMs);
    const tooLate = setTimeout(() => this.#server.closeAllConnections(), 2 * this.#endMs);
    await Promise.all(clients.map((client) => client.end(this.#slots, title)));
    this.#server.closeAllConnections();
    clearTimeout(late);
    clearTimeout(tooLate);
    await closed;
  }

  #drawn(): void {
    const sections = this.#draw?.() ?? [];
    this.#draw = undefined;
    for (const { id, html } of sections) {
      const before = this.#slots.get(id);
      if (before?.html !== html) this.#slots.set(id, { html, version: (before?.version ?? 0) + 1 });
    }
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { method, headers, url = '/' } = request;
    const refuse = (status: number, text: string, more: Record<string, string> = {}): void => {
      response
        .writeHead(status, { ...ANSWER_HEADERS, 'content-type': 'text/plain; charset=utf-8', connection: 'close', ...more })
        .end(`${text}\n`);
    };
    if (!isLoopback(headers.host)) return refuse(421, 'This page is at 127.0.0.1 alone.');
    if (method !== 'GET') return refuse(405, 'This page can only be read.', { allow: 'GET' });
    const [, token = '', path, ...rest] = url.split('/');
    if (!this.#isToken(token) || rest.length > 0) return refuse(404, 'There is nothing here: the address of the page is longer.');
    if (path === '') {
      response.writeHead(200, { ...ANSWER_HEADERS, 'content-type': 'text/html; charset=utf-8' }).end(this.#document);
      return;
    }
    if (path !== 'events') return refuse(404, 'There is nothing here.');
    if (this.#clients.size >= CLIENTS) return refuse(503, `At most ${CLIENTS} pages are drawn at the same time.`);
    response.writeHead(200, { ...ANSWER_HEADERS, 'content-type': 'text/event-stream; charset=utf-8', connection: 'close' });
    const client = new LiveClient(response, () => this.#slots);
    this.#clients.add(client);
    response.once('close', () => this.#clients.delete(client));
    this.#drawn();
    client.send(this.#slots);
  }

  #isToken(given: string): boolean {
    const [own, other] = [Buffer.from(this.#token), Buffer.from(given)];
    return own.length === other.length && timingSafeEqual(own, other);
  }
}
