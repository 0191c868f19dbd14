import { FaultPlanError, type NodeFault, type PartitionFault, type PlannedFault } from './types.ts';

/** A node that a plan may name. */
export interface NamedNode {
  readonly name: string;
  readonly region?: string | undefined;
}

/** A fault with the nodes that it concerns, all of them known. */
export type ResolvedFault = ResolvedNodeFault | ResolvedPartition;

export interface ResolvedNodeFault {
  readonly fault: NodeFault;
  readonly nodes: readonly string[];
}

export interface ResolvedPartition {
  readonly fault: PartitionFault;
  /** All. */
  readonly nodes: readonly string[];
  readonly sides: readonly [readonly string[], readonly string[]];
}

/** The word for all nodes that the first side of a partition does not name. */
const REST = 'rest';

/**
 * The faults of a network, in the order in which they begin. Nodes that neither side of a partition names belong to its second side.
 * Throws `FaultPlanError` for names of no node, and where two faults concern a node at once.
 */
export function planFaults(faults: readonly PlannedFault[], nodes: readonly NamedNode[]): ResolvedFault[] {
  const resolved = faults.map((fault) => resolve(fault, nodes)).sort((a, b) => a.fault.from - b.fault.from);
  for (const [index, later] of resolved.entries())
    for (const earlier of resolved.slice(0, index)) {
      const shared = earlier.nodes.find((name) => later.nodes.includes(name));
      if (shared === undefined || endOf(earlier.fault) < later.fault.from || isWithin(later.fault, earlier.fault)) continue;
      throw new FaultPlanError(`--fault ${later.fault.text} begins before ${earlier.fault.text} is over for ${shared}`, {
        remedy: 'plan the faults of a node one after another',
      });
    }
  return resolved;
}

/** A node may fail on its side of a partition. Who halts as it begins or ends could not be told so. */
function isWithin(inner: PlannedFault, outer: PlannedFault): boolean {
  if ((outer.kind === 'partition') === (inner.kind === 'partition')) return false;
  return outer.kind === 'clock' || inner.kind === 'clock' || (outer.kind === 'partition' && endOf(inner) <= endOf(outer));
}

/** A clock without an end is right again at the end of all. */
const endOf = ({ kind, from, until }: PlannedFault): number => until ?? (kind === 'clock' ? 1 : from);

function resolve(fault: PlannedFault, nodes: readonly NamedNode[]): ResolvedFault {
  const all = nodes.map(({ name }) => name);
  const named = (name: string): string[] => {
    const found = nodes.filter((node) => node.name === name || node.region === name).map((node) => node.name);
    if (found.length > 0) return found;
    const regions = [...new Set(nodes.flatMap(({ region }) => region ?? []))];
    throw new FaultPlanError(`--fault ${fault.text}: there is no node ${name}`, {
      remedy: `the nodes are ${all.join(', ')}${regions.length > 0 ? `, in the regions ${regions.join(', ')}` : ''}`,
    });
  };
  if (fault.kind !== 'partition') {
    if (fault.node === undefined && fault.kind !== 'clock' && nodes.length > 1)
      throw new FaultPlanError(`--fault ${fault.text} names no node`, {
        remedy: `name one of ${all.join(', ')}: ${fault.kind}:${all.at(-1)}@…`,
      });
    return { fault, nodes: fault.node === undefined ? all : named(fault.node) };
  }
  const first = [...new Set(fault.sides[0].flatMap(named))];
  const given = fault.sides[1].length === 1 && fault.sides[1][0] === REST ? [] : fault.sides[1].flatMap(named);
  const both = given.find((name) => first.includes(name));
  if (both !== undefined)
    throw new FaultPlanError(`--fault ${fault.text}: ${both} is on both sides`, { remedy: 'name each node on one side' });
  const second = all.filter((name) => !first.includes(name));
  if (second.length === 0)
    throw new FaultPlanError(`--fault ${fault.text}: all nodes are on the first side`, { remedy: 'leave at least one node to the second' });
  return { fault, nodes: all, sides: [first, second] };
}
