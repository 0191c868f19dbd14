import { NodeCallError, type NodeCall } from '../../node-call.ts';
import { NodeEndedError } from '../errors.ts';
import type { TpsNode } from '../network/types.ts';

interface Span {
  readonly over: Promise<void>;
  readonly end: () => void;
}

/** Which nodes cannot answer now, as a fault that was planned happens to them. */
export class AffectedNodes {
  readonly #spans = new Map<string, Span>();
  readonly #counts = new Map<string, number>();

  begin(node: string): void {
    let end = (): void => undefined;
    const over = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#spans.set(node, { over, end });
    this.#counts.set(node, this.count(node) + 1);
  }

  /** The node answers again, and has caught up with the others. */
  end(node: string): void {
    this.#spans.get(node)?.end();
    this.#spans.delete(node);
  }

  has(node: string): boolean {
    return this.#spans.has(node);
  }

  /** How many faults have begun on a node so far. */
  count(node: string): number {
    return this.#counts.get(node) ?? 0;
  }

  /** Resolves when the node is under no fault; at once if it is under none now. */
  async over(node: string): Promise<void> {
    while (this.#spans.has(node)) await this.#spans.get(node)!.over;
  }
}

/** Aborts with a `NodeEndedError` when the present process of a node ends, unless a planned fault ends it. */
export function watchEnd({ name, node }: TpsNode, affected: AffectedNodes, ended: AbortController): void {
  void node.ended.then((how) => {
    if (!affected.has(name)) ended.abort(new NodeEndedError(name, how));
  });
}

/**
 * A node whose calls wait until it is under no fault, and are made again if one came in between. For calls that may be made twice.
 */
export function patientNode(node: TpsNode, affected: AffectedNodes): TpsNode {
  const { name, call } = node;
  const made = call as unknown as (...args: unknown[]) => Promise<unknown>;
  const patient = async (...args: unknown[]): Promise<unknown> => {
    for (;;) {
      await affected.over(name);
      const before = affected.count(name);
      try {
        return await made(...args);
      } catch (error) {
        if (!(error instanceof NodeCallError) || affected.count(name) === before) throw error;
      }
    }
  };
  return {
    name,
    role: node.role,
    node: node.node,
    guard: node.guard,
    info: node.info,
    call: patient as unknown as NodeCall,
    get peerAddress() {
      return node.peerAddress;
    },
  };
}
