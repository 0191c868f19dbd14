import type { Secrets } from '../client/mask.ts';
import type { Capabilities, ProfileName, RunningNode, StartOptions, Target } from '../fixtures/targets/types.ts';

/** A target that registers the credentials of every node that it starts as secrets, so that no output contains them. */
export class MaskedTarget implements Target {
  readonly kind: Target['kind'];
  readonly name: string;
  readonly capabilities: Capabilities;
  readonly #inner: Target;
  readonly #secrets: Secrets;

  constructor(inner: Target, secrets: Secrets) {
    this.kind = inner.kind;
    this.name = inner.name;
    this.capabilities = inner.capabilities;
    this.#inner = inner;
    this.#secrets = secrets;
  }

  setStartOptions(options: StartOptions): void {
    this.#inner.setStartOptions(options);
  }

  async start(profile: ProfileName, extraOptions?: StartOptions): Promise<RunningNode> {
    const node = await this.#inner.start(profile, extraOptions);
    if (node.credentials) this.#secrets.addCredentials(node.credentials);
    return node;
  }

  close(): Promise<void> {
    return this.#inner.close();
  }
}
