import { makeTransaction } from '../../primitives/transaction.ts';
import type { Outpoint, Transaction, TxInput } from '../../primitives/types.ts';
import { dataScript } from '../data-output.ts';
import { guidOf } from '../guid.ts';
import { ASSET_COST_SAT } from '../limits.ts';
import { type AssetFields, type MintProof, type Payload, type PayloadOf, serviceVersion } from '../types.ts';

type Input = Outpoint & Partial<TxInput>;

/** Outputs of a service transaction: all have this script and value, except the data output, which is the last. */
export interface Frame {
  readonly inputs: readonly Input[];
  readonly script: Buffer;
  /** Value of each output, satoshis. */
  readonly valuesSat: readonly bigint[];
  /** Value of the data output. */
  readonly dataSat?: bigint;
  readonly scriptSig?: Buffer;
}

export const emptyFields: AssetFields = {
  publicValue: 'a test',
  contract: Buffer.alloc(0),
  maxSupply: 1_000n,
  notary: Buffer.alloc(0),
  notaryDetails: undefined,
  auxFees: undefined,
  updateFlags: 127,
};

/** A transaction with a payload, valid or not. */
export function carry(payload: Payload, { inputs, script, valuesSat, dataSat = 0n, scriptSig = Buffer.alloc(0) }: Frame): Transaction {
  return makeTransaction({
    version: payload.version,
    inputs: inputs.map((input) => ({ scriptSig, sequence: 0xffffffff, witness: [], ...input })),
    outputs: [
      ...valuesSat.map((valueSat) => ({ valueSat, scriptPubKey: script })),
      { valueSat: dataSat, scriptPubKey: dataScript(payload) },
    ],
    locktime: 0,
  });
}

/** An assetnew whose first output has the ownership. */
export function assetNew(
  frame: Frame,
  changes: Partial<Omit<PayloadOf<typeof serviceVersion.assetNew>, 'version'>> = {},
): { readonly transaction: Transaction; readonly guid: number } {
  const guid = guidOf(frame.inputs[0]!);
  const payload: Payload = {
    version: serviceVersion.assetNew,
    allocations: [{ guid, outputs: [{ n: 0, amount: 0n }] }],
    symbol: 'TEST',
    precision: 2,
    ...emptyFields,
    ...changes,
  };
  return { transaction: carry(payload, { dataSat: ASSET_COST_SAT, ...frame }), guid };
}

/** An assetupdate whose first output has the ownership. */
export function assetUpdate(frame: Frame, guid: number, changes: Partial<AssetFields>): Transaction {
  return carry({ version: serviceVersion.assetUpdate, allocations: [{ guid, outputs: [{ n: 0, amount: 0n }] }], changes }, frame);
}

const numbered = (amounts: readonly bigint[]) => amounts.map((amount, n) => ({ n, amount }));

/** An assetsend whose first output has the ownership, and the next ones these amounts. */
export function assetSend(frame: Frame, guid: number, amounts: readonly bigint[]): Transaction {
  return carry({ version: serviceVersion.assetSend, allocations: [{ guid, outputs: numbered([0n, ...amounts]) }] }, frame);
}

/** A transfer of one asset to the first outputs. */
export function allocationSend(frame: Frame, guid: number, amounts: readonly bigint[]): Transaction {
  return carry({ version: serviceVersion.allocationSend, allocations: [{ guid, outputs: numbered(amounts) }] }, frame);
}

/** A burn for the external chain that leaves `change` to the first outputs. */
export function allocationBurn(frame: Frame, guid: number, amount: bigint, change: readonly bigint[] = []): Transaction {
  return carry(
    {
      version: serviceVersion.allocationBurn,
      allocations: change.length === 0 ? [] : [{ guid, outputs: numbered(change) }],
      burn: { guid, amount },
      address: Buffer.alloc(20, 0xee),
    },
    frame,
  );
}

/** A mint of a burn with this name, to the first output. */
export function mintByProof(frame: Frame, guid: number, amount: bigint, burn: string): Transaction {
  const proof: MintProof = {
    blockNumber: 1,
    transaction: Buffer.from(burn),
    txRoot: Buffer.alloc(32),
    merkleProof: Buffer.alloc(0),
    merklePath: Buffer.alloc(0),
    witness: Buffer.alloc(0),
  };
  return carry({ version: serviceVersion.mintByProof, allocations: [{ guid, outputs: [{ n: 0, amount }] }], proof }, frame);
}
