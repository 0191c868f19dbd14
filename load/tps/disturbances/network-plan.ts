import type { ResolvedFault } from '../../faults/fault-plan.ts';
import type { PreparedFile } from '../../transactions/types.ts';
import type { TpsNetwork, TpsNode } from '../network/types.ts';
import { patientNode, watchEnd, type AffectedNodes } from './affected-nodes.ts';
import { conflictingPair, spareTransactions, type ConflictingPair, type Spare } from './conflicting-pair.ts';
import { fundWallets, type FaultWallet } from './wallets.ts';

/** The faults of every round of a test, with what they need. */
export interface NetworkPlan {
  readonly faults: readonly ResolvedFault[];
  /** Its nodes are without the patience of those of the rounds. */
  readonly network: Pick<TpsNetwork, 'nodes' | 'links'>;
  readonly affected: AffectedNodes;
  readonly wallets: readonly FaultWallet[];
  /** Aborted when the test cannot go on. */
  readonly ended: AbortController;
  /** The next one that was not sent yet; undefined where there is none. */
  nextPair(): ConflictingPair | undefined;
}

export interface NetworkPlanOptions {
  readonly faults: readonly ResolvedFault[];
  readonly network: Pick<TpsNetwork, 'nodes' | 'links'>;
  readonly affected: AffectedNodes;
  readonly prepared: PreparedFile;
  /** Rounds in which the faults happen. */
  readonly rounds: number;
  /** What blocks pay to. */
  readonly address: string;
  readonly ended: AbortController;
  readonly signal: AbortSignal;
}

/** Transactions that a plan needs beside those of the rounds. Transfers of an asset have no other form to conflict with. */
export const spareCount = (faults: readonly ResolvedFault[], rounds: number, kind: 'coin' | 'asset'): number =>
  kind === 'asset' ? 0 : rounds * faults.filter(({ fault }) => fault.kind === 'partition').length;

/** Funds the wallets that pay before their nodes end. Throws `NodeCallError`. */
export async function openNetworkPlan(options: NetworkPlanOptions): Promise<NetworkPlan> {
  const { faults, network, affected, prepared, rounds, address, ended, signal } = options;
  const { header } = prepared;
  const spares: Spare[] = await spareTransactions(prepared, spareCount(faults, rounds, header.kind));
  const ending = new Set(faults.flatMap(({ fault, nodes: names }) => (fault.kind === 'kill' || fault.kind === 'restart' ? names : [])));
  return {
    faults,
    network,
    affected,
    ended,
    // The first node mines, and its wallet may have funded the test.
    wallets: await fundWallets(
      network.nodes.filter(({ name }, index) => index === 0 || ending.has(name)),
      { all: network.nodes, address, signal },
    ),
    nextPair: () => {
      const spare = spares.shift();
      return spare && conflictingPair(header, spare);
    },
  };
}

/** The end of a node ends the test, unless it was planned. @returns the nodes, patient where faults are planned */
export function watchNodes(
  nodes: readonly TpsNode[],
  affected: AffectedNodes,
  ended: AbortController,
  isPlanned: boolean,
): readonly TpsNode[] {
  for (const node of nodes) watchEnd(node, affected, ended);
  return isPlanned ? nodes.map((node) => patientNode(node, affected)) : nodes;
}
