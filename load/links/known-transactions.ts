/** Forgotten from then on, oldest first: a node is not sent a transaction twice so much later. */
const MAX_TRANSACTIONS = 500_000;

/** Which nodes know which transactions: those that they were sent, and that they have sent. */
export class KnownTransactions {
  readonly #nodesOf = new Map<string, Set<number>>();

  /** @param key of the transaction @returns whether the node knew it before */
  add(key: string, node: number): boolean {
    let nodes = this.#nodesOf.get(key);
    if (!nodes) {
      nodes = new Set();
      this.#nodesOf.set(key, nodes);
      if (this.#nodesOf.size > MAX_TRANSACTIONS) this.#nodesOf.delete(this.#nodesOf.keys().next().value!);
    }
    const knew = nodes.has(node);
    nodes.add(node);
    return knew;
  }

  clear(): void {
    this.#nodesOf.clear();
  }
}
