import type { Target } from '../fixtures/targets/types.ts';
import type { OpenedLoad } from '../load/run/open-load.ts';
import { meanRatePerS } from '../load/scenario/arrivals.ts';
import { transactionsNeeded } from '../load/scenario/needs.ts';
import type { Scenario } from '../load/scenario/types.ts';
import { count, counted, duration } from '../reports/format.ts';
import { nodeLine } from './node-line.ts';

/** What a load will do, before it does anything: lines for the terminal. */
export function announceLoad(
  { opened: { info, targetFile }, session, readOnly, writes }: OpenedLoad,
  scenario: Scenario,
  target: Target,
  repeat: number,
): string[] {
  const { mix, model, connections, durationMs, warmUpMs, fill } = scenario;
  const rate = meanRatePerS(model);
  const how = rate === null ? 'closed model' : `open model, ${count(Math.round(rate))} calls/s`;
  const methods = new Set(mix.map(({ method }) => method)).size;
  const lines = [
    nodeLine({ info, node: session.node }),
    targetFile ? `target file: ${targetFile.file}` : 'target file: none',
    `scenario ${scenario.name}: ${counted(methods, 'method')}, ${how}, ${counted(connections, 'connection')}, ${repeat === 1 ? '' : `${count(repeat)} times `}${duration(durationMs)} after a warm-up of ${duration(warmUpMs)}`,
  ];
  const needed = repeat * transactionsNeeded(scenario);
  const changes = [
    ...(needed > 0 ? [`mine blocks and submit up to ${count(needed)} signed transactions`] : []),
    ...(writes.length > 0 ? [`call ${writes.join(', ')}`] : []),
    ...(!readOnly && target.capabilities.startNodes && fill.blocks > 0 ? [`mine ${counted(fill.blocks, 'block')} with payments`] : []),
    ...(!readOnly ? ['create a wallet'] : []),
  ];
  lines.push(`on the node: ${changes.length === 0 ? 'nothing is written' : `will ${changes.join('; ')}`}`);
  if (!target.capabilities.startNodes)
    lines.push('Pyx did not start this node: it does not stop it, and what the load has written stays there.');
  return lines;
}
