import type * as Exporter from '@opentelemetry/exporter-metrics-otlp-proto';
import type * as Resources from '@opentelemetry/resources';
import type * as Metrics from '@opentelemetry/sdk-metrics';
import type { Secrets } from '../../client/mask.ts';
import { otlpMetrics } from '../../reports/metrics/otlp-metrics.ts';
import type { Registry } from '../../reports/metrics/registry.ts';
import { UsageError } from '../usage-error.ts';
import { version } from '../version.ts';
import type { Destination } from './destination.ts';
import type { Outlet } from './outlet.ts';

/** Of one delivery, with its retries. */
const TIMEOUT_MS = 3_000;

const PACKAGES = ['@opentelemetry/exporter-metrics-otlp-proto', '@opentelemetry/sdk-metrics', '@opentelemetry/resources'];

/** What is used of the SDK of OpenTelemetry. */
type Sdk = Pick<typeof Exporter, 'OTLPMetricExporter'> &
  Pick<typeof Metrics, 'AggregationTemporality' | 'DataPointType'> &
  Pick<typeof Resources, 'detectResources' | 'envDetector' | 'resourceFromAttributes'>;

/** It is not installed everywhere. */
async function loadSdk(): Promise<Sdk> {
  const [exporter, metrics, resources] = await Promise.all([
    import('@opentelemetry/exporter-metrics-otlp-proto'),
    import('@opentelemetry/sdk-metrics'),
    import('@opentelemetry/resources'),
  ]);
  return { ...exporter, ...metrics, ...resources };
}

export interface OtlpOptions {
  readonly registry: Registry;
  /** Get the credentials of the URL, and the headers of the environment. */
  readonly secrets: Secrets;
  readonly environment: NodeJS.ProcessEnv;
  readonly load?: () => Promise<Sdk>;
}

/**
 * Sends the figures by OTLP over HTTP (protobuf), by the SDK of OpenTelemetry, which reads headers, certificates and attributes of the
 * resource from its own variables (`OTEL_EXPORTER_OTLP_HEADERS`, `OTEL_RESOURCE_ATTRIBUTES`). Throws `UsageError` if it is not installed.
 */
export async function otlpOutlet(
  { url, shown, credentials }: Destination & { readonly type: 'otlp' },
  { registry, secrets, environment, load = loadSdk }: OtlpOptions,
): Promise<Outlet> {
  for (const name of ['OTEL_EXPORTER_OTLP_HEADERS', 'OTEL_EXPORTER_OTLP_METRICS_HEADERS'])
    for (const secret of secretsOf(environment[name] ?? '')) secrets.add(secret);
  if (credentials) secrets.addCredentials(credentials);
  const sdk = await load().catch((error: unknown): never => {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new UsageError(`--metrics ${shown} needs the packages ${PACKAGES.join(', ')}, which are not all installed`, {
      remedy: `run npm install ${PACKAGES.join(' ')}, or give a file or an address to be scraped`,
      cause: error,
    });
  });
  const exporter = new sdk.OTLPMetricExporter({
    url,
    timeoutMillis: TIMEOUT_MS,
    ...(credentials && { headers: { authorization: basic(credentials) } }),
  });
  const resource = sdk
    .resourceFromAttributes({ 'service.name': 'pyx', 'service.version': version })
    .merge(sdk.detectResources({ detectors: [sdk.envDetector] }));
  return {
    name: shown,
    kind: 'otlp',
    deliver: () =>
      new Promise((resolve, reject) => {
        const scopeMetrics = [{ scope: { name: 'pyx', version }, metrics: otlpMetrics(registry, sdk) }];
        exporter.export({ resource, scopeMetrics }, ({ error, code }) => {
          if (code === 0) resolve();
          else reject(error ?? new Error('not delivered'));
        });
      }),
    close: () => exporter.shutdown(),
  };
}

const basic = ({ user, password }: { readonly user: string; readonly password: string }): string =>
  `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

/** Values of `name=value,…`, percent-encoded and not; of `Bearer token` the token too. */
function secretsOf(headers: string): string[] {
  return headers.split(',').flatMap((pair) => {
    const value = pair.slice(pair.indexOf('=') + 1).trim();
    const plain = decodedOr(value);
    return [value, plain, plain.split(' ').at(-1) ?? ''];
  });
}

function decodedOr(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    return value; // the SDK refuses it
  }
}
