import type { Description, Labels, ReadInstrument, Registry, Unit } from './registry.ts';

/** Media type of the text (OpenMetrics 1.0). */
export const OPEN_METRICS_TYPE = 'application/openmetrics-text; version=1.0.0; charset=utf-8';

/** The last line of every whole text. */
export const LAST_LINE = '# EOF\n';

/** The word for a unit; what is counted has none. */
function unitWord(unit: Unit): string | undefined {
  if (unit === 's') return 'seconds';
  if (unit === 'By') return 'bytes';
  return unit.endsWith('/s') ? 'per_second' : undefined;
}

/** The name of a metric by the rules for OpenTelemetry in Prometheus: `pyx.load.latency` in `s` is `pyx_load_latency_seconds`. */
export function openMetricsName({ name, unit }: Description): string {
  const word = unitWord(unit);
  return `${name.replaceAll('.', '_')}${word === undefined ? '' : `_${word}`}`;
}

/** The names of the lines of an instrument, as queries have them. */
export function sampleNames({ type, description }: ReadInstrument): readonly string[] {
  const name = openMetricsName(description);
  if (type === 'gauge') return [name];
  return type === 'counter' ? [`${name}_total`] : [`${name}_bucket`, `${name}_sum`, `${name}_count`];
}

/**
 * The instruments as OpenMetrics text. It has only what the older text format of Prometheus has too, which node exporter reads: types
 * of that format, and no timestamps.
 */
export function openMetricsText(registry: Registry): string {
  return registry.read().map(familyText).join('') + LAST_LINE;
}

function familyText(instrument: ReadInstrument): string {
  const { description, type } = instrument;
  const samples = instrument.type === 'histogram' ? histogramLines(instrument) : amountLines(instrument);
  if (samples.length === 0) return '';
  const name = openMetricsName(description);
  const unit = unitWord(description.unit);
  const lines = [
    `# TYPE ${name} ${type}`,
    ...(unit === undefined ? [] : [`# UNIT ${name} ${unit}`]),
    `# HELP ${name} ${escaped(description.help)}`,
    ...samples,
  ];
  return lines.map((line) => `${line}\n`).join('');
}

function amountLines(instrument: ReadInstrument & { readonly type: 'counter' | 'gauge' }): string[] {
  const [name] = sampleNames(instrument);
  return instrument.series().map(({ labels, value }) => `${name}${labelText(labels)} ${numberText(value.value)}`);
}

function histogramLines(instrument: ReadInstrument & { readonly type: 'histogram' }): string[] {
  const [bucket, sum, count] = sampleNames(instrument);
  return instrument.series().flatMap(({ labels, value }) => {
    let upTo = 0;
    const buckets = value.counts.map((inRange, index) => {
      upTo += inRange;
      return `${bucket}${labelText({ ...labels, le: boundText(value.bounds[index]) })} ${upTo}`;
    });
    return [...buckets, `${count}${labelText(labels)} ${value.count}`, `${sum}${labelText(labels)} ${numberText(value.sum)}`];
  });
}

function labelText(labels: Labels): string {
  const all = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return all.length === 0 ? '' : `{${all.join(',')}}`;
}

const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('"', '\\"');

/** The one form that a bound has, so that buckets of two sources are the same: `0.25`, `1.0`. */
const boundText = (bound: number | undefined): string =>
  bound === undefined ? '+Inf' : Number.isInteger(bound) ? `${bound}.0` : String(bound);

const numberText = (value: number): string =>
  value === Infinity ? '+Inf' : value === -Infinity ? '-Inf' : Number.isNaN(value) ? 'NaN' : String(value);
