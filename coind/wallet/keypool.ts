import type { Clock } from '../clock.ts';
import type { KeyRing } from './key-ring.ts';
import type { PoolRecord, WalletRecords } from './records.ts';

interface Pooled {
  readonly number: string;
  readonly publicKey: Buffer;
  readonly createdAt: number;
}

/** A reserved key, until it is kept or returned to the keypool. */
export interface ReservedKey {
  readonly publicKey: Buffer;
  keep(): void;
  release(): void;
}

/** Keys derived before they are needed, so that a backup contains the next keys: one queue for receiving, one for change. */
export class Keypool {
  readonly #records: WalletRecords;
  readonly #ring: KeyRing;
  readonly #clock: Clock;
  readonly #queues: { readonly external: Pooled[]; readonly internal: Pooled[] } = { external: [], internal: [] };
  readonly #numbers = new Map<string, PoolRecord & { readonly number: string }>(); // by public key, hex

  constructor(records: WalletRecords, ring: KeyRing, clock: Clock) {
    this.#records = records;
    this.#ring = ring;
    this.#clock = clock;
    const known = records.all('pool').toSorted(([a], [b]) => Number(a) - Number(b));
    for (const [number, record] of known) this.#enqueue(number, record);
  }

  get size(): { readonly external: number; readonly internal: number } {
    return { external: this.#queues.external.length, internal: this.#queues.internal.length };
  }

  /**
   * Epoch seconds: the time of the oldest key of each queue, the later of the two, as the family reports it; the current
   * time for an empty keypool.
   */
  get oldest(): number {
    const times = [this.#queues.external[0], this.#queues.internal[0]].flatMap((pooled) => (pooled ? [pooled.createdAt] : []));
    return times.length === 0 ? this.#clock.seconds() : Math.max(...times);
  }

  /** Undefined if the queue is empty. */
  reserve(internal: boolean): ReservedKey | undefined {
    const queue = this.#queue(internal);
    const pooled = queue.shift();
    if (!pooled) return undefined;
    return {
      publicKey: pooled.publicKey,
      keep: () => this.#forget(pooled),
      release: () => void queue.unshift(pooled),
    };
  }

  /** Fills both queues up to a size. Throws `WalletError` (locked) while the wallet is locked. */
  fill(size: number): void {
    for (const internal of [false, true]) {
      const missing = Math.max(size - this.#queue(internal).length, 0);
      let number = this.#records.meta.nextPool;
      for (const publicKey of this.#ring.derive(internal, missing)) {
        const record: PoolRecord = { publicKey: publicKey.toString('hex'), internal, createdAt: this.#clock.seconds() };
        this.#records.set('pool', String(number), record);
        this.#enqueue(String(number), record);
        number++;
      }
      this.#records.updateMeta({ nextPool: number });
    }
  }

  clear(): void {
    for (const number of [...this.#numbers.values()].map((record) => record.number)) this.#records.delete('pool', number);
    this.#numbers.clear();
    this.#queues.external.length = 0;
    this.#queues.internal.length = 0;
  }

  /**
   * Handles a payment to a key of the keypool: it and all before it are used, perhaps by a copy of this wallet. False if
   * the key is not in the keypool.
   */
  markUsed(publicKey: Buffer): boolean {
    const used = this.#numbers.get(publicKey.toString('hex'));
    if (!used) return false;
    const queue = this.#queue(used.internal);
    while (queue[0] && Number(queue[0].number) <= Number(used.number)) this.#forget(queue.shift()!);
    return true;
  }

  /** Whether a key is in the keypool: for dumps. */
  holds(publicKey: Buffer): boolean {
    return this.#numbers.has(publicKey.toString('hex'));
  }

  #queue(internal: boolean): Pooled[] {
    return internal ? this.#queues.internal : this.#queues.external;
  }

  #enqueue(number: string, record: PoolRecord): void {
    this.#queue(record.internal).push({ number, publicKey: Buffer.from(record.publicKey, 'hex'), createdAt: record.createdAt });
    this.#numbers.set(record.publicKey, { ...record, number });
  }

  #forget({ number, publicKey }: Pooled): void {
    this.#records.delete('pool', number);
    this.#numbers.delete(publicKey.toString('hex'));
  }
}
