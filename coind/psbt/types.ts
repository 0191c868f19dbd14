import type { Transaction, TxOutput } from '../primitives/types.ts';
import type { KeyOrigin } from '../script/signature-data.ts';

/** Unknown entries, preserved: value by key, both as hex. */
export type UnknownEntries = ReadonlyMap<string, string>;

/** Data of one input. Public keys are hex. */
export interface PsbtInput {
  /** The complete previous transaction. */
  readonly previous?: Transaction;
  /** The spent output, if it is a witness output. */
  readonly witnessOutput?: TxOutput;
  /** DER signature with its type byte, by public key. */
  readonly partialSignatures: ReadonlyMap<string, Buffer>;
  readonly sighashType?: number;
  readonly redeemScript?: Buffer;
  readonly witnessScript?: Buffer;
  readonly derivations: ReadonlyMap<string, KeyOrigin>;
  readonly finalScriptSig?: Buffer;
  readonly finalWitness?: readonly Buffer[];
  readonly unknown: UnknownEntries;
}

/** Data of one output. */
export interface PsbtOutput {
  readonly redeemScript?: Buffer;
  readonly witnessScript?: Buffer;
  readonly derivations: ReadonlyMap<string, KeyOrigin>;
  readonly unknown: UnknownEntries;
}

/** A partially signed transaction, BIP 174. Immutable. */
export interface Psbt {
  /** Without signatures. */
  readonly transaction: Transaction;
  /** One for each input of the transaction. */
  readonly inputs: readonly PsbtInput[];
  /** One for each output of the transaction. */
  readonly outputs: readonly PsbtOutput[];
  readonly unknown: UnknownEntries;
}

/** The Creator of BIP 174: a PSBT with only a transaction, which must have no signatures. */
export function createPsbt(transaction: Transaction): Psbt {
  return {
    transaction,
    inputs: transaction.inputs.map(() => ({ partialSignatures: new Map(), derivations: new Map(), unknown: new Map() })),
    outputs: transaction.outputs.map(() => ({ derivations: new Map(), unknown: new Map() })),
    unknown: new Map(),
  };
}

/** Whether the input has its final scripts. */
export function isFinal({ finalScriptSig, finalWitness }: PsbtInput): boolean {
  return finalScriptSig !== undefined || finalWitness !== undefined;
}

/**
 * The output that an input spends; undefined if the PSBT does not contain it, or contains one of another transaction.
 */
export function spentOutput({ transaction, inputs }: Psbt, index: number): TxOutput | undefined {
  const spends = transaction.inputs[index];
  const input = inputs[index];
  if (spends === undefined || input === undefined) return undefined;
  if (input.previous === undefined) return input.witnessOutput;
  return input.previous.txid === spends.txid ? input.previous.outputs[spends.vout] : undefined;
}
