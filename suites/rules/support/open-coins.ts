import { MATURITY } from '../../../fixtures/world/ingredients/coin-pool.ts';
import { sendTransaction } from '../../../fixtures/world/ingredients/sending.ts';
import { sha256 } from '@noble/hashes/sha2.js';
import { segwitAddress } from '../../../fixtures/world/keys.ts';
import type { ChainParameters, OutpointValue } from '../../../fixtures/world/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import { payToWitnessScriptHash } from '../../../oracles/addresses.ts';
import { compactSize, joined, littleEndian, sameBytes, toHex, withLength } from '../../../oracles/bytes.ts';
import { outpointBytes, outputBytes, parseTransaction, txidOf, type RawTransaction, type TxOutput } from '../../../oracles/transaction.ts';
import { present } from '../../support/present.ts';
import { rawBlock } from './raw-block.ts';

/** A coin that anyone can spend without a signature: P2WSH of OP_TRUE. Every pool of the family accepts such payments. */
export interface OpenCoin extends OutpointValue {
  readonly valueSat: bigint;
}

const WITNESS_SCRIPT = Uint8Array.of(0x51);
const FINAL = 0xffffffff;
/** Far above the minimum fee of a pool, for a transaction of some kilobytes. */
const FEE_SAT = 1_000_000n;

export const openScript: Uint8Array = payToWitnessScriptHash(WITNESS_SCRIPT);

const openAddress = ({ hrp }: ChainParameters): string => segwitAddress(sha256(WITNESS_SCRIPT), hrp);

/** A transaction that spends an open coin. */
export const spendOpen = (coin: OpenCoin, outputs: readonly TxOutput[]): RawTransaction => spendOpens([coin], outputs);

/** A transaction that spends open coins. */
export function spendOpens(coins: readonly OpenCoin[], outputs: readonly TxOutput[]): RawTransaction {
  return parseTransaction(
    joined(
      littleEndian(2, 4),
      [0, 1],
      compactSize(coins.length),
      ...coins.map((coin) => joined(outpointBytes(coin), [0], littleEndian(FINAL, 4))),
      compactSize(outputs.length),
      joined(...outputs.map(outputBytes)),
      ...coins.map(() => joined([1], withLength(WITNESS_SCRIPT))),
      littleEndian(0, 4),
    ),
  );
}

/** Mines a coin, and splits it into this number of confirmed open coins of the same value. */
export async function makeOpenCoins(t: Trial, count: number): Promise<OpenCoin[]> {
  const { world } = t;
  const { address: unowned } = await world.use('unownedAddress');
  const [blockhash = ''] = await world.mine(1, openAddress(await world.use('chainParameters')));
  await world.mine(MATURITY, unowned);
  const mined = present(t, (await rawBlock(t, blockhash)).transactions[0], 'the block that getblock returned has no transactions');
  const vout = mined.outputs.findIndex(({ script }) => sameBytes(script, openScript));
  const paid = present(t, mined.outputs[vout], 'the block that getblock returned does not pay the address to which it was mined');
  const valueSat = (paid.valueSat - FEE_SAT) / BigInt(count);
  const split = spendOpen(
    { txid: txidOf(mined), vout, valueSat: paid.valueSat },
    Array.from({ length: count }, () => ({ valueSat, script: openScript })),
  );
  const txid = await sendTransaction(world, toHex(split.bytes));
  await world.mine(1, unowned);
  return Array.from({ length: count }, (_, index) => ({ txid, vout: index, valueSat }));
}
