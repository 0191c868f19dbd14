import { request, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import { afterEach, expect, test } from 'vitest';
import { ManualServer, ManualServerError } from './manual-server.ts';

const servers: ManualServer[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

async function serve(
  site = new Map([
    ['index.html', 'the first page'],
    ['methods/a.html', 'the page of a'],
  ]),
  port?: number,
): Promise<ManualServer> {
  const server = await ManualServer.listen(site, port);
  servers.push(server);
  return server;
}

async function open(url: string, { method = 'GET', host = new URL(url).host } = {}): Promise<IncomingMessage> {
  const sent = request(url, { method, agent: false, headers: { host } }).end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  return answer.setEncoding('utf8');
}

async function ask(url: string, options?: Parameters<typeof open>[1]): Promise<[status: number | undefined, body: string]> {
  const answer = await open(url, options);
  let body = '';
  for await (const text of answer) body += String(text);
  return [answer.statusCode, body];
}

test('shows pages by their paths, and nothing else', async () => {
  const { url } = await serve();
  expect(await ask(url)).toEqual([200, 'the first page']);
  expect(await ask(`${url}methods/a.html?x#y`)).toEqual([200, 'the page of a']);
  expect((await ask(`${url}../package.json`))[0]).toBe(404);
  expect((await ask(url, { method: 'POST' }))[0]).toBe(405);
});

test('answers no site that has its own name resolve to loopback', async () => {
  const { url } = await serve();
  expect((await ask(url, { host: 'evil.example' }))[0]).toBe(421);
  expect((await open(url)).headers).toMatchObject({ 'cross-origin-resource-policy': 'same-origin', 'x-content-type-options': 'nosniff' });
});

test('tells open pages that the manual was made anew, and shows the new one', async () => {
  const server = await serve();
  const events = await open(`${server.url}events`);
  const read = events[Symbol.asyncIterator]() as AsyncIterator<string>;
  expect((await read.next()).value).toBe(': the manual\n\n');
  server.show(new Map([['index.html', 'the new page']]));
  expect((await read.next()).value).toBe('event: made\ndata:\n\n');
  expect(await ask(server.url)).toEqual([200, 'the new page']);
});

test('a port that is taken is refused, with what to do', async () => {
  const { url } = await serve();
  const port = Number(new URL(url).port);
  await expect(serve(undefined, port)).rejects.toThrow(ManualServerError);
  await expect(serve(undefined, port)).rejects.toThrow(/another program listens there; give another port/);
});
