import { newChangeAddress } from '../../../fixtures/world/ingredients/addresses.ts';
import { sendTransaction } from '../../../fixtures/world/ingredients/sending.ts';
import { feeFor } from '../../../fixtures/world/relay-fee.ts';
import type { ForeignKey, SpendableOutput } from '../../../fixtures/world/types.ts';
import { satoshis } from '../../../client/wire-json.ts';
import type { Trial } from '../../../engine/trial.ts';
import { parseTransaction, totalOut, type RawTransaction } from '../../../oracles/transaction.ts';
import type { BumpFeeOptionsArgument, BumpFeeResult } from '../../../specs/model/generated/wire.d.ts';
import { makeTransaction, REPLACEABLE } from './spending.ts';

/** A wallet transaction in the pool with one input, to be bumped. */
export interface Original {
  readonly txid: string;
  readonly transaction: RawTransaction;
  readonly coin: SpendableOutput;
  readonly feeSat: bigint;
  /** Output 0; its key is known here, and not to the wallet. */
  readonly payee: ForeignKey;
  readonly paidSat: bigint;
  /** Output 1; undefined without change. */
  readonly changeSat: bigint | undefined;
}

interface OriginalOptions {
  /** Sequence number of the only input. Default: one that signals replaceability. */
  readonly sequence?: number;
  /** Minimum amount of change, or `none` for no change output. Default: most of the coin. */
  readonly change?: bigint | 'none';
  /** Default: about 70 sat per byte, well above the minimum of a pool. */
  readonly feeSat?: bigint;
}

export async function original(t: Trial, { sequence = REPLACEABLE, change, feeSat: given }: OriginalOptions = {}): Promise<Original> {
  const { world } = t;
  const feeSat = given ?? (await feeFor(world));
  const coin = await world.fresh('spendable');
  const payee = await world.fresh('foreignKey');
  const spendableSat = coin.amountSat - feeSat;
  const changeSat =
    change === 'none' ? undefined : (change ?? spendableSat - BigInt(world.randomFor('change').integer(10_000_000, 60_000_000)));
  const paidSat = spendableSat - (changeSat ?? 0n);
  const amounts: [string, bigint][] = [[payee.addresses.bech32, paidSat]];
  if (changeSat !== undefined) amounts.push([await newChangeAddress(world), changeSat]);
  const hex = await makeTransaction(world, [{ ...coin, sequence }], amounts);
  return { txid: await sendTransaction(world, hex), transaction: parseTransaction(hex), coin, feeSat, payee, paidSat, changeSat };
}

interface Bumped {
  readonly answer: BumpFeeResult;
  /** Fee of the new transaction in the answer. */
  readonly feeSat: bigint;
  readonly transaction: RawTransaction;
  /** Fee computed from the transaction; undefined when it spends other inputs than the original. */
  readonly paidFeeSat: bigint | undefined;
}

/** Calls bumpfee and reads the new transaction from the wallet. */
export async function bump(t: Trial, from: Original, options?: BumpFeeOptionsArgument): Promise<Bumped> {
  const answer = await t.result('bumpfee', { txid: from.txid, options });
  const { hex } = await t.result('gettransaction', { txid: answer.txid });
  const transaction = parseTransaction(hex);
  const [input, ...others] = transaction.inputs;
  const sameInput = others.length === 0 && input?.txid === from.coin.txid && input.vout === from.coin.vout;
  return {
    answer,
    feeSat: satoshis(answer.fee),
    transaction,
    paidFeeSat: sameInput ? from.coin.amountSat - totalOut(transaction) : undefined,
  };
}
