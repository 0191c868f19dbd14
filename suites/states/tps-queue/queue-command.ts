import type { Trial } from '../../../engine/trial.ts';
import type { Queued, Receiver } from '../../support/tps-test.ts';
import { at } from '../support/rows.ts';
import { StateCommand } from '../support/state-command.ts';
import type { QueueModel } from './queue-model.ts';

export interface QueueReal {
  readonly t: Trial;
  readonly receiver: Receiver;
  /** The transactions of the model, by number. */
  readonly transactions: readonly Queued[];
}

/** A command on the queue. Afterwards the other node has no transaction whose start time is not set or to come. */
export abstract class QueueCommand extends StateCommand<QueueModel, QueueReal> {
  protected async compare(model: Readonly<QueueModel>, { t, receiver, transactions }: QueueReal): Promise<void> {
    const { startUs, queued, held } = model;
    const pool = new Set(await receiver.call('getrawmempool'));
    const [isEarly, isUnset] = [startUs !== undefined && Date.now() * 1000 < startUs, startUs === undefined];
    for (const number of queued) {
      const hasCome = pool.has(transactions[number]!.txid);
      if (isUnset) t.ok(!hasCome, `a peer has transaction ${number}, whose start time was never set`, at('tpstestadd/zero-waits'));
      if (isEarly) t.ok(!hasCome, `a peer has transaction ${number} before its start time`, at('tpstestadd/sent-at-start', 'early'));
    }
    for (const number of held) {
      const hasCome = pool.has(transactions[number]!.txid);
      t.ok(model.enabled || !hasCome, `a peer has transaction ${number} while the test is disabled`, at('tpstestsetenabled/switches'));
    }
  }
}
