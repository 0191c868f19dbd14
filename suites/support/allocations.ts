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

/** The allocations in the data output; undefined without any. Throws `Malformed`. */
function allocationsIn({ outputs }: RawTransaction): readonly AssetAllocation[] | undefined {
  const data = outputs.map(({ script }) => script).find((script) => script[0] === OP_RETURN);
  const push = data && scriptParts(data)[1]?.push;
  return push && readAllocationList(new ByteReader(push));
}

/**
 * Reads what a transaction carries of a token. The documents do not show service data: the case is inapplicable where it is
 * not an allocation list, as known releases write it.
 */
export async function carriedBy(t: Trial, txid: string, guid: number): Promise<Carrying> {
  const transaction = decodedTransaction(t, await t.result('getrawtransaction', { txid, verbose: false }));
  const otherwise = (why: string): never =>
    t.inapplicable(`the service data, which the documents do not show, is no allocation list: ${why}`);
  let allocations: readonly AssetAllocation[];
  try {
    allocations = allocationsIn(transaction) ?? otherwise('there is none');
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    return otherwise(error.message);
  }
  const outputs = allocations.filter((allocation) => allocation.guid === guid).flatMap((allocation) => allocation.outputs);
  return { txid, transaction, carried: new Map(outputs.map(({ n, amount }) => [n, amount])) };
}

/** What all outputs of a transaction carry. */
export const sumOf = ({ carried }: Carrying): bigint => [...carried.values()].reduce((sum, amount) => sum + amount, 0n);

/** What the inputs of a transaction carried, in smallest units. */
export async function spentBy(t: Trial, { transaction }: Carrying, guid: number): Promise<bigint> {
  let sum = 0n;
  for (const { txid, vout } of transaction.inputs) {
    const previous = decodedTransaction(t, await t.result('getrawtransaction', { txid, verbose: false }));
    if (previous.version < SERVICE_VERSIONS.first || previous.version > SERVICE_VERSIONS.last) continue; // carries no token
    sum += (await carriedBy(t, txid, guid)).carried.get(vout) ?? 0n;
  }
  return sum;
}
