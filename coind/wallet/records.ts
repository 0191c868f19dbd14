import type { Codec, Table } from '../state/types.ts';
import { decodeTransaction } from '../script/decode-transaction.ts';
import type { MasterKeyRecord } from './encryption.ts';
import type { AddressBookEntry, WalletTx } from './types.ts';
import type { RecordVersions } from './record-versions.ts';

/** Properties of a wallet, and its counters. */
export interface MetaRecord {
  readonly version: number;
  readonly privateKeys: boolean;
  /** Public key of the HD seed in use, hex. */
  readonly seedKey?: string;
  readonly nextExternal: number;
  readonly nextInternal: number;
  readonly nextPool: number;
  readonly nextOrder: number;
  /** Only in an encrypted wallet. */
  readonly masterKey?: MasterKeyRecord;
}

export interface KeyRecord {
  /** Hex; encrypted with the master key in an encrypted wallet. */
  readonly secret: string;
  readonly createdAt: number;
  readonly path?: string;
  /** As in `KeyInfo`. */
  readonly seedId?: string;
  /** Fingerprint of the master key that it was derived from, hex. */
  readonly fingerprint?: string;
  readonly internal: boolean;
}

export interface PoolRecord {
  readonly publicKey: string;
  readonly internal: boolean;
  readonly createdAt: number;
}

/** A redeem or witness script, or a watched output script. */
export interface ScriptRecord {
  readonly script: string; // hex
  readonly createdAt: number;
}

/** One side of a transfer between accounts. */
export interface MoveRecord {
  readonly account: string;
  readonly otherAccount: string;
  /** Signed satoshis, decimal. */
  readonly amountSat: string;
  readonly time: number;
  readonly comment: string;
  readonly order: number;
}

/** Kinds of wallet records and their contents. Keys are short, because the store limits their length. */
export interface RecordKinds {
  meta: MetaRecord; // key: ''
  /** Id of the wallet file that the records extend; key: ''. */
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
    return { kind, value: kind === 'tx' ? parsedTx(value as PlainTx) : value } as WalletRecord;
  },
};

type PlainTx = Omit<WalletTx, 'transaction'> & { readonly hex: string };

function plainTx({ transaction, ...rest }: WalletTx): PlainTx {
  return { ...rest, hex: transaction.bytes.toString('hex') };
}

/** Throws `TypeError` for a record without a valid transaction. */
function parsedTx({ hex, state, time, timeReceived, order, fromMe, ...notes }: PlainTx): WalletTx {
  const transaction = decodeTransaction(Buffer.from(hex, 'hex'));
  if (!transaction) throw new TypeError('a record of the wallet holds no transaction');
  // Named, so that all have one hidden class (V8): a copy of the rest would have one for each.
  return { transaction, state, time, timeReceived, order, fromMe, ...notes };
}

/** Records that an open wallet reads whenever it needs them. */
const neverCached: ReadonlySet<RecordKind> = new Set(['best', 'base']);

/** The records of one wallet in the table of all wallets that are loaded. */
export class WalletRecords {
  readonly #table: Table<WalletRecord>;
  readonly #id: string;
  readonly #prefix: string;
  readonly #versions: RecordVersions;

  /** @param id of the wallet within the table; without a slash */
  constructor(table: Table<WalletRecord>, id: string, versions: RecordVersions) {
    this.#table = table;
    this.#id = id;
    this.#prefix = `${id}/`;
    this.#versions = versions;
  }

  get<K extends RecordKind>(kind: K, key = ''): RecordKinds[K] | undefined {
    return this.#table.get(this.#place(kind, key))?.value as RecordKinds[K] | undefined;
  }

  set<K extends RecordKind>(kind: K, key: string, value: RecordKinds[K]): void {
    this.#table.set(this.#place(kind, key), { kind, value } as WalletRecord);
    if (!neverCached.has(kind)) this.#versions.note(this.#id);
  }

  delete(kind: RecordKind, key: string): void {
    this.#table.delete(this.#place(kind, key));
    this.#versions.note(this.#id);
  }

  /** All records of a kind, by key, in no particular order. */
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

  /** Throws if the wallet has no records. */
  get meta(): MetaRecord {
    const meta = this.get('meta');
    if (!meta) throw new Error('the wallet has no records');
    return meta;
  }

  updateMeta(change: Partial<MetaRecord>): void {
    this.set('meta', '', { ...this.meta, ...change });
  }

  /** All records with their keys, which do not contain the wallet's id. */
  *entries(): Generator<[string, WalletRecord]> {
    for (const [place, record] of this.#table.entries()) {
      if (place.startsWith(this.#prefix)) yield [place.slice(this.#prefix.length), record];
    }
  }

  /** Stores a record under a key that `entries` returned. */
  put(place: string, record: WalletRecord): void {
    this.#table.set(this.#prefix + place, record);
    this.#versions.note(this.#id);
  }

  clear(): void {
    const places = [...this.#table.keys()].filter((place) => place.startsWith(this.#prefix));
    for (const place of places) this.#table.delete(place);
    this.#versions.note(this.#id);
  }

  #place(kind: RecordKind, key: string): string {
    return `${this.#prefix}${kind}/${key}`;
  }
}
