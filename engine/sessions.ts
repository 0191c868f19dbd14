import { TargetError, type ProfileName, type RunningNode, type Target } from '../fixtures/targets/types.ts';
import type { RunEvent } from './run.ts';
import { Session, type SessionOptions } from './session.ts';
import type { Case } from './types.ts';

/** Some nodes of this family stop at a height; a world is replaced before its chain is that high. */
const MAX_CHAIN_HEIGHT = 380;
/** Of a node's own last lines, so many stand in a reason. */
const LINES = 5;

export interface SessionsOptions extends SessionOptions {
  /** A node that is running already, for the first session. */
  readonly firstNode?: RunningNode;
  readonly onEvent?: (event: RunEvent) => void;
}

/** Why there is no session for the cases of a profile. */
export interface NoSession {
  readonly status: 'skipped' | 'inapplicable';
  readonly reason: string;
}

/** Opens and closes the sessions of a run. */
export class Sessions {
  readonly #target: Target;
  readonly #options: SessionsOptions;
  /** Profiles with which no node comes up: they are not started again for every case. */
  readonly #unstartable = new Map<ProfileName, NoSession>();
  #firstNode: RunningNode | undefined;

  constructor(options: SessionsOptions) {
    this.#target = options.target;
    this.#options = options;
    this.#firstNode = options.firstNode;
  }

  /** A session to try a failure again on: also by what may cost the node. */
  async openToConfirm(one: Case): Promise<Session | NoSession> {
    const { deadly: _, ...options } = this.#options;
    return this.#open(one.profile, options);
  }

  /** A session on a node of this profile, or why there is none. */
  async open(profile: ProfileName): Promise<Session | NoSession> {
    return this.#open(profile, this.#options);
  }

  async #open(profile: ProfileName, options: SessionOptions): Promise<Session | NoSession> {
    const known = this.#unstartable.get(profile);
    if (known) return known;
    const startedAt = performance.now();
    const ready = profile === 'default' ? this.#firstNode : undefined;
    if (ready) this.#firstNode = undefined;
    try {
      // A node that cannot be stopped and started is the only one there is: every session is on it.
      const node = ready ?? (this.#target.capabilities.startNodes ? undefined : await this.#target.start('default'));
      const session = await Session.open(options, profile, node);
      this.#time(`start node (${profile})`, startedAt);
      return session;
    } catch (error) {
      if (!(error instanceof TargetError)) throw error;
      const reason = await this.#reason(profile, error);
      this.#unstartable.set(profile, reason);
      return reason;
    }
  }

  async close(session: Session): Promise<void> {
    const startedAt = performance.now();
    for (const left of await session.close()) this.#options.onEvent?.({ type: 'note', text: `could not be cleaned up: ${left}` });
    this.#time('stop node', startedAt);
  }

  /** Whether the chain of a session has become so high that its node is better replaced. */
  async isHigh({ node }: Session): Promise<boolean> {
    // A chain that can be pruned has to be longer, and is not made twice.
    if (!this.#target.capabilities.startNodes || !node.alive() || node.profile === 'prune') return false;
    const reply = await node.client.call('getblockcount', []);
    return reply.type === 'result' && typeof reply.result === 'number' && reply.result > MAX_CHAIN_HEIGHT;
  }

  /** A node that starts but for the options of a profile does not have them; that is no defect that could be seen here. */
  async #reason(profile: ProfileName, { message, details, refusal }: TargetError): Promise<NoSession> {
    const said = details.slice(-LINES).join(' | ');
    const why = `${message}${said === '' ? '' : `; its last lines: ${said}`}`;
    if (refusal && profile !== 'default' && (await this.#startsPlain())) {
      return { status: 'inapplicable', reason: `the node does not start with the options of the profile "${profile}": ${why}` };
    }
    return { status: 'skipped', reason: `no node of the profile "${profile}" could be started: ${why}` };
  }

  async #startsPlain(): Promise<boolean> {
    try {
      await (await this.#target.start('default')).stop();
      return true;
    } catch (error) {
      if (error instanceof TargetError) return false;
      throw error;
    }
  }

  #time(what: string, startedAt: number): void {
    this.#options.onEvent?.({ type: 'time', what, ms: performance.now() - startedAt });
  }
}
