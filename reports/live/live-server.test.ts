import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { until } from '../../test/until.ts';
import { LiveServer, type LiveServerOptions } from './live-server.ts';

const servers: LiveServer[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await Promise.all(servers.splice(0).map((server) => server.end('over')));
});

async function serve(options: LiveServerOptions = {}): Promise<LiveServer> {
  const server = await LiveServer.listen('<!doctype html><title>live</title>', { endMs: 50, ...options });
  servers.push(server);
  return server;
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

function ask(url: string, { method = 'GET', host }: { readonly method?: string; readonly host?: string } = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, agent: false, headers: host === undefined ? {} : { host } }, (answer) => {
      let body = '';
      answer
        .setEncoding('utf8')
        .on('data', (text: string) => (body += text))
        .on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, body }));
    });
    sent.on('error', reject).end();
  });
}

/** A page that reads events, or that does not. */
class Page {
  readonly socket: Socket;
  received = 0;
  text = '';

  constructor(server: LiveServer, keeps = true) {
    const { port, pathname, host } = new URL(server.url);
    this.socket = connect(Number(port), '127.0.0.1');
    sockets.push(this.socket);
    // That it is cut off is one of the things that are tested.
    this.socket.on('error', () => undefined).setEncoding('utf8');
    this.socket.on('data', (text: string) => {
      this.received += text.length;
      this.text = keeps ? this.text + text : (this.text + text).slice(-200_000);
    });
    this.socket.write(`GET ${pathname}events HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
  }

  events(): (readonly [name: string, data: unknown])[] {
    return Array.from(this.text.matchAll(/^event: (\w+)\ndata: (.*)$/gm), ([, name = '', data = '']) => [name, JSON.parse(data)] as const);
  }

  async has(text: string): Promise<void> {
    await until(
      () => `${text} in ${this.text.slice(-500)}`,
      () => this.text.includes(text),
    );
  }
}

const sections = (html: string): { id: string; html: string }[] => [
  { id: 'head', html },
  { id: 'same', html: 'stays' },
];

describe('what is answered', () => {
  test('the page, to whoever knows its address, with a name of 128 random bits', async () => {
    const [server, other] = [await serve(), await serve()];
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}\/$/);
    expect(new URL(server.url).pathname).not.toBe(new URL(other.url).pathname);
    const { status, body, headers } = await ask(server.url);
    expect([status, body]).toEqual([200, '<!doctype html><title>live</title>']);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': "frame-ancestors 'none'",
      'cross-origin-resource-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('nothing at any other address', async () => {
    const server = await serve();
    const { origin, pathname } = new URL(server.url);
    const token = pathname.slice(1, -1);
    const others = ['/', '/events', '/favicon.ico', `/${token}`, `/${token}/x`, `/${token}/events/`, `/${token}x/`, `/${token.slice(1)}/`];
    for (const path of [...others, `//${token}/`, `/${token}/../${token}/x`])
      expect([path, (await ask(`${origin}${path}`)).status]).toEqual([path, 404]);
    expect(server.clients).toBe(0);
  });

  test.each(['POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'PATCH'])('nothing to %s', async (method) => {
    const server = await serve();
    const { status, headers } = await ask(server.url, { method });
    expect([status, headers['allow']]).toEqual([405, 'GET']);
  });

  test.each([
    'evil.example',
    'evil.example:80',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    '[::1]',
    '127.0.0.2',
    'localhost:1@evil',
  ])('nothing to a request for the host %s, which may be a name that was made to resolve to loopback', async (host) => {
    const server = await serve();
    for (const path of ['', 'events']) {
      const { status, body } = await ask(`${server.url}${path}`, { host });
      expect([status, body]).toEqual([421, 'This page is at 127.0.0.1 alone.\n']);
    }
  });

  test.each(['127.0.0.1:9000', 'localhost:9000', 'localhost'])('the page to a request for %s, which may be a tunnel', async (host) => {
    expect((await ask((await serve()).url, { host })).status).toBe(200);
  });

