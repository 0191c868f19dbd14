import { parse } from 'acorn';
import { build, type BuildOptions } from 'esbuild';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test } from 'vitest';
import { outcomeOf } from '../generator/outcome.ts';
import { K6_PERCENTS, POD_SUMMARY_MARK, type K6PodSummary, type K6Summary } from './format.ts';
import { classify } from './script/classify.ts';
import { FakeK6, type FakeResponse } from './testing/fake-k6.ts';
import { sampleEntries, sampleK6Files } from './testing/sample-k6-load.ts';

// k6 is not needed: the bundled script runs with a small fake of its modules.
const K6_MODULES = ['k6', 'k6/data', 'k6/encoding', 'k6/execution', 'k6/http', 'k6/metrics', 'k6/options'];
const root = fileURLToPath(new URL('../..', import.meta.url));
const { k6ScriptOptions } = (await import(pathToFileURL(join(root, 'scripts/bundle-options.mjs')).href)) as {
  k6ScriptOptions(root: string): BuildOptions & { readonly metafile: true };
};
const bundled = (format: 'cjs' | 'esm', target?: string) =>
  build({ ...k6ScriptOptions(root), ...(target !== undefined && { target }), write: false, outdir: '.', format });

let bundle: string;
beforeAll(async () => {
  bundle = (await bundled('cjs')).outputFiles[0]?.text ?? '';
});

const RESULT = '{"result":1,"error":null,"id":"pyx-load"}';
const answer = (over: Partial<FakeResponse> = {}): FakeResponse => ({
  status: 200,
  error_code: 0,
  body: RESULT,
  timings: { blocked: 1, connecting: 2, duration: 7 },
  ...over,
});

test('the bundle imports nothing that k6 lacks', async () => {
  const { metafile } = await bundled('esm');
  const [output] = Object.values(metafile.outputs);
  const imports = output?.imports.map(({ path }) => path) ?? [];
  expect(imports.length).toBeGreaterThan(0);
  expect(imports.filter((path) => !K6_MODULES.includes(path))).toEqual([]);
  expect(output?.exports.sort()).toEqual(['default', 'handleSummary', 'options', 'warmUp']);
});

test('the bundle has no syntax that releases of k6 before 0.53 refuse', async () => {
  const parsed = async (target?: string): Promise<unknown> =>
    parse((await bundled('esm', target)).outputFiles[0]?.text ?? '', { ecmaVersion: 2017, sourceType: 'module' });
  await expect(parsed()).resolves.toMatchObject({ type: 'Program' });
  // As the sources have some.
  await expect(parsed('es2020')).rejects.toThrow(SyntaxError);
});

