import { TargetError } from '../../../fixtures/targets/types.ts';
import type { ResolvedPartition } from '../../faults/fault-plan.ts';
import { beginFault, endFault, lasts } from '../../faults/node-faults.ts';
import type { NodeFault } from '../../faults/types.ts';
import { epochUs } from '../epoch-clock.ts';
import { TpsError } from '../errors.ts';
import { CONNECT_MS, MAX_EXAMPLES } from '../limits.ts';
import { connectNodes, sameTip, type MissingLink } from '../network/connect.ts';
import type { Dial } from '../network/dials.ts';
import { healLinks, partNodes } from '../network/part-nodes.ts';
import type { TpsNetwork, TpsNode } from '../network/types.ts';
import { watchEnd, type AffectedNodes } from './affected-nodes.ts';
import { chainSince } from './chain-since.ts';
import type { ConflictingPair } from './conflicting-pair.ts';
import type { Step } from './director.ts';
import { lacking } from './lacking.ts';
import { forgottenText, loadAgain, pay, type FaultWallet } from './wallets.ts';

/** Of a fork that a partition leaves: the second side has the longer chain. */
const FIRST_SIDE_BLOCKS = 1;
const SECOND_SIDE_BLOCKS = 2;

export interface NetworkFaultsOptions {
  readonly network: Pick<TpsNetwork, 'nodes' | 'links'>;
  readonly affected: AffectedNodes;
  readonly wallets: readonly FaultWallet[];
  /** Sent to the two sides of the next partition; undefined without one. */
  readonly nextPair: () => ConflictingPair | undefined;
  /** What blocks pay to. */
  readonly address: string;
  /** Of the chain before the round. */
  readonly height: number;
  /** Until a node has loaded its pool. */
  readonly timeoutMs: number;
  readonly ended: AbortController;
  readonly signal: AbortSignal;
}

/** Has planned faults happen to a network, and what belongs to them: payments before, connections after. */
export class NetworkFaults {
  /** Pairs that both sides of a partition have accepted. */
  readonly pairs: ConflictingPair[] = [];
  /** When the last process of a node was killed that was, in epoch microseconds: what it held in memory then is gone. */
  readonly killedUs = new Map<string, number>();
  /** Nodes whose memory pools were judged after a proper restart. */
  reloaded = 0;
  /** What those pools lacked. */
  readonly notReloaded: string[] = [];
  /** Wallets that did not know their payments after the start of their nodes: sentences. */
  readonly forgotten: string[] = [];
  /** Connections that were not back after the last step. */
  missing: readonly MissingLink[] = [];
  readonly #options: NetworkFaultsOptions;
  #sides: readonly (readonly string[])[] | undefined;
  /** Of nodes that are stopped properly and not yet started. */
  readonly #pools = new Map<string, readonly string[]>();

  constructor(options: NetworkFaultsOptions) {
    this.#options = options;
  }

  /** Throws `TpsError` where a node does not come back, and `NodeCallError`. */
  async perform({ resolved, begins }: Step): Promise<void> {
    try {
      if ('sides' in resolved) await (begins ? this.#divide(resolved) : this.#unite(resolved));
      else for (const name of resolved.nodes) await (begins ? this.#begin(resolved.fault, name) : this.#end(resolved.fault, name));
    } catch (error) {
      if (!(error instanceof TargetError)) throw error;
      throw new TpsError(`${resolved.nodes.join(', ')} did not come back after ${resolved.fault.text}: ${error.message}`, {
        details: error.details,
        cause: error,
      });
    }
  }

  async #begin(fault: NodeFault, name: string): Promise<void> {
    const node = this.#node(name);
    const { affected } = this.#options;
    const ends = fault.kind === 'kill' || fault.kind === 'restart';
    if (ends) for (const wallet of this.#walletsOf(name)) await pay(wallet);
    if (fault.kind === 'restart') this.#pools.set(name, await node.call('getrawmempool'));
    if (fault.kind !== 'clock') affected.begin(name);
    await beginFault(fault, node);
    if (fault.kind === 'kill') this.killedUs.set(name, epochUs());
    if (ends && !lasts(fault)) await this.#isBack(node);
  }

  async #end(fault: NodeFault, name: string): Promise<void> {
    const node = this.#node(name);
    await endFault(fault, node);
    if (fault.kind === 'kill') await this.#isBack(node);
    if (fault.kind !== 'pause') return;
    this.#options.affected.end(name);
    await this.connect();
  }

  /** A node was started again. */
  async #isBack(node: TpsNode): Promise<void> {
    const { affected, ended } = this.#options;
    watchEnd(node, affected, ended);
    for (const wallet of this.#walletsOf(node.name)) {
      await loadAgain(wallet);
      // Before another node, or a block, can bring them back.
      this.forgotten.push(...(await forgottenText(wallet)));
    }
    await this.connect([node.name]);
    await this.#judgePool(node);
    affected.end(node.name);
  }

