import type { Target } from '../../fixtures/targets/types.ts';
import type { GeneratorFigures } from '../generator/types.ts';
import type { NodeUsage } from '../results.ts';
import type { Scenario } from '../scenario/types.ts';
import { thisMachine } from '../machine.ts';

/** Fewer calls than that leave a quantile of 99 % to one or two of them. */
const FEW_CALLS = 1_000;
/** Load of each core before the run, above which other programs shared the machine. */
const BUSY = 0.5;

/** Why figures cannot be trusted, as sentences; empty where they can. */
export function warningsOf({
  figures,
  scenario,
  usage,
  target,
  loadBefore = thisMachine().loadBefore,
  cores = thisMachine().cores,
}: {
  readonly figures: GeneratorFigures;
  readonly scenario: Scenario;
  readonly usage: readonly NodeUsage[];
  readonly target: Pick<Target, 'kind'>;
  readonly loadBefore?: number | undefined;
  readonly cores?: number;
}): string[] {
  const { saturated, latency, durationMs, planned } = figures;
  const warnings: string[] = [];
  if (saturated) warnings.push(`The generator could not keep up, so these are its figures and not those of the node: ${saturated.reason}.`);
  if (latency.count > 0 && latency.count < FEW_CALLS)
    warnings.push(
      `Only ${latency.count} calls were answered: percentiles above p90 are not reliable. Load for longer, or at a higher rate.`,
    );
  if (planned === 0) warnings.push('No call was sent.');
  const outOfCalls = figures.complete && durationMs < 0.9 * scenario.durationMs && scenario.mix.some(({ prepared }) => prepared);
  if (outOfCalls)
    warnings.push(
      `The load ended after ${(durationMs / 1_000).toFixed(1)} s, as all prepared transactions had been submitted. Give --transactions for more.`,
    );
  if (loadBefore !== undefined && loadBefore > BUSY * cores)
    warnings.push(`The machine was busy before the load began (load average ${loadBefore.toFixed(1)} on ${cores} cores).`);
  const nodeCores = usage.reduce((sum, { cpuMs }) => sum + cpuMs, 0) / Math.max(1, durationMs);
  const own = figures.cpuMs / Math.max(1, durationMs);
  if (target.kind !== 'remote' && usage.length > 0 && nodeCores + own > 0.95 * cores)
    warnings.push(
      `Node and generator used all ${cores} cores of this machine, so each slowed the other. Load from another machine to see what the node takes alone.`,
    );
  return warnings;
}