describe('the script', () => {
  test('sends the calls of the load as often as their weights ask for, each transaction once, and ends when they run out', () => {
    const k6 = new FakeK6(bundle, { files: sampleK6Files(), respond: () => answer() });
    k6.iterate(12);
    const bodies = k6.sent.map(({ body }) => body);
    expect(bodies.filter((body) => body.startsWith('count'))).toHaveLength(9);
    expect(bodies.filter((body) => body.startsWith('tx'))).toEqual(['tx 1', 'tx 2', 'tx 3']);
    expect(k6.aborted).toBeUndefined();
    k6.iterate(16);
    expect(k6.aborted).toBe('all prepared calls have been sent');
  });

  test('sends credentials of its environment alone, to the address of the load or of its environment', () => {
    const files = sampleK6Files();
    const anonymous = new FakeK6(bundle, { files, respond: () => answer() });
    anonymous.iterate(1);
    expect(anonymous.sent[0]).toMatchObject({ method: 'POST', url: 'http://127.0.0.1:18443/', params: { timeout: 2_000 } });
    expect(anonymous.sent[0]?.params.headers).not.toHaveProperty('Authorization');
    const env = { PYX_RPC_USER: 'me', PYX_RPC_PASSWORD: 'pass', PYX_ADDRESS: 'http://node:1' };
    const known = new FakeK6(bundle, { files, env, respond: () => answer() });
    known.iterate(1);
    expect(known.sent[0]?.url).toBe('http://node:1/');
    expect(known.sent[0]?.params.headers['Authorization']).toBe(`Basic ${Buffer.from('me:pass').toString('base64')}`);
    expect(JSON.stringify(files)).not.toContain('pass');
  });

  test('summarizes calls by method and class, and latency from the start of an iteration', () => {
    let number = 0;
    const bad = [
      answer({ body: '{"result":null,"error":{"code":-8,"message":"no"},"id":"pyx-load"}', status: 500 }),
      answer({ status: 503, body: 'Work queue depth exceeded' }),
      answer({ status: 0, error_code: 1050, body: null, timings: { blocked: 0, connecting: 0, duration: 0 } }),
      answer({ status: 0, error_code: 1212, body: null, timings: { blocked: 0, connecting: 0, duration: 0 } }),
    ];
    const k6 = new FakeK6(bundle, { files: sampleK6Files({}, sampleEntries.slice(0, 1)), respond: () => bad[number++] ?? answer() });
    k6.iterate(10);
    const summary = JSON.parse(Object.values(k6.summarize())[0]?.replace('pyx summary: ', '') ?? '') as K6Summary;
    expect(summary.ended).toEqual({ result: 6, 'rpc-error': 1, 'work-queue': 1, http: 0, timeout: 1, connection: 1, malformed: 0 });
    // Six results and an error of 10 ms, a timeout of 2 s.
    expect(summary.latency).toMatchObject({ count: 8, p50: 10, max: 2_000 });
    expect(summary.methods).toMatchObject([{ method: 'getblockcount', ended: summary.ended, latency: { count: 8 } }]);
    expect(summary.resultsInTime).toBe(6);
    expect(summary.methods[0]?.resultsInTime).toBe(6);
  });

  test('counts results after the duration as late', () => {
    let nowMs = 9_999;
    const k6 = new FakeK6(bundle, { files: sampleK6Files(), respond: () => answer(), nowMs: () => (nowMs += 1) });
    k6.iterate(4);
    expect(k6.samples.get('pyx_results_in_time')).toHaveLength(1);
    expect(k6.samples.get('pyx_ended')).toHaveLength(4);
  });

  test('writes the summary to the file that is asked for', () => {
    const k6 = new FakeK6(bundle, { files: sampleK6Files(), env: { PYX_SUMMARY: '/tmp/summary.json' }, respond: () => answer() });
    expect(Object.keys(k6.summarize())).toEqual(['/tmp/summary.json']);
  });

  test('writes its part of the load to the log of a pod, with the conditions that it was given', () => {
    const { load, calls } = sampleK6Files();
    const files = { load: { ...load, conditions: { kind: 'load' } }, calls };
    const k6 = new FakeK6(bundle, { files, respond: () => answer(), segment: '1/2:1', ranMs: 6_000, nowMs: () => 20_000 });
    k6.iterate(2);
    const { stdout } = k6.summarize();
    expect(stdout).toMatch(/^pyx summary: \{.*\}\n$/);
    const summary = JSON.parse(stdout?.slice(POD_SUMMARY_MARK.length) ?? '') as K6PodSummary;
    // The load began after a second of warm-up.
    const startedAt = new Date(15_000).toISOString();
    expect(summary).toMatchObject({ conditions: { kind: 'load' }, segment: '1/2:1', startedAt, lastedMs: 5_000, ranOut: false });
    expect(summary.latency.percentiles).toHaveLength(K6_PERCENTS.length);
  });

  test('that has no calls left says so', () => {
    const k6 = new FakeK6(bundle, { files: sampleK6Files(), env: { PYX_SUMMARY: 'file' }, respond: () => answer() });
    k6.iterate(16);
    expect(JSON.parse(k6.summarize()['file'] ?? '')).toMatchObject({ ranOut: true, exceptions: 0 });
  });

  test.each(['default', 'warmUp'] as const)('that an exception ends (%s) ends the load, and counts it', (which) => {
    const respond = (): FakeResponse => {
      throw new Error('no such option');
    };
    const k6 = new FakeK6(bundle, { files: sampleK6Files({}, sampleEntries.slice(0, 1)), env: { PYX_SUMMARY: 'file' }, respond });
    k6.iterate(1, which);
    expect(k6.aborted).toBe('the script failed: Error: no such option');
    expect(JSON.parse(k6.summarize()['file'] ?? '')).toMatchObject({ exceptions: 1, ranOut: false });
  });

  test('the warm-up counts nowhere, and sends no transaction', () => {
    const k6 = new FakeK6(bundle, { files: sampleK6Files(), respond: () => answer() });
    k6.iterate(8, 'warmUp');
    expect(k6.sent.every(({ body }) => body.startsWith('count'))).toBe(true);
    expect([...k6.samples.values()].flat()).toEqual([]);
  });
});

