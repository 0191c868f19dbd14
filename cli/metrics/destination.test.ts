import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { destinationOf } from './destination.ts';

test.each([
  ['out/pyx.prom', { type: 'file', file: resolve('out/pyx.prom') }],
  ['/a:9464', { type: 'file', file: '/a:9464' }],
  ['http://127.0.0.1:9464/metrics', { type: 'scrape', host: '127.0.0.1', port: 9464, path: '/metrics' }],
  ['http://localhost:80', { type: 'scrape', host: '127.0.0.1', port: 80, path: '/metrics' }],
  ['HTTP://[::1]:0/m', { type: 'scrape', host: '::1', port: 0, path: '/m' }],
  [
    'otlp+http://collector:4318',
    { type: 'otlp', url: 'http://collector:4318/v1/metrics', shown: 'otlp+http://collector:4318/v1/metrics', credentials: undefined },
  ],
  [
    'otlp+https://me:s%3Acret@collector/own?key=hidden',
    {
      type: 'otlp',
      url: 'https://collector/own?key=hidden',
      shown: 'otlp+https://collector/own',
      credentials: { user: 'me', password: 's:cret' },
    },
  ],
])('%s', (text, destination) => {
  expect(destinationOf(text)).toEqual(destination);
});

test.each([
  ['', /neither a file nor a URL; give FILE, http:\/\/127\.0\.0\.1:PORT/],
  ['127.0.0.1:9464', /neither a file nor a URL/],
  ['localhost:9464/metrics', /neither a file nor a URL/],
  ['http://0.0.0.0:9464/metrics', /listens on this machine only, not on 0\.0\.0\.0; .*otlp\+http/],
  ['http://collector:9464/metrics', /listens on this machine only, not on collector/],
  ['http://127.0.0.1.example:9464/metrics', /listens on this machine only/],
  ['http://127.0.0.1/metrics', /has no port; give one/],
  ['http://me:hidden@127.0.0.1:9464/metrics', /has credentials/],
  ['https://127.0.0.1:9464/metrics', /https:\/\/ is no form/],
  ['otlp://collector:4317', /otlp:\/\/ is no form/],
  ['otlp+http://', /cannot be read/],
  ['otlp+http://me:hidd/en@collector', /percent-encode/],
  ['otlp+http://me:hidden%@collector', /not percent-encoded; write % as %25/],
])('%s is refused', (text, message) => {
  expect(() => destinationOf(text)).toThrow(expect.objectContaining({ name: 'UsageError', message: expect.stringMatching(message) }));
  expect(() => destinationOf(text)).not.toThrow(/hidd/);
});
