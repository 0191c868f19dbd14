import { createRequire } from 'node:module';
import { LAST_LINE } from '../open-metrics.ts';

/** A family of samples as the parser returns it. Of a histogram it returns one set of labels only. */
export interface ParsedFamily {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly metrics: readonly {
    readonly value?: string;
    readonly labels?: Readonly<Record<string, string>>;
    readonly buckets?: Readonly<Record<string, string>>;
  }[];
}

/** It has no types. */
const parse = createRequire(import.meta.url)('parse-prometheus-text-format') as (text: string) => ParsedFamily[];

/** Reads a whole text of metrics as Prometheus reads its older text format. Throws if the text does not end as a whole one does. */
export function parseMetrics(text: string): ParsedFamily[] {
  if (!text.endsWith(`\n${LAST_LINE}`)) throw new Error(`no whole text of metrics: …${text.slice(-80)}`);
  return parse(text);
}

/** The sum of the samples with this name, and these labels among others; undefined if there are none. */
export function valueOf(text: string, name: string, labels: Readonly<Record<string, string>> = {}): number | undefined {
  const found = parseMetrics(text)
    .filter((family) => family.name === name)
    .flatMap(({ metrics }) => metrics)
    .filter((metric) => Object.entries(labels).every(([label, value]) => metric.labels?.[label] === value));
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + Number(value), 0);
}
