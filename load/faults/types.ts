import { UserError } from '../../specs/model/user-error.ts';

/** A fault that cannot be planned as it was asked for; the message is for the user. */
export class FaultPlanError extends UserError {
  override readonly name = 'FaultPlanError';
}

/** What the faults of nodes are called on the command line. */
export type FaultKind = 'kill' | 'pause' | 'restart' | 'clock' | 'partition';

interface Planned<K extends FaultKind> {
  readonly kind: K;
  /** As it was written: `kill:receiver-1@30%`. */
  readonly text: string;
  /** Share of the work at which it begins, from 0 to 1. */
  readonly from: number;
  /** Share at which it ends; undefined for one that is over at once, and for a clock that is right again at the end. */
  readonly until: number | undefined;
}

/** Faults of one node; undefined: the only one, or (of a clock) all. */
interface OfNode {
  readonly node: string | undefined;
}

/** The process is killed (SIGKILL), and started again on its data: at once, or at the end of its span. */
export type KillFault = Planned<'kill'> & OfNode;
/** The process halts (SIGSTOP), and goes on at the end. */
export type PauseFault = Planned<'pause'> & OfNode;
/** The node is stopped properly, and started again on its data. */
export type RestartFault = Planned<'restart'> & OfNode;
/** The mock time of the node is set to the time of this machine and the shift: there its clock stands until the end. */
export type ClockFault = Planned<'clock'> & OfNode & { readonly shiftS: number };
/** No node of one side is connected to one of the other. */
export type PartitionFault = Planned<'partition'> & {
  /** Names of nodes or regions as written; `rest` in place of the second side: all others. */
  readonly sides: readonly [readonly string[], readonly string[]];
};

/** A fault that is planned, as data. */
export type PlannedFault = KillFault | PauseFault | RestartFault | ClockFault | PartitionFault;
/** One that happens to the process or the clock of single nodes. */
export type NodeFault = Exclude<PlannedFault, PartitionFault>;
