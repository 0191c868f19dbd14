import type { Psbt, PsbtInput, PsbtOutput } from './types.ts';

/**
 * The Combiner of BIP 174: merges the entries of several PSBTs; for conflicting entries the earlier PSBT counts.
 * Undefined if they are not of the same transaction.
 */
export function combinePsbts(first: Psbt, others: readonly Psbt[]): Psbt | undefined {
  if (others.some(({ transaction }) => transaction.txid !== first.transaction.txid)) return undefined;
  return others.reduce<Psbt>(
    (into, from) => ({
      transaction: into.transaction,
      unknown: merged(into.unknown, from.unknown),
      inputs: into.inputs.map((input, index) => mergedInput(input, from.inputs[index]!)),
      outputs: into.outputs.map((output, index) => mergedOutput(output, from.outputs[index]!)),
    }),
    first,
  );
}

function mergedInput(into: PsbtInput, from: PsbtInput): PsbtInput {
  return {
    ...from,
    ...into,
    partialSignatures: merged(into.partialSignatures, from.partialSignatures),
    derivations: merged(into.derivations, from.derivations),
    unknown: merged(into.unknown, from.unknown),
  };
}

function mergedOutput(into: PsbtOutput, from: PsbtOutput): PsbtOutput {
  return { ...from, ...into, derivations: merged(into.derivations, from.derivations), unknown: merged(into.unknown, from.unknown) };
}

function merged<T>(into: ReadonlyMap<string, T>, from: ReadonlyMap<string, T>): ReadonlyMap<string, T> {
  return from.size === 0 ? into : new Map([...from, ...into]);
}
