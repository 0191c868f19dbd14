import { stringify } from 'yaml';
import type { K6Files } from './encode.ts';
import { SECRET_NAME, type Manifest } from '../manifest.ts';
import { K6Error } from './k6-error.ts';

/** What a ConfigMap may hold; the other members of the object take some of it. */
const CONFIG_MAP_BYTES = 1_000_000;

export interface ManifestOptions {
  readonly script: string;
  readonly files: K6Files;
  /** Pods that make the load; each makes its part. */
  readonly parallelism: number;
}

/**
 * Manifests for the k6 operator: a ConfigMap with script and calls, and a `TestRun` that refers to it. No credentials stand
 * in them. Throws `K6Error` where the calls are too many for a ConfigMap.
 */
export function manifests({ script, files: { load, calls }, parallelism }: ManifestOptions): Manifest[] {
  const name = nameOf(load);
  const data = { 'script.js': script, 'load.json': JSON.stringify(load), 'calls.json': JSON.stringify(calls) };
  const bytes = Object.values(data).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  if (bytes > CONFIG_MAP_BYTES)
    throw new K6Error(
      `script and ${calls.length} calls take ${Math.ceil(bytes / 1_000)} kB, and a ConfigMap holds at most ${CONFIG_MAP_BYTES / 1_000} kB`,
      { remedy: 'give fewer --transactions, a shorter --duration, or a scenario with a smaller pool' },
    );
  const testRun = {
    apiVersion: 'k6.io/v1alpha1',
    kind: 'TestRun',
    metadata: { name },
    spec: {
      parallelism,
      arguments: '--quiet --no-usage-report',
      script: { configMap: { name, file: 'script.js' } },
      runner: {
        env: [{ name: 'PYX_ADDRESS', value: load.address }],
        envFrom: [{ secretRef: { name: SECRET_NAME } }],
      },
    },
  };
  return [
    { file: 'configmap.yaml', content: stringify({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, data }, { lineWidth: 0 }) },
    { file: 'testrun.yaml', content: stringify(testRun, { lineWidth: 0 }) },
  ];
}

/** By which kubectl finds the pods of a load: the operator gives them these labels. */
export const podSelector = ({ load }: K6Files): string => `k6_cr=${nameOf(load)},runner=true`;

function nameOf({ scenario }: K6Files['load']): string {
  const name = scenario
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return `pyx-${name}`;
}
