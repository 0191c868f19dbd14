import { lossAfter } from '../../engine/lost-node.ts';
import { PROFILES } from '../../fixtures/targets/profiles.ts';
import { TargetError, type ProfileName, type RunningNode, type StartOptions, type Target } from '../../fixtures/targets/types.ts';
import type { LostNode } from '../support/lost-nodes.ts';
import { askOf, Unanswered, type Ask } from './asked-node.ts';

/** A node that is asked in an experiment. */
export interface FreshNode {
  readonly ask: Ask;
  /** `host:port` for connections of other nodes, if its profile listens. */
  readonly peerAddress: string | undefined;
}

/** Nodes of one start, all with the same options: the first one, and further ones. */
export interface FreshNodeSet extends FreshNode {
  readonly another: () => Promise<FreshNode>;
}

/** With which options a node of an experiment is started. */
export interface FreshStart {
  readonly profile: ProfileName;
  readonly options: StartOptions;
}

/** Fresh nodes for experiments. What costs a node is tried once more, since a node may die for another reason. */
export class FreshNodes {
  readonly lost: LostNode[] = [];
  readonly #target: Target;

  constructor(target: Target) {
    this.#target = target;
  }

  /** Starts a node. Throws `TargetError`, with a refusal only if the node ended twice. */
  async start({ profile, options }: FreshStart): Promise<RunningNode> {
    try {
      return await this.#target.start(profile, options);
    } catch (error) {
      if (!(error instanceof TargetError) || error.refusal === undefined) throw error;
      const node = await this.#target.start(profile, options);
      this.#note(`a start with ${[...PROFILES[profile], ...options].join(' ')}`, error.message);
      return node;
    }
  }

  /** The answer of fresh nodes with these options; the reason why there is none, if a node leaves a call unanswered. */
  async ask<T>(what: string, start: FreshStart, work: (nodes: FreshNodeSet) => Promise<T>): Promise<T | string> {
    const first = await this.#attempt(start, work);
    if (!('loss' in first)) return first.value;
    const second = await this.#attempt(start, work);
    if ('loss' in second) return second.loss;
    this.#note(`the experiment: it ${what}`, first.loss);
    return second.value;
  }

  async #attempt<T>(
    start: FreshStart,
    work: (nodes: FreshNodeSet) => Promise<T>,
  ): Promise<{ readonly value: T | string } | { readonly loss: string }> {
    const nodes = [await this.start(start)];
    const another = async (): Promise<FreshNode> => {
      const node = await this.start(start);
      nodes.push(node);
      return freshNode(node);
    };
    try {
      return { value: await work({ ...freshNode(nodes[0] as RunningNode), another }) };
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error;
      for (const node of nodes) {
        const loss = await lossAfter(error.call, node);
        if (loss) return { loss: loss.message };
      }
      return { value: error.message };
    } finally {
      await Promise.all(nodes.map((node) => node.stop()));
    }
  }

  #note(during: string, message: string): void {
    this.lost.push({ during, method: null, message: `${message}; not reproduced on a fresh node` });
  }
}

const freshNode = ({ client, peerAddress }: RunningNode): FreshNode => ({ ask: askOf(client), peerAddress });
