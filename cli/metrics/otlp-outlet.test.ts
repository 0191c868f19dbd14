import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Secrets } from '../../client/mask.ts';
import { Registry } from '../../reports/metrics/registry.ts';
import { destinationOf, type Destination } from './destination.ts';
import { otlpOutlet } from './otlp-outlet.ts';
import { pointSum, startCollector, type Collector } from './testing/collector.ts';

let collector: Collector;
beforeEach(async () => {
  collector = await startCollector();
});
afterEach(() => collector.close());

const to = (text: string): Destination & { readonly type: 'otlp' } => destinationOf(text) as Destination & { readonly type: 'otlp' };

function sample(): Registry {
  const registry = new Registry();
  registry
    .counter({ name: 'pyx.load.requests', help: 'Calls.', unit: '{request}', labels: ['method'] })
    .at({ method: 'getblock' })
    .add(3);
  registry.gauge({ name: 'pyx.node.memory.usage', help: 'Memory.', unit: 'By', labels: [] }).at({}).value = 2.5;
  const latency = registry.histogram({ name: 'pyx.load.latency', help: 'Latency.', unit: 's', labels: ['method'] }, [0.25, 1]);
  for (const value of [0.1, 0.5, 0.5, 8]) latency.at({ method: 'getblock' }).observe(value);
  return registry;
}

test('a collector receives all instruments, cumulative since the registry was made', async () => {
  vi.stubEnv('OTEL_RESOURCE_ATTRIBUTES', 'deployment.environment=test');
  const registry = sample();
  const outlet = await otlpOutlet(to(`otlp+${collector.url}`), { registry, secrets: new Secrets(), environment: process.env });
  await outlet.deliver();
  await outlet.close();
  const [received] = collector.received;
  if (!received) throw new Error('nothing was received');
  expect(received).toMatchObject({
    path: '/v1/metrics',
    headers: { 'content-type': 'application/x-protobuf' },
    resource: { 'service.name': 'pyx', 'deployment.environment': 'test' },
  });
  const startTimeUnixNano = `${registry.startedAt.getTime()}000000`;
  const attributes = [{ key: 'method', value: { stringValue: 'getblock' } }];
  expect(received.metrics).toMatchObject([
    {
      name: 'pyx.load.requests',
      description: 'Calls.',
      unit: '{request}',
      sum: { isMonotonic: true, aggregationTemporality: 'CUMULATIVE', dataPoints: [{ attributes, asDouble: 3, startTimeUnixNano }] },
    },
    { name: 'pyx.node.memory.usage', unit: 'By', gauge: { dataPoints: [{ attributes: [], asDouble: 2.5 }] } },
    {
      name: 'pyx.load.latency',
      unit: 's',
      histogram: {
        aggregationTemporality: 'CUMULATIVE',
        dataPoints: [{ attributes, count: '4', sum: 9.1, explicitBounds: [0.25, 1], bucketCounts: ['1', '2', '1'], startTimeUnixNano }],
      },
    },
  ]);
  expect(pointSum(received, 'pyx.load.requests')).toBe(3);
});

test('credentials of the URL and headers of the environment are sent, and are secrets', async () => {
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', 'x-api-key=a%20hidden%20key,x-token=Bearer%20tok3n-hidden');
  const secrets = new Secrets();
  const destination = to(`otlp+${collector.url.replace('//', '//me:hidd%3Aen@')}`);
  const outlet = await otlpOutlet(destination, { registry: sample(), secrets, environment: process.env });
  await outlet.deliver();
  await outlet.close();
  expect(collector.received[0]?.headers).toMatchObject({
    authorization: `Basic ${Buffer.from('me:hidd:en').toString('base64')}`,
    'x-api-key': 'a hidden key',
    'x-token': 'Bearer tok3n-hidden',
  });
  expect(outlet.name).toBe(`otlp+${collector.url}/v1/metrics`);
  expect(secrets.mask('hidd:en / a hidden key / a%20hidden%20key / tok3n-hidden')).toBe('*** / *** / *** / ***');
});

test('a collector that refuses, or is not there, makes a delivery fail', async () => {
  collector.status = 400;
  const options = { registry: sample(), secrets: new Secrets(), environment: {} };
  const outlet = await otlpOutlet(to(`otlp+${collector.url}`), options);
  await expect(outlet.deliver()).rejects.toMatchObject({ code: 400 });
  await outlet.close();
  await collector.close();
  const gone = await otlpOutlet(to(`otlp+${collector.url}`), options);
  await expect(gone.deliver()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  await gone.close();
});

test('without the packages the error names them', async () => {
  const load = (): Promise<never> => Promise.reject(Object.assign(new Error('Cannot find package'), { code: 'ERR_MODULE_NOT_FOUND' }));
  const opened = otlpOutlet(to('otlp+http://me:hidden@collector:4318'), {
    registry: new Registry(),
    secrets: new Secrets(),
    environment: {},
    load,
  });
  await expect(opened).rejects.toThrow(
    expect.objectContaining({
      name: 'UsageError',
      message: expect.stringMatching(
        /^--metrics otlp\+http:\/\/collector:4318\/v1\/metrics needs the packages @opentelemetry\/.* not all installed; run npm install @opentelemetry/,
      ),
    }),
  );
});
