import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonValue } from '../../../specs/model/generated/methods.d.ts';
import { until } from '../../../test/until.ts';
import { runNode, type RunningNode } from '../../node.ts';
import { readOptions } from '../../options/read-options.ts';
import { fromWif, toWif } from '../../crypto/keys.ts';
import { hash256 } from '../../primitives/hash.ts';
import { regtest } from '../../regtest.ts';
import type { NodeMasternodes } from '../masternodes.ts';
import type { MasternodeStatus } from '../types.ts';

/** The address of a publicly known key. */
const MINER_ADDRESS = 'mkHS9ne12qx9pS9VojpwU5xtRd4T7X7ZUt';
/** Nodes start at this time, epoch seconds. */
export const START_TIME = 1_800_000_000;
const COLLATERAL = 20;
const CONFIRMATIONS = 6;

/** A private key that depends on a name alone. */
export const operatorWif = (name: string): string => toWif(hash256(Buffer.from(`operator of ${name}`)), true, regtest);
export const operatorKey = (name: string): Buffer => fromWif(operatorWif(name), regtest)!.key;

/** The private key of the sporks of regtest, which is public. */
export const SPORK_WIF = toWif(Buffer.from('30039499ae532423e293f86a9e63a6ee0755ad98f6d2f047fd3dc267e59164d6', 'hex'), true, regtest);

/** A node of the test network. */
export interface NetNode {
  readonly node: RunningNode;
  readonly masternodes: NodeMasternodes;
  /** `host:port` for peers. */
  readonly address: string;
  call<T = JsonValue>(method: string, ...params: unknown[]): Promise<T>;
  /** Status by name in masternode.conf, as this node sees it. */
  statusOf(name: string): MasternodeStatus | undefined;
  mine(count: number): Promise<string[]>;
}

/** Nodes with real connections and one clock. The first has the wallet and masternode.conf. */
export class MasternodeNet {
  readonly nodes: NetNode[] = [];
  readonly folder = mkdtempSync(join(tmpdir(), 'coind-masternodes-'));
  readonly confFile = join(this.folder, 'masternode.conf');
  readonly outpoints = new Map<string, { readonly txid: string; readonly vout: number }>();
  now = START_TIME;

  async start(...args: string[]): Promise<NetNode> {
    const node = await runNode(
      readOptions([`-masternodeconf=${this.confFile}`, '-port=0', '-server=0', '-keypool=5', `-mocktime=${this.now}`, ...args]),
    );
    const started: NetNode = {
      node,
      masternodes: node.context.masternodes,
      get address() {
        return `127.0.0.1:${node.context.network.listening?.port}`;
      },
      call: async <T>(method: string, ...params: unknown[]) => (await node.call(method as never, params as never)) as T,
      statusOf: (name) => node.context.masternodes.get(this.outpoints.get(name)!)?.status,
      mine: (count) => node.call('generatetoaddress', [count, MINER_ADDRESS]) as Promise<string[]>,
    };
    this.nodes.push(started);
    return started;
  }

  /** Connects a node to an earlier one. */
  async connect(from: NetNode, to: NetNode): Promise<void> {
    const ready = ({ node }: NetNode): number => node.context.network.peers().filter(({ version }) => version > 0).length;
    const before = [ready(from), ready(to)];
    from.node.context.network.tryNode(to.address);
    await until('the nodes are connected', () => ready(from) > before[0]! && ready(to) > before[1]!);
  }

  /** All nodes have one chain. */
  async agreed(...nodes: readonly NetNode[]): Promise<void> {
    const all = nodes.length === 0 ? this.nodes : nodes;
    await until('one chain', () => new Set(all.map(({ node }) => node.context.chain.tip.hash)).size === 1);
  }

  setTime(now: number): void {
    this.now = now;
    for (const { node } of this.nodes) node.context.clock.setMock(now);
  }

  /** Pays collaterals from the wallet of a node, writes masternode.conf, and confirms them. */
  async fund(holder: NetNode, ...names: string[]): Promise<void> {
    if (holder.node.context.chain.tip.height < 101) {
      const own = await holder.call<string>('getnewaddress');
      await holder.call('generatetoaddress', 10, own);
      await holder.mine(101);
    }
    for (const name of names) {
      const address = await holder.call<string>('getnewaddress');
      const txid = await holder.call<string>('sendtoaddress', address, COLLATERAL);
      const { details } = await holder.call<{ details: { address: string; vout: number }[] }>('gettransaction', txid);
      this.outpoints.set(name, { txid, vout: details.find((detail) => detail.address === address)!.vout });
    }
    this.writeConf();
    await holder.mine(CONFIRMATIONS);
  }

  /** @param addressOf of each masternode; default: different ports */
  writeConf(): void {
    const lines = [...this.outpoints].map(
      ([name, { txid, vout }], at) => `${name} 127.0.0.1:${20_000 + at} ${operatorWif(name)} ${txid} ${vout}`,
    );
    writeFileSync(this.confFile, ['# masternodes', ...lines, ''].join('\n'));
  }

  async stop(): Promise<void> {
    for (const { node } of this.nodes.splice(0).reverse()) await node.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
