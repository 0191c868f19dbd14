/** Maximum number of wallets that are named. */
const SHOWN_WALLETS = 10;

/** What sessions leave on a node that Pyx did not start, because no call removes it. */
export class Remains {
  /** Number of blocks that are on its chain. */
  blocks = 0;
  /** Number of blocks that were taken off its chain: they are in its files, marked as invalid. */
  staleBlocks = 0;
  /** Names of the wallets whose files remain. */
  readonly wallets: string[] = [];

  add(other: Remains): void {
    this.blocks += other.blocks;
    this.staleBlocks += other.staleBlocks;
    this.wallets.push(...other.wallets);
  }

  /** In words; undefined if nothing remains. */
  toText(): string | undefined {
    const { blocks, staleBlocks, wallets } = this;
    const names = `${wallets.slice(0, SHOWN_WALLETS).join(', ')}${wallets.length > SHOWN_WALLETS ? ', …' : ''}`;
    const parts = [
      ...(blocks > 0 ? [blocks === 1 ? '1 block that was mined' : `${blocks} blocks that were mined`] : []),
      ...(staleBlocks > 0
        ? [
            `${staleBlocks === 1 ? '1 block that was' : `${staleBlocks} blocks that were`} mined and taken off the chain again (invalidateblock)`,
          ]
        : []),
      ...(wallets.length > 0
        ? [`the files of ${wallets.length === 1 ? 'a wallet' : `${wallets.length} wallets`}, unloaded (${names})`]
        : []),
    ];
    return parts.length > 0 ? parts.join(', and ') : undefined;
  }
}
