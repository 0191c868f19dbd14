import { parseFault } from '../load/faults/parse-fault.ts';
import type { PlannedFault } from '../load/faults/types.ts';

/** The values of `--fault`, which may be repeated. Throws `FaultPlanError`. */
export function faults(value: string, before: PlannedFault[] = []): PlannedFault[] {
  return [...before, parseFault(value)];
}
