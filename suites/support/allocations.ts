import type { Trial } from '../../engine/trial.ts';
import { readAllocationList, type AssetAllocation } from '../../oracles/allocation-list.ts';
import { ByteReader, Malformed } from '../../oracles/bytes.ts';
import { scriptParts } from '../../oracles/script.ts';
import type { RawTransaction } from '../../oracles/transaction.ts';
import { decodedTransaction } from './decoded.ts';

const OP_RETURN = 0x6a;
/** Versions of transactions with service data, in known releases. */
const SERVICE_VERSIONS = { first: 128, last: 142 } as const;

/** A transaction with what its outputs carry of a token: smallest units by index; 0 for the ownership. */
export interface Carrying {
  readonly txid: string;
  readonly transaction: RawTransaction;
  readonly carried: ReadonlyMap<number, bigint>;
}

/** Service data that begin with an allocation list, as known releases write them. */
export interface ServiceData {
  readonly allocations: readonly AssetAllocation[];
  /** What follows the list. */
  readonly rest: Uint8Array;
}

/** The service data in the data output. Throws `Malformed` if there are none. */
function serviceDataIn({ outputs }: RawTransaction): ServiceData {
  const data = outputs.map(({ script }) => script).find((script) => script[0] === OP_RETURN);
  const push = data && scriptParts(data)[1]?.push;
  if (push === undefined) throw new Malformed('there is none');
  const reader = new ByteReader(push);
  return { allocations: readAllocationList(reader), rest: reader.take(reader.left) };
}

/** What the outputs of a transaction carry of a token, by index. Throws `Malformed`. */
function carriedIn(transaction: RawTransaction, guid: number): ReadonlyMap<number, bigint> {
  const outputs = serviceDataIn(transaction).allocations.filter((allocation) => allocation.guid === guid);
  return new Map(outputs.flatMap((allocation) => allocation.outputs).map(({ n, amount }) => [n, amount]));
}

/**
 * Reads what a transaction carries of a token. The documents do not show service data: the case is inapplicable where it is
 * not an allocation list, as known releases write it.
 */
export async function carriedBy(t: Trial, txid: string, guid: number): Promise<Carrying> {
  const transaction = decodedTransaction(t, await t.result('getrawtransaction', { txid, verbose: false }));
  return { txid, transaction, carried: readable(t, () => carriedIn(transaction, guid)) };
}

/** The service data of a transaction. The case is inapplicable where they do not begin with an allocation list. */
export const serviceDataOf = (t: Trial, transaction: RawTransaction): ServiceData => readable(t, () => serviceDataIn(transaction));

function readable<T>(t: Trial, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return t.inapplicable(`the service data, which the documents do not show, is no allocation list: ${error.message}`);
  }
}

/** What all outputs of a transaction carry. */
export const sumOf = ({ carried }: Carrying): bigint => [...carried.values()].reduce((sum, amount) => sum + amount, 0n);

/** What the inputs of a transaction carried, in smallest units. */
export async function spentBy(t: Trial, { transaction }: Carrying, guid: number): Promise<bigint> {
  let sum = 0n;
  for (const { txid, vout } of transaction.inputs) {
    const previous = decodedTransaction(t, await t.result('getrawtransaction', { txid, verbose: false }));
    if (previous.version < SERVICE_VERSIONS.first || previous.version > SERVICE_VERSIONS.last) continue; // carries no token
    sum += carriedOrNothing(previous, guid).get(vout) ?? 0n;
  }
  return sum;
}

/** An input that only pays the fee may be of a transaction with other service data. */
function carriedOrNothing(transaction: RawTransaction, guid: number): ReadonlyMap<number, bigint> {
  try {
    return carriedIn(transaction, guid);
  } catch (error) {
    if (error instanceof Malformed) return new Map();
    throw error;
  }
}
