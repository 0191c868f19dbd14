import type { CallOptions, Client, Fault, Params, Reply } from '../../client/types.ts';
import { lossAfter } from '../../engine/lost-node.ts';
import { TargetError, type RunningNode } from '../../fixtures/targets/types.ts';
import { UserError } from '../../specs/model/user-error.ts';
import type { LostNode } from '../support/lost-nodes.ts';

/** After this number of lost nodes, the node is not asked any more: each would take as long to be replaced. */
const MAX_LOST = 6;

/** Makes a call of a question, which goes on only with an answer, valid or not. Throws `Unanswered`. */
export type Ask = (method: string, params: Params, options?: CallOptions) => Promise<Reply>;

/** A call was left unanswered: the node may be lost. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
  readonly call: string;
  readonly fault: Fault;

  constructor(call: string, fault: Fault) {
    super(`${call}: ${fault.message}`);
    this.call = call;
    this.fault = fault;
  }
}

/** A node that is asked outside of cases, and is replaced by another one if it is lost. */
export class AskedNode {
  readonly lost: LostNode[] = [];
  #node: RunningNode;
  readonly #startAnother: (() => Promise<RunningNode>) | undefined;

  /** `startAnother`: undefined if the target cannot start nodes. */
  constructor(node: RunningNode, startAnother: (() => Promise<RunningNode>) | undefined) {
    this.#node = node;
    this.#startAnother = startAnother;
  }

  /** The one that runs now. */
  get node(): RunningNode {
    return this.#node;
  }

  /**
   * The result of questions, which are asked again where a call was left unanswered, on another node if that one was
   * lost. Undefined if they cost a second node: no answer to them can be had. Throws `TargetError` if no other node can be
   * started or too many were lost, and `UserError` for a call that a node twice left unanswered and survived.
   */
  async ask<T>(what: string, method: string | null, questions: (ask: Ask) => Promise<T>): Promise<T | undefined> {
    for (let attempt = 1; ; attempt++) {
      const unanswered = await this.#attempt(questions);
      if ('value' in unanswered) return unanswered.value;
      const { call, fault } = unanswered.error;
      const loss = await lossAfter(call, this.#node);
      if (loss) {
        await this.#replace({ during: what, method, message: loss.message });
        if (attempt > 1) return undefined;
      } else if (attempt > 1) {
        throw new UserError(`the node did not answer ${call}: ${fault.message}`, { remedy: 'pyx fuzz finds such calls' });
      }
    }
  }

  async #attempt<T>(questions: (ask: Ask) => Promise<T>): Promise<{ readonly value: T } | { readonly error: Unanswered }> {
    try {
      return { value: await questions(askOf(this.#node.client)) };
    } catch (error) {
      if (error instanceof Unanswered) return { error };
      throw error;
    }
  }

  async #replace(lost: LostNode): Promise<void> {
    this.lost.push(lost);
    if (!this.#startAnother) throw new TargetError(`${lost.during}: ${lost.message}`, { remedy: 'start the node again' });
    if (this.lost.length >= MAX_LOST)
      throw new TargetError(`${this.lost.length} nodes were lost before a case was run; the last in ${lost.during}: ${lost.message}`, {
        remedy: 'pyx run shows each loss as a finding',
      });
    await this.#node.stop();
    this.#node = await this.#startAnother();
  }
}

export function askOf(client: Client): Ask {
  return async (method, params, options) => {
    const reply = await client.call(method, params, options);
    if (reply.type === 'fault' && reply.fault.evidence === 'health') throw new Unanswered(method, reply.fault);
    return reply;
  };
}
