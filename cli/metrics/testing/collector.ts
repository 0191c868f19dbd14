import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import protobuf from 'protobufjs';

/** The parts of the protocol that are read, with the numbers of their fields in opentelemetry-proto 1.x (metrics/v1/metrics.proto). */
const PROTOCOL = `
syntax = "proto3";
message Request { repeated ResourceMetrics resource_metrics = 1; }
message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scope_metrics = 2; }
message Resource { repeated KeyValue attributes = 1; }
message ScopeMetrics { Scope scope = 1; repeated Metric metrics = 2; }
message Scope { string name = 1; string version = 2; }
message Metric {
  string name = 1; string description = 2; string unit = 3;
  oneof data { Gauge gauge = 5; Sum sum = 7; Histogram histogram = 9; }
}
message Gauge { repeated NumberDataPoint data_points = 1; }
message Sum { repeated NumberDataPoint data_points = 1; Temporality aggregation_temporality = 2; bool is_monotonic = 3; }
message Histogram { repeated HistogramDataPoint data_points = 1; Temporality aggregation_temporality = 2; }
enum Temporality { UNSPECIFIED = 0; DELTA = 1; CUMULATIVE = 2; }
message NumberDataPoint {
  repeated KeyValue attributes = 7; fixed64 start_time_unix_nano = 2; fixed64 time_unix_nano = 3;
  oneof value { double as_double = 4; sfixed64 as_int = 6; }
}
message HistogramDataPoint {
  repeated KeyValue attributes = 9; fixed64 start_time_unix_nano = 2; fixed64 time_unix_nano = 3;
  fixed64 count = 4; optional double sum = 5; repeated fixed64 bucket_counts = 6; repeated double explicit_bounds = 7;
}
message KeyValue { string key = 1; AnyValue value = 2; }
message AnyValue { oneof value { string string_value = 1; } }
`;

const request = protobuf.parse(PROTOCOL).root.lookupType('Request');

interface Point {
  readonly attributes: readonly { readonly key: string; readonly value: { readonly stringValue: string } }[];
  readonly startTimeUnixNano: string;
  readonly timeUnixNano: string;
  readonly asDouble: number;
  readonly asInt: string;
  readonly count: string;
  readonly sum: number;
  readonly bucketCounts: readonly string[];
  readonly explicitBounds: readonly number[];
}

interface Data {
  readonly dataPoints: readonly Point[];
  readonly aggregationTemporality?: string;
  readonly isMonotonic?: boolean;
}

/** A metric as it was received. */
export interface ReceivedMetric {
  readonly name: string;
  readonly unit: string;
  readonly gauge?: Data;
  readonly sum?: Data;
  readonly histogram?: Data;
}

/** A request of OTLP, decoded. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly path: string;
  readonly resource: Readonly<Record<string, string>>;
  readonly metrics: readonly ReceivedMetric[];
}

export interface Collector {
  /** `http://127.0.0.1:port` */
  readonly url: string;
  readonly received: readonly Received[];
  /** The status of further answers. */
  status: number;
  close(): Promise<void>;
}

/** Listens for OTLP over HTTP in protobuf, which it decodes without the SDK. */
export async function startCollector(): Promise<Collector> {
  const received: Received[] = [];
  const server = createServer((incoming, response) => {
    const pieces: Buffer[] = [];
    incoming.on('data', (piece: Buffer) => pieces.push(piece));
    incoming.on('end', () => {
      if (collector.status === 200) received.push(decoded(Buffer.concat(pieces), incoming.headers, incoming.url ?? ''));
      response.writeHead(collector.status, { 'content-type': 'application/x-protobuf' }).end();
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    status: 200,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return collector;
}

function decoded(body: Buffer, headers: IncomingHttpHeaders, path: string): Received {
  const plain = request.toObject(request.decode(body), { longs: String, enums: String, arrays: true }) as {
    readonly resourceMetrics: readonly {
      readonly resource: { readonly attributes: Point['attributes'] };
      readonly scopeMetrics: readonly { readonly metrics: readonly ReceivedMetric[] }[];
    }[];
  };
  const [first] = plain.resourceMetrics;
  return {
    headers,
    path,
    resource: labelsOf(first?.resource.attributes ?? []),
    metrics: plain.resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics)),
  };
}

/** Attributes as an object. */
export const labelsOf = (attributes: Point['attributes']): Record<string, string> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue]));

/** The sum of the points of a metric, of those with these attributes among others; undefined if the metric was not received. */
export function pointSum({ metrics }: Received, name: string, labels: Readonly<Record<string, string>> = {}): number | undefined {
  const metric = metrics.find((candidate) => candidate.name === name);
  const points = (metric?.sum ?? metric?.gauge)?.dataPoints.filter(({ attributes }) => {
    const own = labelsOf(attributes);
    return Object.entries(labels).every(([label, value]) => own[label] === value);
  });
  return points?.reduce((sum, { asDouble }) => sum + asDouble, 0);
}
