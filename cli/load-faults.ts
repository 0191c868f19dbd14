import type { Target } from '../fixtures/targets/types.ts';
import { planFaults } from '../load/faults/fault-plan.ts';
import { mustBePossible } from '../load/faults/node-faults.ts';
import { FaultPlanError, type NodeFault, type PlannedFault } from '../load/faults/types.ts';
import type { Scenario } from '../load/scenario/types.ts';
import { UsageError } from './usage-error.ts';

/** How the one node of a load may be named in a fault. */
const NODE = 'node';

/** The faults of a load, in order. Throws `UsageError` or `FaultPlanError` for what cannot happen in it. */
export function plannedLoadFaults(faults: readonly PlannedFault[] = [], { model }: Pick<Scenario, 'model'>): NodeFault[] {
  if (faults.length === 0) return [];
  if (model.type === 'closed')
    throw new UsageError('--fault needs calls that arrive at a rate: connections that wait for a node that is down send nothing', {
      remedy: 'add --rate, such as --rate 200',
    });
  return planFaults(faults, [{ name: NODE }]).map(({ fault }) => {
    if (fault.kind === 'partition')
      throw new FaultPlanError(`--fault ${fault.text}: a load has one node`, { remedy: 'use pyx tps for a network' });
    return fault;
  });
}

/** As `plannedLoadFaults`. Throws `FaultPlanError` also for what cannot happen to this target. */
export function loadFaults(faults: readonly PlannedFault[] | undefined, target: Target, scenario: Scenario): NodeFault[] {
  const planned = plannedLoadFaults(faults, scenario);
  for (const fault of planned) {
    mustBePossible(fault, target);
    if (target.kind === 'container' && fault.kind !== 'pause' && fault.kind !== 'clock')
      throw new FaultPlanError(`--fault ${fault.text}: a container has another port when it is started again`, {
        remedy: 'load a node that runs as a process (embedded, process:<binary>), or use pause',
      });
  }
  return planned;
}
