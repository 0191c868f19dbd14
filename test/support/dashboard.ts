import { parser } from '@prometheus-io/lezer-promql';
import { FuzzMetrics } from '../../reports/metrics/fuzz-metrics.ts';
import { LoadMetrics } from '../../reports/metrics/load-metrics.ts';
import { sampleNames } from '../../reports/metrics/open-metrics.ts';
import { addOwnMetrics } from '../../reports/metrics/own-metrics.ts';
import { Registry } from '../../reports/metrics/registry.ts';
import { RunMetrics } from '../../reports/metrics/run-metrics.ts';
import { SelfcheckMetrics } from '../../reports/metrics/selfcheck-metrics.ts';
import { TpsMetrics } from '../../reports/metrics/tps-metrics.ts';

/** A dashboard of Grafana, as far as it is read. */
export interface Dashboard {
  readonly panels: readonly { readonly id: number; readonly targets?: readonly { readonly expr: string }[] }[];
  readonly templating: { readonly list: readonly { readonly definition?: string }[] };
}

/** The samples of an instrument, and their labels. */
export interface KnownMetric {
  readonly names: readonly string[];
  readonly labels: readonly string[];
}

/** What a query selects: samples, with the labels that it names. */
export interface Selector {
  readonly metric: string;
  readonly labels: readonly string[];
}

const instruments: readonly ((registry: Registry) => void)[] = [
  (registry) => addOwnMetrics(registry, '1'),
  (registry) => new LoadMetrics(registry),
  (registry) => new TpsMetrics(registry),
  (registry) => new RunMetrics(registry, 1),
  (registry) => new FuzzMetrics(registry),
  (registry) => new SelfcheckMetrics(registry),
];

/** All that Pyx reports in any command. Those of nodes are in several. */
export const knownMetrics = (): KnownMetric[] =>
  instruments.flatMap((add) => {
    const registry = new Registry();
    add(registry);
    return registry.read().map((instrument) => ({
      names: sampleNames(instrument),
      labels: [...instrument.description.labels, ...(instrument.type === 'histogram' ? ['le'] : [])],
    }));
  });

/** The queries of all panels and variables. */
export function queriesOf({ panels, templating }: Dashboard): string[] {
  const values = templating.list.flatMap(({ definition }) => {
    const [, metric, label] = /^label_values\((\w+), (\w+)\)$/.exec(definition ?? '') ?? [];
    return metric === undefined ? [] : [`sum by (${label}) (${metric})`];
  });
  return [...values, ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))];
}

/** What a query selects, by the grammar of PromQL. Throws if it is none. */
export function selectorsOf(query: string): Selector[] {
  // Grafana puts a duration there.
  const text = query.replaceAll('$__rate_interval', '1m');
  const selectors: { metric: string; labels: string[] }[] = [];
  const grouped: string[] = [];
  parser.parse(text).iterate({
    enter: (node) => {
      const { name, from, to, type } = node;
      const part = text.slice(from, to);
      if (type.isError) throw new Error(`no PromQL: ${query} (at ${from})`);
      if (name === 'VectorSelector') selectors.push({ metric: '', labels: [] });
      if (name === 'Identifier') selectors.at(-1)!.metric = part;
      if (name === 'LabelName') (node.matchContext(['GroupingLabels']) ? grouped : selectors.at(-1)!.labels).push(part);
    },
  });
  return selectors.map(({ metric, labels }) => ({ metric, labels: [...labels, ...grouped] }));
}

/** What a query names and nothing reports: samples, and labels that they do not have. */
export function unknownIn(query: string, known: readonly KnownMetric[]): string[] {
  return selectorsOf(query).flatMap(({ metric, labels }) => {
    const found = known.find(({ names }) => names.includes(metric));
    return found ? labels.filter((label) => !found.labels.includes(label)).map((label) => `${metric}{${label}}`) : [metric];
  });
}
