import { tpsTestInfo } from '../network/tps-test-methods.ts';
import type { TpsNode } from '../network/types.ts';
import type { Arrival, ArrivalWatch } from './types.ts';

/** Arrivals as the receiver itself stamps them. */
export class TpsTestWatch implements ArrivalWatch {
  readonly source = 'tpstestinfo';
  readonly pollingErrorUs = 0;
  readonly pollingShare = 0;
  readonly warnings = [];
  readonly #receiver: TpsNode;
  readonly #before: number;

  static async open(receiver: TpsNode): Promise<TpsTestWatch> {
    return new TpsTestWatch(receiver, (await receiver.call('getmempoolinfo')).size);
  }

  private constructor(receiver: TpsNode, before: number) {
    this.#receiver = receiver;
    this.#before = before;
  }

  /** By the size of the pool: the list of arrivals would keep the receiver busy. */
  async count(): Promise<number> {
    return (await this.#receiver.call('getmempoolinfo')).size - this.#before;
  }

  async finish(): Promise<Arrival[]> {
    const { receivers } = await tpsTestInfo(this.#receiver);
    return receivers.map(({ txid, time }) => ({ txid, timeUs: time }));
  }

  close(): void {
    // It holds nothing open.
  }
}
