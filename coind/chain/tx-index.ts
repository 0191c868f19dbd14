import type { Block } from '../primitives/types.ts';
import type { State, Table } from '../state/types.ts';
import { hashCodec, numberCodec } from './codecs.ts';

/** Which block of the active chain holds a transaction: -txindex. The coinbase of genesis, which is no real transaction, is left out. */
export class TxIndex {
  readonly #blocks: Table<string>;

  /** @param activeBlocks read where the index is switched on over a chain that is there already */
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

  /** Where the index is switched off, what there was of it is outdated. */
  static drop(state: State): void {
    const built = state.cell('chain.tx-index-built', 0, numberCodec);
    if (built.get() === 0) return;
    state.table('chain.tx-index', hashCodec).clear();
    built.set(0);
  }
}
