import type { Wire } from '../../../specs/model/wire.ts';
import { satoshis } from '../../../client/wire-json.ts';
import type { ForeignKey, SpendableOutput } from '../../../fixtures/world/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import { parseTransaction, totalOut, type RawTransaction } from '../../../oracles/transaction.ts';
import { changeAddress, makeTransaction, REPLACEABLE, send } from '../support/spending.ts';

/** Well above what a pool asks for, as a rate of about 70 sat a byte. */
const FEE_SAT = 10_000n;

/** A wallet transaction in the pool with one input, whose fee is to be raised. */
export interface Original {
  readonly txid: string;
  readonly transaction: RawTransaction;
  readonly coin: SpendableOutput;
  readonly feeSat: bigint;
  /** Output 0; its key is known here, and not to the wallet. */
  readonly payee: ForeignKey;
  readonly paidSat: bigint;
  /** Output 1, or undefined where all was paid. */
  readonly changeSat: bigint | undefined;
}

export interface OriginalOptions {
  /** Of the only input. Default: one that opts in to replacement. */
  readonly sequence?: number;
  /** Least amount of change, or `none` for no change output. Default: most of the coin. */
  readonly change?: bigint | 'none';
}

export async function original(t: Trial, { sequence = REPLACEABLE, change }: OriginalOptions = {}): Promise<Original> {
  const { world } = t;
  const coin = await world.fresh('spendable');
  const payee = await world.fresh('foreignKey');
  const spendableSat = coin.amountSat - FEE_SAT;
  const changeSat = change === 'none' ? undefined : (change ?? spendableSat - BigInt(world.randomFor('change').integer(10_000_000, 60_000_000)));
  const paidSat = spendableSat - (changeSat ?? 0n);
  const amounts: [string, bigint][] = [[payee.addresses.bech32, paidSat]];
  if (changeSat !== undefined) amounts.push([await changeAddress(world), changeSat]);
  const hex = await makeTransaction(world, [{ ...coin, sequence }], amounts);
  return { txid: await send(world, hex), transaction: parseTransaction(hex), coin, feeSat: FEE_SAT, payee, paidSat, changeSat };
}

interface BumpResult {
  readonly txid: string;
  readonly origfee: Wire;
  readonly fee: Wire;
  readonly errors: readonly string[];
}

export interface Bumped extends Omit<BumpResult, 'origfee' | 'fee'> {
  readonly origfeeSat: bigint;
  readonly feeSat: bigint;
  readonly transaction: RawTransaction;
  /** What the transaction really pays; undefined where it spends more than the original's input. */
  readonly paidFeeSat: bigint | undefined;
}

/** Raises the fee, and reads the new transaction from the wallet. */
export async function bump(t: Trial, from: Original, options?: { readonly [name: string]: Wire }): Promise<Bumped> {
  const result = await t.result<BumpResult>('bumpfee', { txid: from.txid, ...(options && { options }) });
  const { hex } = await t.result<{ hex: string }>('gettransaction', { txid: result.txid });
  const transaction = parseTransaction(hex);
  const [input, ...others] = transaction.inputs;
  const sameInput = others.length === 0 && input?.txid === from.coin.txid && input.vout === from.coin.vout;
  return {
    txid: result.txid,
    errors: result.errors,
    origfeeSat: satoshis(result.origfee),
    feeSat: satoshis(result.fee),
    transaction,
    paidFeeSat: sameInput ? from.coin.amountSat - totalOut(transaction) : undefined,
  };
}
