import { createClient } from '../../client/http-client.ts';
import type { RunningNode, StartOptions, Target, Capabilities, ProfileName } from '../../fixtures/targets/types.ts';
import { withClient } from '../../fixtures/targets/with-client.ts';
import { FaultProxy, type Fault } from './fault-proxy.ts';

/** A target with a proxy in front of each node, and the same capabilities. */
export class ProxiedTarget implements Target {
  readonly kind: Target['kind'];
  readonly name: string;
  readonly capabilities: Capabilities;
  readonly #inner: Target;
  readonly #faultOf: (node: RunningNode) => Fault | undefined;
  readonly #proxies = new Map<string, FaultProxy>();

  /** With a fault, or one made for each node, every node has it from its first answer on. */
  constructor(inner: Target, fault?: Fault | ((node: RunningNode) => Fault)) {
    this.#inner = inner;
    this.#faultOf = typeof fault === 'function' ? fault : () => fault;
    this.kind = inner.kind;
    this.name = inner.name;
    this.capabilities = inner.capabilities;
  }

  setStartOptions(options: StartOptions): void {
    this.#inner.setStartOptions(options);
  }

  async start(profile: ProfileName, extraOptions: StartOptions = []): Promise<RunningNode> {
    const node = await this.#inner.start(profile, extraOptions);
    const proxy = await FaultProxy.start(() => node.client.address);
    const fault = this.#faultOf(node);
    if (fault) proxy.plant(fault);
    this.#proxies.set(node.name, proxy);
    return behind(node, proxy);
  }

  /** The proxy in front of a node that this target started. */
  proxyOf(node: RunningNode): FaultProxy {
    const proxy = this.#proxies.get(node.name);
    if (!proxy) throw new Error(`${node.name} was not started by this target`);
    return proxy;
  }

  async close(): Promise<void> {
    await this.#inner.close();
    await Promise.all([...this.#proxies.values()].map((proxy) => proxy.close()));
    this.#proxies.clear();
  }
}

/** The node with its calls sent through the proxy; start and stop are unchanged. */
function behind(node: RunningNode, proxy: FaultProxy): RunningNode {
  const client = createClient({ address: proxy.address, ...(node.credentials && { credentials: node.credentials }) });
  return withClient(node, client, {
    restart: (options) => {
      proxy.release();
      return node.restart(options);
    },
    startAgain: (options) => {
      proxy.release();
      return node.startAgain(options);
    },
    stop: () => {
      client.close();
      proxy.release();
      return node.stop();
    },
  });
}