  /** Each side mines, so that the nodes of the first one have a chain that they must give up. */
  async #unite({ sides }: ResolvedPartition): Promise<void> {
    const { address, network } = this.#options;
    for (const [side, blocks] of [
      [sides[0], FIRST_SIDE_BLOCKS],
      [sides[1], SECOND_SIDE_BLOCKS],
    ] as const)
      await this.#oneOf(side)?.call('generatetoaddress', [blocks, address]);
    await healLinks(network, this.#isParted);
    this.#sides = undefined;
    await this.connect();
  }

  async #divide({ sides }: ResolvedPartition): Promise<void> {
    const { network, nextPair, signal } = this.#options;
    this.#sides = sides;
    await partNodes(network, this.#isParted, signal);
    const [first, second] = [this.#oneOf(sides[0]), this.#oneOf(sides[1])];
    const pair = first && second && nextPair();
    if (!pair) return;
    await first.call('sendrawtransaction', [pair.first]);
    await second.call('sendrawtransaction', [pair.second]);
    this.pairs.push(pair);
  }

  /** Makes the connections that are missing between nodes that can have them, and waits until they have one tip. @param back nodes that can be reached again, though their fault is not over */
  async connect(back: readonly string[] = []): Promise<void> {
    const { network, affected, timeoutMs, signal } = this.#options;
    const reachable = network.nodes.filter(({ name }) => !affected.has(name) || back.includes(name));
    const isReachable = (node: TpsNode): boolean => reachable.includes(node);
    this.missing = await connectNodes(network, signal, (dial) => isReachable(dial.from) && isReachable(dial.to) && !this.#isParted(dial));
    for (const side of this.#sides ?? [network.nodes.map(({ name }) => name)])
      await sameTip(
        reachable.filter(({ name }) => side.includes(name)),
        signal,
        Math.min(CONNECT_MS, timeoutMs),
      );
  }

  /** A node that was stopped properly: what was in its pool before must be there again, or in the chain. */
  async #judgePool(node: TpsNode): Promise<void> {
    const before = this.#pools.get(node.name);
    if (before === undefined) return;
    this.#pools.delete(node.name);
    this.reloaded++;
    const { height, timeoutMs, signal } = this.#options;
    const mined = new Set((await chainSince(node.call, height)).map(({ txid }) => txid));
    const unmined = before.filter((txid) => !mined.has(txid));
    const missing = await lacking(node, unmined, { withinMs: timeoutMs, signal });
    if (missing.length > 0)
      this.notReloaded.push(
        `${node.name} had ${before.length} transactions in its memory pool when it was stopped properly, and after its start lacks ${missing.length} of them (${missing.slice(0, MAX_EXAMPLES).join(', ')})`,
      );
  }

  #node(name: string): TpsNode {
    const found = this.#options.network.nodes.find((node) => node.name === name);
    if (!found) throw new Error(`there is no node ${name}`);
    return found;
  }

  #oneOf(side: readonly string[]): TpsNode | undefined {
    const { network, affected } = this.#options;
    return network.nodes.find(({ name }) => side.includes(name) && !affected.has(name));
  }

  /** Between the two sides of the present partition. */
  readonly #isParted = ({ from, to }: Dial): boolean =>
    this.#sides !== undefined && this.#sides.some((side) => side.includes(from.name) !== side.includes(to.name));

  #walletsOf(name: string): FaultWallet[] {
    return this.#options.wallets.filter(({ node }) => node.name === name);
  }
}
