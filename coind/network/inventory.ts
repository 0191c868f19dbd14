import type { BlockSync } from './block-sync.ts';
import { isBlock, isTransaction, readInventory } from './messages.ts';
import type { MessageHandler, ProtocolPart } from './message-handler.ts';
import { MAX_INVENTORY_ITEMS } from './protocol.ts';
import type { TransactionRelay } from './transaction-relay.ts';

/** Passes `inv` and `notfound` messages of peers on to block synchronisation and transaction relay. */
export class Inventory implements ProtocolPart {
  readonly handlers: Readonly<Record<string, MessageHandler>>;

  constructor(sync: BlockSync, relay: TransactionRelay) {
    this.handlers = {
      inv: (peer, payload) => {
        const items = readInventory(payload, MAX_INVENTORY_ITEMS);
        const blocks = items.filter(isBlock);
        const transactions = items.filter(isTransaction);
        if (blocks.length > 0)
          sync.announced(
            peer,
            blocks.map(({ id }) => id),
          );
        if (transactions.length > 0)
          relay.announced(
            peer,
            transactions.map(({ id }) => id),
          );
      },
      notfound: (peer, payload) => {
        const items = readInventory(payload, MAX_INVENTORY_ITEMS);
        for (const { id } of items.filter(isBlock)) sync.missing(peer, id);
        relay.notFound(
          peer,
          items.filter(isTransaction).map(({ id }) => id),
        );
      },
    };
  }
}
