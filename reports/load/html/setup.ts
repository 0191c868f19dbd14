import type { LoadResults } from '../../../load/results.ts';
import { escapeHtml } from '../../escape.ts';
import { count, duration } from '../../format.ts';
import { factList, type Fact } from '../../html/facts.ts';
import { gigabytes, perSecond, share } from '../units.ts';
import { figuresTable } from './figures-table.ts';

/** How it was measured: the scenario with all defaults, and the machine. */
export function setupSection({ scenario, machine, engine }: LoadResults): string {
  const {
    name,
    summary,
    file,
    mix,
    model,
    connections,
    keepAlive = true,
    maxInFlight = connections,
    durationMs,
    warmUpMs,
    timeoutMs,
  } = scenario;
  const facts: Fact[] = [
    ['scenario', name],
    ['file', file ?? 'none (--method)'],
    ['model', modelText(model)],
    [
      'connections',
      maxInFlight > connections ? `${count(connections)}, up to ${count(maxInFlight)} while these are busy` : count(connections),
    ],
    ...(keepAlive ? [] : [['connections are kept', 'no: each is for one call'] satisfies Fact]),
    ['duration', duration(durationMs)],
    ['warm-up', duration(warmUpMs)],
    ['timeout', duration(timeoutMs)],
    ['generator', engine],
    ['machine', `${machine.cpu}, ${machine.cores} cores, ${gigabytes(machine.memoryBytes)}`],
    ['system', `${machine.os}, Node ${machine.node}`],
    ...(machine.loadBefore === undefined ? [] : [['load average before', machine.loadBefore.toFixed(2)] satisfies Fact]),
  ];
  const whole = mix.reduce((sum, { weight }) => sum + weight, 0);
  const table = figuresTable(
    [{ name: 'method', look: 'text' }, { name: 'share' }, { name: 'arguments', look: 'text' }],
    mix.map(({ method, weight, args, optional, batch }) => [
      method,
      share(weight / whole),
      [
        ...Object.entries(args).map(([param, value]) => `${param}=${JSON.stringify(value)}`),
        ...optional.filter((param) => !(param in args)),
        ...(batch > 1 ? [`${count(batch)} transactions a call`] : []),
      ].join(', '),
    ]),
  );
  return `<section><h2>How it was measured</h2><p class="break">${escapeHtml(summary)}</p>
${factList(facts)}${table}</section>`;
}

function modelText(model: LoadResults['scenario']['model']): string {
  if (model.type === 'closed') return 'closed: each connection sends its next call when it has an answer';
  const [only, ...more] = model.stages;
  const spacing = model.arrivals === 'poisson' ? 'at random (Poisson)' : 'at equal distances';
  if (only && more.length === 0 && only.ratePerS === model.startRatePerS) return `open: ${perSecond(only.ratePerS)} calls/s ${spacing}`;
  const stages = model.stages.map(({ durationMs, ratePerS }) => `to ${perSecond(ratePerS)} in ${duration(durationMs)}`);
  return `open: calls/s from ${perSecond(model.startRatePerS)} ${stages.join(', ')}, ${spacing}`;
}
