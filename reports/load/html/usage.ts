import type { LoadResults } from '../../../load/results.ts';
import type { NodeUsage } from '../../../specs/model/generated/results/shared.d.ts';
import { lineChart, type LineSeries } from '../charts/line-chart.ts';
import { latency, megabytes, ofACore } from '../units.ts';
import { figuresTable } from './figures-table.ts';

const time = { label: 'time', format: (ms: number): string => `${Number((ms / 1_000).toFixed(1))} s` };

/** What nodes and generator used of the machine. */
export function usageSection({ nodes, generator, durationMs, totals, machine, rate }: LoadResults): string {
  const perCall = (cpuMs: number): string => (totals.answered === 0 ? '' : latency((1_000 * cpuMs) / totals.answered));
  // In the closed model a call is due when it is sent.
  const isOpen = rate.targetPerS !== null;
  const table = figuresTable(
    [
      { name: '', look: 'text' },
      { name: 'CPU' },
      { name: 'CPU per answer' },
      { name: 'peak memory' },
      ...(isOpen ? [{ name: 'sent late, p99' }] : []),
    ],
    [
      ...nodes.map(({ node, cpuMs, peakMemoryBytes }) => [
        `node ${node}`,
        ofACore(cpuMs, durationMs),
        perCall(cpuMs),
        megabytes(peakMemoryBytes),
        ...(isOpen ? [''] : []),
      ]),
      [
        'generator',
        ofACore(generator.cpuMs, durationMs),
        perCall(generator.cpuMs),
        '',
        ...(isOpen ? [latency(generator.lateness.p99Us)] : []),
      ],
    ],
  );
  const charts = usageCharts(nodes, machine.cores);
  const unknown = nodes.length === 0 ? '<p class="soft more">What the node used is not known: it runs elsewhere.</p>' : '';
  return `<section><h2>Used <small>CPU and memory</small></h2>${table}${unknown}${charts}</section>`;
}

/** CPU and memory of nodes over time, as HTML; empty where there are too few samples. */
export function usageCharts(nodes: readonly Pick<NodeUsage, 'node' | 'samples'>[], cores: number): string {
  const sampled = nodes.filter(({ samples }) => samples.length > 1);
  if (sampled.length === 0) return '';
  const series = (value: (sample: NodeUsage['samples'][number]) => number): LineSeries[] =>
    sampled.map(({ node, samples }) => ({ name: node, points: samples.map((sample) => [sample.atMs, value(sample)] as const) }));
  const most = Math.max(...sampled.flatMap(({ samples }) => samples.map(({ memoryBytes }) => memoryBytes)));
  return `<div class="charts">${lineChart({
    id: 'cpu',
    title: 'CPU of the node',
    summary: `100 % is one core; the machine has ${cores}.`,
    x: { ...time, from: 0 },
    y: { label: 'CPU', format: (percent) => `${Math.round(percent)} %` },
    series: series(({ cpuPercent }) => cpuPercent),
  })}${lineChart({
    id: 'memory',
    title: 'Memory of the node',
    summary: `At most ${megabytes(most)}.`,
    x: { ...time, from: 0 },
    y: { label: 'resident memory', format: megabytes },
    series: series(({ memoryBytes }) => memoryBytes),
  })}</div>`;
}
