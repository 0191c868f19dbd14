import type { Random } from '../../fixtures/world/random.ts';
import type { World } from '../../fixtures/world/world.ts';
import type { ShapeName } from '../../specs/model/generated/ids.d.ts';
import type { Wire } from '../../specs/model/wire.ts';

/** So many blocks are read to draw from: enough that a cache of the node does not hold the answer to every call. */
const BLOCKS_READ = 100;

/**
 * What a load draws from, read from the node's chain before it begins. A trial is content with one living value of each
 * kind; under load all clients asking for the same block would measure a cache.
 */
export class ChainValues {
  readonly #hashes: readonly string[];
  readonly #tip: number;
  /** Of transactions that are no coinbases, where there are any. */
  readonly #txids: readonly string[];
  readonly #poolTxids: readonly string[];

  private constructor(tip: number, hashes: readonly string[], txids: readonly string[], poolTxids: readonly string[]) {
    this.#tip = tip;
    this.#hashes = hashes;
    this.#txids = txids;
    this.#poolTxids = poolTxids;
  }

  /** Reads the youngest blocks and the memory pool. Throws `WorldError`. */
  static async read(world: World): Promise<ChainValues> {
    const tip = await world.result('getblockcount');
    const hashes: string[] = [];
    const payments: string[] = [];
    const coinbases: string[] = [];
    // The first block's transaction cannot be asked for.
    for (let height = tip; height > Math.max(0, tip - BLOCKS_READ); height--) {
      const hash = await world.result('getblockhash', { height });
      const { tx } = await world.result('getblock', { blockhash: hash, verbosity: 1 });
      hashes.push(hash);
      coinbases.push(...tx.slice(0, 1));
      payments.push(...tx.slice(1));
    }
    return new ChainValues(tip, hashes, payments.length > 0 ? payments : coinbases, await world.result('getrawmempool'));
  }

  /** A value for a parameter of this kind; undefined for kinds that come from the world. */
  draw(kind: ShapeName, random: Random): Wire | undefined {
    switch (kind) {
      case 'BlockHash':
        return pickAny(this.#hashes, random);
      case 'Height':
        return random.integer(0, this.#tip);
      case 'ConfirmedTxid':
      case 'UnspentTxid':
        return pickAny(this.#txids, random);
      case 'MempoolTxid':
        return pickAny(this.#poolTxids, random);
      default:
        return undefined;
    }
  }
}

const pickAny = (values: readonly string[], random: Random): string | undefined => (values.length === 0 ? undefined : random.pick(values));
