import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { portReason } from '../../specs/model/port-reason.ts';
import { UserError } from '../../specs/model/user-error.ts';
import { ANSWER_HEADERS, isLoopback } from '../live/loopback.ts';

/** The manual cannot be served at this port. */
export class ManualServerError extends UserError {
  override readonly name = 'ManualServerError';
}

const REQUEST_MS = 10_000;
/** Each open page has one for its events. */
const CONNECTIONS = 64;
const TYPES: Readonly<Record<string, string>> = { html: 'text/html', css: 'text/css', js: 'text/javascript' };

/**
 * Shows a manual on loopback: its pages from memory, and at `/events` when they were made anew, as server-sent events (HTML Living
 * Standard, 9.2). It answers GET only, and reads nothing of a request but path and host.
 */
export class ManualServer {
  readonly #server: Server;
  readonly #events = new Set<ServerResponse>();
  #site: ReadonlyMap<string, string>;

  /** Listens on 127.0.0.1. Throws `ManualServerError` where the port cannot be had. */
  static async listen(site: ReadonlyMap<string, string>, port = 0): Promise<ManualServer> {
    const manual = new ManualServer(site);
    try {
      await new Promise<void>((resolve, reject) => {
        manual.#server.once('error', reject).listen(port, '127.0.0.1', resolve);
      });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      const reason = portReason(code, message);
      throw new ManualServerError(`--port: the manual cannot be served at 127.0.0.1:${port}: ${reason}`, {
        remedy: 'give another port, or none for a free one',
        cause: error,
      });
    }
    return manual;
  }

  private constructor(site: ReadonlyMap<string, string>) {
    this.#site = site;
    this.#server = createServer({ requestTimeout: REQUEST_MS }, (request, response) => this.#answer(request, response));
    this.#server.maxConnections = CONNECTIONS;
  }

  /** `http://127.0.0.1:port/` */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  /** Shows other pages, and has the open ones shown again. */
  show(site: ReadonlyMap<string, string>): void {
    this.#site = site;
    for (const events of this.#events) events.write('event: made\ndata:\n\n');
  }

  async close(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
      this.#server.closeAllConnections();
    });
  }

  #answer({ method, headers, url = '/' }: IncomingMessage, response: ServerResponse): void {
    const refuse = (status: number, text: string, more: Record<string, string> = {}): void =>
      void response.writeHead(status, { ...ANSWER_HEADERS, 'content-type': 'text/plain; charset=utf-8', ...more }).end(`${text}\n`);
    if (!isLoopback(headers.host)) return refuse(421, 'This page is at 127.0.0.1 alone.');
    if (method !== 'GET') return refuse(405, 'This page can only be read.', { allow: 'GET' });
    const [path = ''] = url.slice(1).split(/[?#]/);
    if (path === 'events') return this.#follow(response);
    const page = path === '' ? 'index.html' : path;
    const content = this.#site.get(page);
    if (content === undefined) return refuse(404, 'There is no such page in the manual.');
    const type = TYPES[page.slice(page.lastIndexOf('.') + 1)] ?? 'text/plain';
    response.writeHead(200, { ...ANSWER_HEADERS, 'content-type': `${type}; charset=utf-8` }).end(content);
  }

  #follow(response: ServerResponse): void {
    response.writeHead(200, { ...ANSWER_HEADERS, 'content-type': 'text/event-stream; charset=utf-8' });
    response.write(': the manual\n\n');
    this.#events.add(response);
    response.once('close', () => this.#events.delete(response));
  }
}
