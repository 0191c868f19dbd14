import type { Client, RequestForm } from '../../client/types.ts';
import type { Capabilities, ProfileName, RunningNode, StartOptions, Target } from '../../fixtures/targets/types.ts';
import { withClient } from '../../fixtures/targets/with-client.ts';

/** A target whose nodes are called through a client that can alter calls. It records which of its nodes were not stopped. */
export class FaultyTarget implements Target {
  readonly kind: Target['kind'];
  readonly name: string;
  readonly capabilities: Capabilities;
  readonly #inner: Target;
  readonly #wrap: (client: Client) => Client;
  readonly #running = new Set<RunningNode>();
  readonly setRequestForm?: (form: RequestForm) => void;

  /** `capabilities`: those that differ from the wrapped target. */
  constructor(inner: Target, wrap: (client: Client) => Client, capabilities: Partial<Capabilities> = {}) {
    this.kind = inner.kind;
    this.name = inner.name;
    this.capabilities = { ...inner.capabilities, ...capabilities };
    this.#inner = inner;
    this.#wrap = wrap;
    if (inner.setRequestForm) this.setRequestForm = (form) => inner.setRequestForm?.(form);
  }

  setStartOptions(options: StartOptions): void {
    this.#inner.setStartOptions(options);
  }

  async start(profile: ProfileName, extraOptions?: StartOptions): Promise<RunningNode> {
    const inner = await this.#inner.start(profile, extraOptions);
    const node: RunningNode = withClient(inner, this.#wrap(inner.client), {
      stop: () => {
        this.#running.delete(node);
        return inner.stop();
      },
    });
    this.#running.add(node);
    return node;
  }

  /** The nodes that were not stopped. */
  running(): RunningNode[] {
    return [...this.#running];
  }

  /** Stops all nodes but these. */
  async stopOthers(kept: readonly RunningNode[]): Promise<void> {
    await Promise.all([...this.#running].filter((node) => !kept.includes(node)).map((node) => node.stop()));
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}
