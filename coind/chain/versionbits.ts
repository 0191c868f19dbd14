import type { ChainParams, Deployment } from '../params.ts';
import type { BlockNode } from './block-node.ts';

/** Document 2, softfork deployment status values. */
export type DeploymentStatus = 'defined' | 'started' | 'locked_in' | 'active' | 'failed';

/** Signals within the current period. */
export interface SignalStatistics {
  readonly period: number;
  readonly threshold: number;
  /** Number of blocks in the period so far, and how many of them signal. */
  readonly elapsed: number;
  readonly count: number;
  /** Whether the threshold can still be reached in this period. */
  readonly possible: boolean;
}

/** Version bits available for signalling (BIP 9). */
const SIGNAL_BITS = 29;
const TOP_BITS = 0x20000000;
const TOP_MASK = 0xe0000000;

function keyOf({ name, bit }: Deployment, end: BlockNode): string {
  return `${name} ${bit} ${end.hash}`;
}

function signals(node: BlockNode, { bit }: Deployment): boolean {
  const { version } = node.header;
  return (version & TOP_MASK) >>> 0 === TOP_BITS && ((version >>> bit) & 1) === 1;
}

const UNKNOWN = 'unknown';
const unknownDeployments: readonly Deployment[] = Array.from({ length: SIGNAL_BITS }, (_, bit) => ({
  name: UNKNOWN,
  bit,
  startTime: 0,
  timeout: Infinity,
}));

/** Status of deployments (BIP 9) for the block after a given one. */
export class VersionBits {
  readonly #params: ChainParams;
  /** The ancestor of a block at a height. */
  readonly #ancestor: (node: BlockNode, height: number) => BlockNode;
  /** Cache by deployment and last block of a period. Entries never expire: the status depends only on that block. */
  readonly #known = new Map<string, DeploymentStatus>();

  constructor(params: ChainParams, ancestor: (node: BlockNode, height: number) => BlockNode) {
    this.#params = params;
    this.#ancestor = ancestor;
  }

  status(deployment: Deployment, parent: BlockNode): DeploymentStatus {
    const { startTime, timeout } = deployment;
    if (startTime === 'always') return 'active';
    const { signallingPeriod: period } = this.#params;
    // Backward to a period whose status is cached or certain, then forward again.
    const ends: BlockNode[] = [];
    let end = this.#periodEnd(parent);
    let status: DeploymentStatus = 'defined';
    for (; end !== undefined; end = end.height >= period ? this.#ancestor(end, end.height - period) : undefined) {
      const known = this.#known.get(keyOf(deployment, end));
      if (known !== undefined) {
        status = known;
        break;
      }
      ends.push(end);
      if (end.medianTime < startTime) break; // earlier periods ended before the start time too
    }
    for (const node of ends.reverse()) {
      status = this.#next(status, deployment, node, { startTime, timeout });
      this.#known.set(keyOf(deployment, node), status);
    }
    return status;
  }

  isActive(name: string, parent: BlockNode): boolean {
    const deployment = this.#params.deployments.find((deployment) => deployment.name === name);
    return deployment !== undefined && this.status(deployment, parent) === 'active';
  }

  /** Height of the first block that had the status of the one after `parent`. */
  since(deployment: Deployment, parent: BlockNode): number {
    const { signallingPeriod: period } = this.#params;
    const status = this.status(deployment, parent);
    if (deployment.startTime === 'always' || status === 'defined') return 0;
    let end = this.#periodEnd(parent)!; // in the first period the status is always `defined`
    while (end.height >= period) {
      const earlier = this.#ancestor(end, end.height - period);
      if (this.status(deployment, earlier) !== status) break;
      end = earlier;
    }
    return end.height + 1;
  }

  statistics(deployment: Deployment, tip: BlockNode): SignalStatistics {
    const { signallingPeriod: period, signallingThreshold: threshold } = this.#params;
    const elapsed = (tip.height + 1) % period;
    const count = this.#count(deployment, tip, elapsed);
    return { period, threshold, elapsed, count, possible: period - threshold >= elapsed - count };
  }

  /** The version of a block that signals for all deployments that are started or locked in. */
  blockVersion(parent: BlockNode): number {
    let version = TOP_BITS;
    for (const deployment of this.#params.deployments) {
      const status = this.status(deployment, parent);
      if (status === 'started' || status === 'locked_in') version |= 1 << deployment.bit;
    }
    return version;
  }

  /**
   * Bits of unknown rules that miners have activated, for the block after `parent`: signals that none of the node's own
   * deployments expects, counted as for a deployment without a timeout.
   */
  unknownRules(parent: BlockNode): number[] {
    return unknownDeployments.filter((deployment) => this.status(deployment, parent) === 'active').map(({ bit }) => bit);
  }

  /** Last block of the period before the period of the block after `parent`. */
  #periodEnd(parent: BlockNode): BlockNode | undefined {
    const height = parent.height - ((parent.height + 1) % this.#params.signallingPeriod);
    return height < 0 ? undefined : this.#ancestor(parent, height);
  }

  #next(
    status: DeploymentStatus,
    deployment: Deployment,
    end: BlockNode,
    { startTime, timeout }: { readonly startTime: number; readonly timeout: number },
  ): DeploymentStatus {
    if (status === 'defined') {
      if (end.medianTime >= timeout) return 'failed';
      return end.medianTime >= startTime ? 'started' : 'defined';
    }
    if (status === 'locked_in') return 'active';
    if (status !== 'started') return status;
    if (end.medianTime >= timeout) return 'failed';
    const { signallingPeriod, signallingThreshold } = this.#params;
    return this.#count(deployment, end, signallingPeriod) >= signallingThreshold ? 'locked_in' : 'started';
  }

  /** Whether a known deployment expects this signal in a block. */
  #isExpected(node: BlockNode, { bit }: Deployment): boolean {
    return node.height > 0 && ((this.blockVersion(this.#ancestor(node, node.height - 1)) >>> bit) & 1) === 1;
  }

  /** Signals among the last `blocks` blocks up to a node. */
  #count(deployment: Deployment, last: BlockNode, blocks: number): number {
    let count = 0;
    for (let height = last.height; height > last.height - blocks; height--) {
      const node = this.#ancestor(last, height);
      if (signals(node, deployment) && !(deployment.name === UNKNOWN && this.#isExpected(node, deployment))) count += 1;
    }
    return count;
  }
}
