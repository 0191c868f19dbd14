import type { HrTime } from '@opentelemetry/api';
import type * as Sdk from '@opentelemetry/sdk-metrics';
import type { Description, ReadInstrument, Registry } from './registry.ts';

/** The parts of the SDK that are needed, which is only loaded where it is asked for. */
export type SdkEnums = Pick<typeof Sdk, 'AggregationTemporality' | 'DataPointType'>;

/** The instruments in the form of the SDK of OpenTelemetry, since the registry was made. */
export function otlpMetrics(registry: Registry, { AggregationTemporality, DataPointType }: SdkEnums, now = new Date()): Sdk.MetricData[] {
  const times = { startTime: hrTime(registry.startedAt), endTime: hrTime(now) };
  const aggregationTemporality = AggregationTemporality.CUMULATIVE;
  return registry.read().map((instrument): Sdk.MetricData => {
    const common = { descriptor: descriptorOf(instrument), aggregationTemporality };
    if (instrument.type === 'histogram') {
      const dataPoints = instrument.series().map(({ labels, value: { bounds, counts, sum, count } }) => ({
        ...times,
        attributes: labels,
        value: { buckets: { boundaries: [...bounds], counts: [...counts] }, sum, count },
      }));
      return { ...common, dataPointType: DataPointType.HISTOGRAM, dataPoints };
    }
    const dataPoints = instrument.series().map(({ labels, value }) => ({ ...times, attributes: labels, value: value.value }));
    return instrument.type === 'counter'
      ? { ...common, dataPointType: DataPointType.SUM, isMonotonic: true, dataPoints }
      : { ...common, dataPointType: DataPointType.GAUGE, dataPoints };
  });
}

/** Counts are not always whole numbers: seconds of CPU time are not. */
const DOUBLE = 1;

function descriptorOf({ description }: ReadInstrument): Sdk.MetricData['descriptor'] {
  const { name, help, unit }: Description = description;
  return { name, description: help, unit, valueType: DOUBLE };
}

function hrTime(date: Date): HrTime {
  const ms = date.getTime();
  return [Math.floor(ms / 1_000), (ms % 1_000) * 1_000_000];
}