  test('a port that is in use is refused by the system', async () => {
    const { port } = new URL((await serve()).url);
    await expect(LiveServer.listen('', { port: Number(port) })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('a page', () => {
  test('gets the present state when it comes late, and then what changes', async () => {
    const server = await serve();
    server.show(() => sections('first'));
    server.show(() => sections('second'));
    const page = new Page(server);
    await page.has('second');
    server.show(() => sections('third'));
    await page.has('third');
    expect(page.text).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(page.text.toLowerCase()).toContain('content-type: text/event-stream');
    expect(page.events()).toEqual([
      [
        'sections',
        [
          ['head', 'second'],
          ['same', 'stays'],
        ],
      ],
      ['sections', [['head', 'third']]],
    ]);
  });

  test('is what sections are drawn for: without one none are', async () => {
    const server = await serve();
    let drawn = 0;
    const show = (): void => server.show(() => sections(`drawn ${++drawn}`));
    for (let times = 0; times < 10; times++) show();
    expect(drawn).toBe(0);
    const page = new Page(server);
    await page.has('drawn 1');
    show();
    await page.has('drawn 2');
  });

  test('that does not read costs no memory, and gets the newest state when it reads again', async () => {
    const server = await serve();
    const page = new Page(server, false);
    await until('the page is connected', () => server.clients === 1);
    page.socket.pause();
    const mega = 'x'.repeat(1_000_000);
    const times = 150;
    for (let number = 1; number <= times; number++) {
      server.show(() => sections(`${mega} state ${number}.`));
      await turn();
    }
    page.socket.resume();
    await page.has(`state ${times}.`);
    // What the system has taken for it, and one state: not one for each time.
    expect(page.received).toBeLessThan((times / 2) * mega.length);
  });

  test('that reads nothing for too long is dropped', async () => {
    const server = await serve({ unreadMs: 0 });
    const page = new Page(server, false);
    await until('the page is connected', () => server.clients === 1);
    page.socket.pause();
    let number = 0;
    await until('the page is dropped', () => {
      server.show(() => sections(`${'x'.repeat(1_000_000)}${number++}`));
      return server.clients === 0;
    });
  });

  test('is one of few: others are refused until one of them has gone', async () => {
    const server = await serve();
    server.show(() => sections('first'));
    const pages = Array.from({ length: 8 }, () => new Page(server));
    await Promise.all(pages.map((page) => page.has('first')));
    expect((await ask(`${server.url}events`)).status).toBe(503);
    pages[0]!.socket.destroy();
    await until('one has gone', () => server.clients === 7);
    await new Page(server).has('first');
  });
});

describe('the end', () => {
  test('is told to the page, after the last state, and closes as soon as the page has closed', async () => {
    const server = await serve({ endMs: 60_000 });
    const { url } = server;
    server.show(() => sections('first'));
    const page = new Page(server);
    await page.has('first');
    server.show(() => sections('last'));
    const ended = server.end('Passed');
    await page.has('event: end');
    expect(page.events().slice(-2)).toEqual([
      ['sections', [['head', 'last']]],
      ['end', { title: 'Passed' }],
    ]);
    page.socket.destroy();
    await ended;
    await expect(ask(url)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    servers.length = 0;
  });

  test('cuts off pages that do not close, do not read, or have sent half a request', async () => {
    const server = await serve();
    const [reads, silent] = [new Page(server), new Page(server, false)];
    const half = connect(Number(new URL(server.url).port), '127.0.0.1');
    sockets.push(half);
    half.on('error', () => undefined).write('GET /');
    await until('the pages are connected', () => server.clients === 2);
    silent.socket.pause();
    // Not by `once`, which rejects where a connection is reset.
    const closed = [reads.socket, half].map((socket) => new Promise((resolve) => socket.once('close', resolve)));
    for (let number = 0; number < 20; number++) server.show(() => sections(`${'x'.repeat(1_000_000)}${number}`));
    await server.end('Passed');
    expect(server.clients).toBe(0);
    await Promise.all(closed);
    servers.length = 0;
  });
});
