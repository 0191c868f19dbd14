import type { Block } from '../primitives/types.ts';
import type { State, Table } from '../state/types.ts';
import { hashCodec, numberCodec } from './codecs.ts';

/** The block of each transaction of the active chain (-txindex). Excludes the coinbase of genesis, which cannot be spent. */
export class TxIndex {
  readonly #blocks: Table<string>;

  /** @param activeBlocks read if the index is switched on for an existing chain */
  constructor(state: State, activeBlocks: () => Iterable<Block>) {
    this.#blocks = state.table('chain.tx-index', hashCodec);
    const built = state.cell('chain.tx-index-built', 0, numberCodec);
    if (built.get() === 1) return;
    for (const block of activeBlocks()) this.connect(block);
    built.set(1);
  }

  blockOf(txid: string): string | undefined {
    return this.#blocks.get(txid);
  }

  connect(block: Block): void {
    for (const { txid } of block.transactions) this.#blocks.set(txid, block.header.hash);
  }

  disconnect(block: Block): void {
    for (const { txid } of block.transactions) if (this.#blocks.get(txid) === block.header.hash) this.#blocks.delete(txid);
  }

  /** Deletes the index when it is switched off, since it would become outdated. */
  static drop(state: State): void {
    const built = state.cell('chain.tx-index-built', 0, numberCodec);
    if (built.get() === 0) return;
    state.table('chain.tx-index', hashCodec).clear();
    built.set(0);
  }
}
