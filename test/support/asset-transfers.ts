import { readAllocationList, type AssetAllocation } from '../../oracles/allocation-list.ts';
import { ByteReader } from '../../oracles/bytes.ts';
import { scriptParts } from '../../oracles/script.ts';
import { parseTransaction } from '../../oracles/transaction.ts';
import { TRANSFER_VERSION, transferScript } from '../../load/transactions/asset-transfer.ts';
import { openCurve } from '../../load/transactions/curve.ts';
import { keysOf } from '../../load/transactions/keys.ts';
import { outputsTo, preparedOutpoint, sendable, Signer } from '../../load/transactions/sign.ts';
import type { PreparedHeader } from '../../load/transactions/types.ts';

const OP_RETURN = 0x6a;

/** What a transaction is as a transfer. */
export interface Transfer {
  readonly version: number;
  /** Script of its data output. */
  readonly script: Uint8Array;
  readonly allocations: readonly AssetAllocation[];
}

/** Throws if the transaction has no data output, or more in it than an allocation list. */
export function transferIn(hex: string): Transfer {
  const { version, outputs } = parseTransaction(hex);
  const [data, ...others] = outputs.filter(({ script }) => script[0] === OP_RETURN);
  if (data === undefined || others.length > 0) throw new Error(`${others.length + 1} data outputs in ${hex}`);
  const reader = new ByteReader(scriptParts(data.script)[1]!.push!);
  const allocations = readAllocationList(reader);
  reader.end();
  return { version, script: data.script, allocations };
}

/** A prepared transfer signed anew, whose first output carries one unit more than before. @param index in the prepared file */
export function overspent(hex: string, index: number, { seed, outputsPerTx, outputSat, feeSat }: PreparedHeader): string {
  const curve = openCurve();
  const { ring } = keysOf(seed, curve);
  const { txid, vout } = preparedOutpoint(hex);
  const [allocation] = transferIn(hex).allocations;
  if (allocation === undefined) throw new Error(`no allocation in ${hex}`);
  const amounts = allocation.outputs.map(({ amount }, output) => (output === 0 ? amount + 1n : amount));
  const key = ring[index % ring.length]!;
  const coin = { txid: Buffer.from(txid, 'hex').reverse(), vout, valueSat: BigInt(outputsPerTx * outputSat + feeSat), key };
  const payments = Array.from({ length: outputsPerTx }, () => ({ key, valueSat: BigInt(outputSat) }));
  return sendable(new Signer(curve, TRANSFER_VERSION).sign([coin], outputsTo(payments, transferScript(allocation.guid, amounts)))).hex;
}
