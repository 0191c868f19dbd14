import type { InputItemArgument } from '../../../specs/model/generated/methods.d.ts';
import type { ChainParams } from '../../params.ts';
import { decodeTransaction } from '../../script/decode-transaction.ts';
import type { Transaction, TxParts } from '../../primitives/types.ts';
import { RpcCode, RpcError } from '../errors.ts';
import { isHex } from './hashes.ts';
import { inputsFrom, locktimeFrom } from './inputs.ts';
import { outputsFrom, type OutputList } from './outputs.ts';

/** The forms in which bytes may be decoded as a transaction: with a witness, without, or both by heuristics. */
export interface TransactionForms {
  readonly tryWitness: boolean;
  readonly tryNoWitness: boolean;
}

/** The forms that `iswitness` allows; if it is left out, heuristics choose (document 2, decoderawtransaction). */
export function formsOf(iswitness: boolean | undefined): TransactionForms {
  return { tryWitness: iswitness !== false, tryNoWitness: iswitness !== true };
}

/** For transactions to sign or send. Without inputs, the form without a witness could be mistaken for the other. */
const COMPLETE: TransactionForms = { tryWitness: true, tryNoWitness: false };

/** Decodes a transaction from hex. Throws `RpcError` -22 for an invalid one. */
export function transactionFrom(hex: string, forms: TransactionForms): Transaction {
  return decoded(hex, forms, 'TX decode failed');
}

/** Like `transactionFrom`, for transactions with inputs. */
export function completeTransactionFrom(hex: string): Transaction {
  return decoded(hex, COMPLETE, 'TX decode failed. Make sure the tx has at least one input.');
}

/** Parses a transaction with inputs from hex; undefined if it is not one. */
export function completeTransactionOf(hex: string): Transaction | undefined {
  return decodedOrNone(hex, COMPLETE);
}

function decodedOrNone(hex: string, forms: TransactionForms): Transaction | undefined {
  return isHex(hex) ? decodeTransaction(Buffer.from(hex, 'hex'), forms) : undefined;
}

function decoded(hex: string, forms: TransactionForms, message: string): Transaction {
  const transaction = decodedOrNone(hex, forms);
  if (transaction === undefined) throw new RpcError(RpcCode.deserialization, message);
  return transaction;
}

/** Arguments of `createrawtransaction`, `createpsbt` and `walletcreatefundedpsbt` for a new transaction. */
export interface NewTransaction {
  readonly inputs: readonly InputItemArgument[];
  readonly outputs: OutputList;
  readonly locktime: number;
  readonly replaceable: boolean;
}

const VERSION = 2; // enables relative lock times, BIP 68

/** An unsigned transaction made from arguments. Throws `RpcError` as `inputsFrom` and `outputsFrom` do. */
export function newTransaction({ inputs, outputs, locktime, replaceable }: NewTransaction, params: ChainParams): TxParts {
  return {
    version: VERSION,
    locktime: locktimeFrom(locktime),
    inputs: inputsFrom(inputs, { locktime, replaceable }),
    outputs: outputsFrom(outputs, params),
  };
}
