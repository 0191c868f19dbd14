import type { InputItemArgument } from '../../../specs/model/generated/methods.d.ts';
import type { ChainParams } from '../../params.ts';
import { decodeTransaction } from '../../script/decode-transaction.ts';
import type { Transaction, TxParts } from '../../primitives/types.ts';
import { RpcCode, RpcError } from '../errors.ts';
import { isHex } from './hashes.ts';
import { inputsFrom, locktimeFrom } from './inputs.ts';
import { outputsFrom, type OutputList } from './outputs.ts';

/** How the bytes of a transaction may be read: as of a form with a witness, without, or found out by heuristics. */
export interface TransactionForms {
  readonly tryWitness: boolean;
  readonly tryNoWitness: boolean;
}

/** What `iswitness` of a call allows; left out, the node finds out by itself (document 2, decoderawtransaction). */
export function formsOf(iswitness: boolean | undefined): TransactionForms {
  return { tryWitness: iswitness !== false, tryNoWitness: iswitness !== true };
}

/** For what is to be signed or sent: with no input it could not be told from the form with a witness. */
const COMPLETE: TransactionForms = { tryWitness: true, tryNoWitness: false };

/** A transaction out of its bytes in hex. Throws `RpcError` -22 for what is none. */
export function transactionFrom(hex: string, forms: TransactionForms): Transaction {
  return decoded(hex, forms, 'TX decode failed');
}

/** As `transactionFrom`, for transactions that have inputs. */
export function completeTransactionFrom(hex: string): Transaction {
  return decoded(hex, COMPLETE, 'TX decode failed. Make sure the tx has at least one input.');
}

function decoded(hex: string, forms: TransactionForms, message: string): Transaction {
  const transaction = isHex(hex) ? decodeTransaction(Buffer.from(hex, 'hex'), forms) : undefined;
  if (transaction === undefined) throw new RpcError(RpcCode.deserialization, message);
  return transaction;
}

/** What `createrawtransaction`, `createpsbt` and `walletcreatefundedpsbt` are told of a new transaction. */
export interface NewTransaction {
  readonly inputs: readonly InputItemArgument[];
  readonly outputs: OutputList;
  readonly locktime: number;
  readonly replaceable: boolean;
}

const VERSION = 2; // so that relative lock times count, BIP 68

/** A transaction made of arguments, without signatures. Throws `RpcError` as `inputsFrom` and `outputsFrom` do. */
export function newTransaction({ inputs, outputs, locktime, replaceable }: NewTransaction, params: ChainParams): TxParts {
  return {
    version: VERSION,
    locktime: locktimeFrom(locktime),
    inputs: inputsFrom(inputs, { locktime, replaceable }),
    outputs: outputsFrom(outputs, params),
  };
}
