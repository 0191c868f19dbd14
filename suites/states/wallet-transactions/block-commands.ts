import { METHOD_NOT_FOUND } from '../../../fixtures/world/error-codes.ts';
import { foreignAddress } from '../../support/payments.ts';
import { addBlock, removeBlock, type TransactionsModel } from './transactions-model.ts';
import { TransactionsCommand, type TransactionsReal } from './transactions-command.ts';

/** Mines a block with what the pool has. */
export class Mine extends TransactionsCommand {
  toString(): string {
    return 'mine';
  }

  protected async perform(model: TransactionsModel, { t }: TransactionsReal): Promise<undefined> {
    // To another address each time, so that no block equals one that has left the main chain.
    const [hash = ''] = await t.world.mine(1, await foreignAddress(t));
    const { tx } = await t.result('getblock', { blockhash: hash, verbosity: 1 });
    addBlock(model, { hash, txids: tx });
  }
}

/** Removes the last block from the main chain. */
export class Disconnect extends TransactionsCommand {
  toString(): string {
    return 'invalidateblock(tip)';
  }

  override check({ blocks }: Readonly<TransactionsModel>): boolean {
    return blocks.length > 0;
  }

  protected async perform(model: TransactionsModel, { t, invalidated }: TransactionsReal): Promise<undefined> {
    const blockhash = model.blocks.at(-1)!.hash;
    const undone = await t.world.service.call('invalidateblock', { blockhash });
    if (undone.type === 'error' && undone.error.code === METHOD_NOT_FOUND)
      t.inapplicable('the node has no invalidateblock, so no block can be removed from the main chain');
    invalidated.add(blockhash);
    const pool = new Set(await t.result('getrawmempool'));
    removeBlock(model, (txid) => pool.has(txid));
  }
}

/** Puts the blocks that have left the main chain back. */
export class Reconnect extends TransactionsCommand {
  toString(): string {
    return 'reconsiderblock';
  }

  override check({ stale }: Readonly<TransactionsModel>): boolean {
    return stale.length > 0;
  }

  protected async perform(model: TransactionsModel, { t }: TransactionsReal): Promise<undefined> {
    const { stale } = model;
    await t.world.result('reconsiderblock', { blockhash: stale[0]!.hash });
    // The documents lack the method: those that follow may be back too, or not.
    for (const block of stale) {
      const { confirmations } = await t.result('getblockheader', { hash: block.hash });
      if (confirmations > 0) addBlock(model, block);
    }
  }
}