describe('the options', () => {
  const scenarios = (scenario: Parameters<typeof sampleK6Files>[0]) =>
    new FakeK6(bundle, { files: sampleK6Files(scenario), respond: () => answer() }).options.scenarios;

  test('of a steady open model are a constant arrival rate in whole numbers, after a warm-up', () => {
    const rate = { executor: 'constant-arrival-rate', rate: 12_500, timeUnit: '1000s', preAllocatedVUs: 4, maxVUs: 64 };
    expect(scenarios({})).toMatchObject({
      warmUp: { ...rate, duration: '1000ms', exec: 'warmUp' },
      load: { ...rate, duration: '10000ms', startTime: '1000ms', gracefulStop: '2000ms' },
    });
  });

  test('of stages are ramps', () => {
    const stages = [
      { durationMs: 5_000, ratePerS: 100 },
      { durationMs: 5_000, ratePerS: 20 },
    ];
    const model = { type: 'open', arrivals: 'constant', startRatePerS: 0, stages } as const;
    expect(scenarios({ model, warmUpMs: 0 })).toEqual({
      load: expect.objectContaining({
        executor: 'ramping-arrival-rate',
        startRate: 0,
        stages: [
          { target: 100_000, duration: '5000ms' },
          { target: 20_000, duration: '5000ms' },
        ],
      }) as object,
    });
  });

  test('of the closed model are as many virtual users as connections', () => {
    expect(scenarios({ model: { type: 'closed' }, warmUpMs: 0 })).toMatchObject({
      load: { executor: 'constant-vus', vus: 4, duration: '10000ms' },
    });
  });
});

test.each([
  [200, RESULT],
  [200, '{"result":1}'],
  [500, RESULT],
  [500, '{"result":null,"error":{"code":-5,"message":"x"},"id":"pyx-load"}'],
  [500, '{"result":null,"error":{"code":-5,"message":"x"},"id":1}'],
  [500, '{"result":null,"error":{"code":-32700,"message":"x"},"id":null}'],
  [500, '{"result":null,"error":{"code":-5,"message":{}},"id":"pyx-load"}'],
  [200, '{"result":null,"error":{"message":"x"},"id":"pyx-load"}'],
  [200, '{"result":1,"error":null,"id":"pyx-loae"}'],
  [200, '{"result":1,"error":null}'],
  [200, '{"id":1}'],
  // Read by its end: what a result holds is not parsed.
  [200, `{"result":${'['.repeat(2_000)},"error":null,"id":"pyx-load"}`],
  [200, `{"result":${'"ü" '.repeat(200)},"error": null, "id": "pyx-load"} \n`],
  [500, `{"result":[1,"error":null,"id":"pyx-load"}`],
  [200, '[]'],
  [200, '<html>'],
  [403, '<html>'],
  [401, ''],
  [503, ''],
  [500, 'Work queue depth exceeded'],
  [500, `Work queue depth exceeded${' '.repeat(300)}`],
])('status %i with %s is classified as by our own generator', (status, body) => {
  const own = outcomeOf({ status, body: Buffer.from(body), closes: false }).class;
  expect(classify({ status, error_code: status >= 400 ? 1_000 + status : 0, body })).toBe(own);
});
