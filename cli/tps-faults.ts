import type { Target } from '../fixtures/targets/types.ts';
import { planFaults, type NamedNode, type ResolvedFault } from '../load/faults/fault-plan.ts';
import { mustBePossible } from '../load/faults/node-faults.ts';
import { FaultPlanError, type PlannedFault } from '../load/faults/types.ts';
import type { Via } from '../load/tps/results.ts';
import { UsageError } from './usage-error.ts';

/** The options of `pyx tps` that faults depend on. */
export interface FaultFlags {
  readonly fault?: readonly PlannedFault[];
  readonly via?: Via;
  readonly batch?: readonly number[];
  readonly warmUp: number;
  readonly rounds: number;
}

/** Throws `UsageError` for options that faults exclude. */
function assertUsable({ fault: faults = [], via, batch, warmUp, rounds }: FaultFlags): void {
  if (faults.length === 0) return;
  if (via === 'tpstestadd')
    throw new UsageError('--fault cannot be combined with --via tpstestadd, which answers before a transaction is accepted', {
      remedy: 'leave --via out: faults are judged by what sendrawtransaction has accepted',
    });
  if (batch !== undefined)
    throw new UsageError('--batch has no meaning with --fault, which sends by sendrawtransaction', { remedy: 'leave --batch out' });
  if (rounds < 1) throw new UsageError(`--fault needs a round that counts, besides the ${warmUp} of warm-up`, { remedy: 'add --rounds 1' });
}

/** As `tpsFaults`, of nodes that are not there yet: whether these faults are possible on their target is not looked at. */
export function plannedTpsFaults(flags: FaultFlags, nodes: readonly NamedNode[]): ResolvedFault[] {
  assertUsable(flags);
  return planFaults(flags.fault ?? [], nodes);
}

/**
 * The faults of a throughput test, resolved. Throws `UsageError` or `FaultPlanError` for what cannot happen to these nodes.
 * @param target undefined for nodes that Pyx did not start
 */
export function tpsFaults(flags: FaultFlags, nodes: readonly NamedNode[], target: Target | undefined): ResolvedFault[] {
  const { fault: faults = [] } = flags;
  assertUsable(flags);
  for (const fault of faults) {
    if (fault.kind !== 'partition')
      mustBePossible(fault, target ?? { name: 'a network that runs already', capabilities: { restart: false } });
    else if (!target)
      throw new FaultPlanError(`--fault ${fault.text}: Pyx does not part nodes that it did not start`, {
        remedy: 'leave out --sender and --receiver',
      });
  }
  return planFaults(faults, nodes);
}

/** What will happen, before it does: lines for the terminal. */
export const announceFaults = (faults: readonly ResolvedFault[]): string[] =>
  faults.length === 0
    ? []
    : [
        `in each round that counts: ${faults.map(({ fault }) => fault.text).join(', ')}; afterwards the network is judged by what must hold in any case`,
      ];
