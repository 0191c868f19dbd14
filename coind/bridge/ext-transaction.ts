import { ProofError } from './proof-error.ts';
import { decodeRlp, type RlpItem } from './rlp.ts';

/** The call of a contract by a transaction of the external chain. */
export interface ExtCall {
  /** Address of the contract, 20 bytes. */
  readonly contract: Buffer;
  /** Selector of the method, and its arguments. */
  readonly data: Buffer;
}

interface Layout {
  /** Number of fields. */
  readonly fields: number;
  /** Index of the contract's address; the value follows it, then the data. */
  readonly to: number;
}

/** First byte of a transaction without a type: that of a list. */
const FIRST_OF_LIST = 0xc0;
const legacy: Layout = { fields: 9, to: 3 };

/** Fields by type: access list (EIP-2930), dynamic fee (EIP-1559), blobs (EIP-4844), code of accounts (EIP-7702). */
const typed: ReadonlyMap<number, Layout> = new Map([
  [1, { fields: 11, to: 4 }],
  [2, { fields: 12, to: 5 }],
  [3, { fields: 14, to: 5 }],
  [4, { fields: 13, to: 5 }],
]);

/**
 * The call that a serialised transaction makes, legacy or typed (EIP-2718). Signature, nonce and fees are not read: the
 * block contains it, so the external chain has checked them. Throws ProofError `burn-malformed`.
 */
export function readExtCall(transaction: Buffer): ExtCall {
  const type = transaction[0];
  if (type === undefined) throw malformed('it is empty');
  const layout = type >= FIRST_OF_LIST ? legacy : typed.get(type);
  if (layout === undefined) throw malformed(`its type ${type} is not known`);
  const body = decodeRlp(layout === legacy ? transaction : transaction.subarray(1), 'burn-malformed', 'the external transaction');
  if (body.kind === 'bytes') throw malformed('it is not a list of fields');
  const { items } = body;
  if (items.length !== layout.fields) throw malformed(`it has ${items.length} fields, not ${layout.fields}`);
  const contract = bytesOf(items[layout.to]!);
  if (contract.length !== 20) throw malformed(`it names ${contract.length} bytes as its receiver, not an address of 20 bytes`);
  return { contract, data: bytesOf(items[layout.to + 2]!) };
}

function bytesOf(item: RlpItem): Buffer {
  if (item.kind === 'list') throw malformed('a list is where bytes are expected');
  return item.bytes;
}

const malformed = (fault: string): ProofError => new ProofError('burn-malformed', `the external transaction cannot be read: ${fault}`);
