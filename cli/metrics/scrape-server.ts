import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { OPEN_METRICS_TYPE, openMetricsText } from '../../reports/metrics/open-metrics.ts';
import type { Registry } from '../../reports/metrics/registry.ts';
import { portReason } from '../../specs/model/port-reason.ts';
import { UsageError } from '../usage-error.ts';
import type { Destination } from './destination.ts';

/** The figures at an address of loopback, as they are when they are asked for. */
export class ScrapeServer {
  readonly #server: Server;
  readonly #host: string;
  readonly #path: string;

  /** Throws `UsageError` if nothing can listen there. */
  static async listen({ host, port, path }: Destination & { readonly type: 'scrape' }, registry: Registry): Promise<ScrapeServer> {
    const server = new ScrapeServer(registry, host, path);
    try {
      await new Promise<void>((resolve, reject) => {
        server.#server.once('error', reject).listen(port, host, resolve);
      });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      throw new UsageError(`--metrics: cannot listen on ${host}:${port}: ${portReason(code, message)}`, {
        remedy: 'name another port, or 0 for a free one, which is printed',
        cause: error,
      });
    }
    // It must not keep a command alive that has ended.
    server.#server.unref();
    return server;
  }

  private constructor(registry: Registry, host: string, path: string) {
    this.#host = host.includes(':') ? `[${host}]` : host;
    this.#path = path;
    this.#server = createServer((request, response) => this.#answer(request, response, registry));
  }

  get url(): string {
    return `http://${this.#host}:${this.#port}${this.#path}`;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      this.#server.close(() => resolve());
    });
    this.#server.closeAllConnections();
    await closed;
  }

  get #port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  #answer({ method, url = '/', headers }: IncomingMessage, response: ServerResponse, registry: Registry): void {
    const plain = { 'content-type': 'text/plain; charset=utf-8' };
    // A page of another site must not read it by a name that it makes to resolve to loopback.
    if (![`${this.#host}:${this.#port}`, `localhost:${this.#port}`].includes(headers.host ?? ''))
      response.writeHead(403, plain).end(`The metrics are at ${this.url}.\n`);
    else if (method !== 'GET' && method !== 'HEAD') response.writeHead(405, { ...plain, allow: 'GET, HEAD' }).end('Only GET and HEAD.\n');
    else if (url.split('?', 1)[0] !== this.#path) response.writeHead(404, plain).end(`The metrics are at ${this.url}.\n`);
    else response.writeHead(200, { 'content-type': OPEN_METRICS_TYPE, 'cache-control': 'no-store' }).end(openMetricsText(registry));
  }
}
