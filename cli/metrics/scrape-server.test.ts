import { request } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Registry } from '../../reports/metrics/registry.ts';
import { valueOf } from '../../reports/metrics/testing/parse-metrics.ts';
import { ScrapeServer } from './scrape-server.ts';

const registry = new Registry();
const counter = registry.counter({ name: 'pyx.test', help: 'Counts.', unit: '{x}', labels: [] });
let server: ScrapeServer;
beforeAll(async () => {
  server = await ScrapeServer.listen({ type: 'scrape', host: '127.0.0.1', port: 0, path: '/metrics' }, registry);
});
afterAll(() => server.close());

interface Answer {
  readonly status: number | undefined;
  readonly type: string | undefined;
  readonly body: string;
}

const ask = (url: string, { method = 'GET', headers = {} } = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request(url, { method, headers }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (piece: string) => (body += piece));
      response.on('end', () => resolve({ status: response.statusCode, type: response.headers['content-type'], body }));
    })
      .once('error', reject)
      .end();
  });

test('answers with the present figures, in the media type of OpenMetrics', async () => {
  counter.at({}).value = 5;
  expect(valueOf((await ask(server.url)).body, 'pyx_test_total')).toBe(5);
  counter.at({}).value = 8;
  const answer = await ask(`${server.url}?x=1`);
  expect(answer).toMatchObject({ status: 200, type: 'application/openmetrics-text; version=1.0.0; charset=utf-8' });
  expect(valueOf(answer.body, 'pyx_test_total')).toBe(8);
  expect(await ask(server.url, { method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
});

test('has nothing else, and no other method', async () => {
  const other = server.url.replace('/metrics', '/');
  expect(await ask(other)).toMatchObject({ status: 404, body: `The metrics are at ${server.url}.\n` });
  expect(await ask(server.url, { method: 'POST' })).toMatchObject({ status: 405 });
  // A name of another site that leads to loopback.
  expect(await ask(server.url, { headers: { host: 'rebound.example' } })).toMatchObject({ status: 403 });
});

test('a port on which something listens is refused with what to do', async () => {
  const port = Number(new URL(server.url).port);
  await expect(ScrapeServer.listen({ type: 'scrape', host: '127.0.0.1', port, path: '/metrics' }, registry)).rejects.toThrow(
    expect.objectContaining({
      name: 'UsageError',
      message: `--metrics: cannot listen on 127.0.0.1:${port}: another program listens there; name another port, or 0 for a free one, which is printed`,
    }),
  );
});
