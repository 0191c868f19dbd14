import type { Codec, Table } from '../state/types.ts';
import { decodeTransaction } from '../script/decode-transaction.ts';
import type { MasterKeyRecord } from './encryption.ts';
import type { AddressBookEntry, WalletTx } from './types.ts';

/** What a wallet is, and its counters. */
export interface MetaRecord {
  readonly version: number;
  readonly privateKeys: boolean;
  /** Public key of the HD seed in use, hex. */
  readonly seedKey?: string;
  readonly nextExternal: number;
  readonly nextInternal: number;
  readonly nextPool: number;
  readonly nextOrder: number;
  /** Where it is encrypted. */
  readonly masterKey?: MasterKeyRecord;
}

export interface KeyRecord {
  /** Hex; sealed with the master key where the wallet is encrypted. */
  readonly secret: string;
  readonly createdAt: number;
  readonly path?: string;
  /** As in `KeyInfo`. */
  readonly seedId?: string;
  /** Of the master key that it was derived from, hex. */
  readonly fingerprint?: string;
  readonly internal: boolean;
}

export interface PoolRecord {
  readonly publicKey: string;
  readonly internal: boolean;
  readonly createdAt: number;
}

/** A redeem or witness script, or an output script that is watched. */
export interface ScriptRecord {
  readonly script: string; // hex
  readonly createdAt: number;
}

/** A transfer between accounts: one half of it. */
export interface MoveRecord {
  readonly account: string;
  readonly otherAccount: string;
  /** Satoshis with their sign, as a decimal. */
  readonly amountSat: string;
  readonly time: number;
  readonly comment: string;
  readonly order: number;
}

/** Kinds of records of a wallet, and what each has under its key, which is short: a store on disk has limits. */
export interface RecordKinds {
  meta: MetaRecord; // key: ''
  /** The file that the records build upon, by its id; key: ''. */
  base: string;
  /** Hash of the last block that the wallet has seen; key: ''. */
  best: string;
  key: KeyRecord; // key: public key, hex
  pool: PoolRecord; // key: number in the pool
  script: ScriptRecord; // key: its SHA256
  watch: ScriptRecord; // key: its SHA256
  address: AddressBookEntry; // key: address
  tx: WalletTx; // key: txid
  /** The current address for receiving of an account. */
  account: { readonly name: string; readonly address: string }; // key: SHA256 of the name
  move: MoveRecord; // key: order
}

export type RecordKind = keyof RecordKinds;
export type WalletRecord = { [K in RecordKind]: { readonly kind: K; readonly value: RecordKinds[K] } }[RecordKind];

/** Records as lines of JSON, the same in the state and in wallet files. */
export const recordCodec: Codec<WalletRecord> = {
  encode: ({ kind, value }) => Buffer.from(JSON.stringify([kind, kind === 'tx' ? plainTx(value) : value])),
  decode(bytes) {
    const [kind, value] = JSON.parse(bytes.toString()) as [RecordKind, unknown];
    return { kind, value: kind === 'tx' ? richTx(value as PlainTx) : value } as WalletRecord;
  },
};

type PlainTx = Omit<WalletTx, 'transaction'> & { readonly hex: string };

function plainTx({ transaction, ...rest }: WalletTx): PlainTx {
  return { ...rest, hex: transaction.bytes.toString('hex') };
}

/** Throws `TypeError` for what is no transaction. */
function richTx({ hex, ...rest }: PlainTx): WalletTx {
  const transaction = decodeTransaction(Buffer.from(hex, 'hex'));
  if (!transaction) throw new TypeError('a record of the wallet holds no transaction');
  return { ...rest, transaction };
}

/** The records of one wallet in the table of all wallets that are loaded. */
export class WalletRecords {
  readonly #table: Table<WalletRecord>;
  readonly #prefix: string;

  /** @param id names the wallet within the table; without a slash */
  constructor(table: Table<WalletRecord>, id: string) {
    this.#table = table;
    this.#prefix = `${id}/`;
  }

  get<K extends RecordKind>(kind: K, key = ''): RecordKinds[K] | undefined {
    return this.#table.get(this.#place(kind, key))?.value as RecordKinds[K] | undefined;
  }

  set<K extends RecordKind>(kind: K, key: string, value: RecordKinds[K]): void {
    this.#table.set(this.#place(kind, key), { kind, value } as WalletRecord);
  }

  delete(kind: RecordKind, key: string): void {
    this.#table.delete(this.#place(kind, key));
  }

  /** All of a kind, by key, in no particular order. */
  all<K extends RecordKind>(kind: K): [string, RecordKinds[K]][] {
    const prefix = this.#place(kind, '');
    const found: [string, RecordKinds[K]][] = [];
    for (const [place, { value }] of this.#table.entries()) {
      if (place.startsWith(prefix)) found.push([place.slice(prefix.length), value as RecordKinds[K]]);
    }
    return found;
  }

  get isEmpty(): boolean {
    return this.get('meta') === undefined;
  }

  /** Throws where the wallet has no records. */
  get meta(): MetaRecord {
    const meta = this.get('meta');
    if (!meta) throw new Error('the wallet has no records');
    return meta;
  }

  updateMeta(change: Partial<MetaRecord>): void {
    this.set('meta', '', { ...this.meta, ...change });
  }

  /** Every record under its key, without what names the wallet. */
  *entries(): Generator<[string, WalletRecord]> {
    for (const [place, record] of this.#table.entries()) {
      if (place.startsWith(this.#prefix)) yield [place.slice(this.#prefix.length), record];
    }
  }

  /** Puts a record under a key as `entries` gives it. */
  put(place: string, record: WalletRecord): void {
    this.#table.set(this.#prefix + place, record);
  }

  clear(): void {
    const places = [...this.#table.keys()].filter((place) => place.startsWith(this.#prefix));
    for (const place of places) this.#table.delete(place);
  }

  #place(kind: RecordKind, key: string): string {
    return `${this.#prefix}${kind}/${key}`;
  }
}
