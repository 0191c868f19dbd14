import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { strictSchema } from '../testing/strict-schema.ts';
import { manifests } from './manifests.ts';
import { sampleK6Files } from './testing/sample-k6-load.ts';
import testRunSchema from './testing/testrun.schema.json' with { type: 'json' };

const strict = strictSchema(testRunSchema) as typeof testRunSchema;
const validate = new Ajv({ strict: false, validateFormats: false }).compile({
  ...strict,
  properties: { ...strict.properties, metadata: { type: 'object' } },
});
const script = 'export default function () {}';
const made = (files = sampleK6Files()) => manifests({ script, files, parallelism: 3 });

test('the TestRun is one of the published schema', () => {
  const testRun: unknown = parse(made().find(({ file }) => file === 'testrun.yaml')?.content ?? '');
  expect(validate(testRun), JSON.stringify(validate.errors)).toBe(true);
  expect(testRun).toMatchObject({ kind: 'TestRun', spec: { parallelism: 3, runner: { envFrom: [{ secretRef: { name: 'pyx-rpc' } }] } } });
  expect(validate({ ...(testRun as object), spec: { parallelism: 'many', script: {} } })).toBe(false);
  expect(
    validate({ ...(testRun as object), spec: { parallelism: 1, script: { configMap: { name: 'x' } }, runner: { environment: [] } } }),
  ).toBe(false);
});

test('it refers to the script in the ConfigMap, which holds script and calls as they are', () => {
  const [configMap, testRun] = made().map(
    ({ content }) => parse(content) as { metadata: { name: string }; spec: { script: unknown }; data: Record<string, string> },
  );
  const files = sampleK6Files();
  expect(configMap?.metadata.name).toBe('pyx-two-methods');
  expect(testRun?.spec.script).toEqual({ configMap: { name: configMap?.metadata.name, file: 'script.js' } });
  expect(configMap?.data['script.js']).toBe(script);
  expect(JSON.parse(configMap?.data['calls.json'] ?? '')).toEqual(files.calls);
  expect(JSON.parse(configMap?.data['load.json'] ?? '')).toEqual(files.load);
});

test('calls that no ConfigMap can hold are refused, with what to do', () => {
  const [first] = sampleK6Files().calls;
  const { load } = sampleK6Files();
  const calls = Array.from({ length: 2_000 }, () => ({ method: first?.method ?? '', path: '/', body: 'x'.repeat(600) }));
  expect(() => made({ load, calls })).toThrow(/2000 calls take 1\d{3} kB, and a ConfigMap holds at most 1000 kB; give fewer/);
});
