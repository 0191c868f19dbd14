import { OTHER_WORK } from '../generator/own-cost.ts';
import type { LoadResults } from '../results.ts';
import type { Scenario } from '../scenario/types.ts';

/** Fewer calls than that leave a quantile of 99 % to one or two of them. */
const FEW_CALLS = 1_000;
/** Load of each core before the run, above which other programs shared the machine. */
const BUSY = 0.5;
/** Share of the machine in the hands of other programs, above which they decide the figures. */
export const MAX_OTHER_WORK = 0.1;

/** Why the figures may not be those of the node: the generator itself sent no more, or nothing. */
export function generatorDoubts({ generator, totals }: Pick<LoadResults, 'generator' | 'totals'>): string[] {
  return [
    ...(generator.saturated === null || generator.saturated.endsWith(OTHER_WORK) ? [] : [couldNotKeepUp(generator.saturated)]),
    ...(totals.planned === 0 ? ['No call was sent.'] : []),
  ];
}

const couldNotKeepUp = (why: string): string =>
  `The generator could not keep up, so these are its figures and not those of the node: ${why}.`;

/** Why percentiles above p90 may be better, or worse, than those of the node. */
export function tailDoubts({ latency }: Pick<LoadResults, 'latency'>): string[] {
  return latency.count > 0 && latency.count < FEW_CALLS
    ? [`Only ${latency.count} calls were answered: percentiles above p90 are not reliable. Load for longer, or at a higher rate.`]
    : [];
}

/** What else used the machine at this time, and slowed the node and the generator. A latency begins when its call was due. */
export function disturbances({ generator, machine }: Pick<LoadResults, 'generator' | 'machine'>): string[] {
  return [
    ...(generator.saturated?.endsWith(OTHER_WORK) === true ? [couldNotKeepUp(generator.saturated)] : []),
    ...(machine.loadBefore !== undefined && machine.loadBefore > BUSY * machine.cores
      ? [`The machine was busy before the load began (load average ${machine.loadBefore.toFixed(1)} on ${machine.cores} cores).`]
      : []),
    ...(machine.otherWork !== undefined && machine.otherWork > MAX_OTHER_WORK
      ? [`Other programs used ${Math.round(100 * machine.otherWork)} % of this machine during the load.`]
      : []),
  ];
}

/** Of a load that ended when no prepared transactions were left. */
export const ranOutWarning = (durationMs: number): string =>
  `The load ended after ${(durationMs / 1_000).toFixed(1)} s, as all prepared transactions had been submitted. Give --transactions for more.`;

/** Why figures cannot be trusted, as sentences; empty where they can. */
export function warningsOf(
  { generator, latency, durationMs, totals, complete, nodes, machine, repeats }: Omit<LoadResults, 'warnings'>,
  scenario: Pick<Scenario, 'mix' | 'durationMs'>,
): string[] {
  const warnings = [...generatorDoubts({ generator, totals }), ...tailDoubts({ latency })];
  const plannedMs = (repeats?.length ?? 1) * scenario.durationMs;
  const outOfCalls = complete && durationMs < 0.9 * plannedMs && scenario.mix.some(({ prepared }) => prepared);
  if (outOfCalls) warnings.push(ranOutWarning(durationMs));
  warnings.push(...disturbances({ generator, machine }));
  const nodeCores = nodes.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / Math.max(1, durationMs);
  const own = generator.cpuMs / Math.max(1, durationMs);
  if (nodes.length > 0 && nodeCores + own > 0.95 * machine.cores)
    warnings.push(
      `Node and generator used all ${machine.cores} cores of this machine, so each slowed the other. Load from another machine to see what the node takes alone.`,
    );
  return warnings;
}
