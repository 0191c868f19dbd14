import { checkAssetTransaction } from '../assets/asset-rules.ts';
import type { AssetUndo, MintVerifier } from '../assets/types.ts';
import type { Curve } from '../crypto/curve.ts';
import type { ScriptCache } from '../script/script-cache.ts';
import { formatSat, MAX_MONEY } from '../primitives/amount.ts';
import type { Block, Transaction } from '../primitives/types.ts';
import { scriptErrorText } from '../script/script-error.ts';
import { sigOpCost } from '../script/sigops.ts';
import type { CoinView } from './coin-view.ts';
import { MAX_BLOCK_SIGOPS_COST } from './limits.ts';
import type { ChainParams } from '../params.ts';
import { hasSequenceLocks, isUnlocked, sequenceLock } from './sequence-locks.ts';
import { checkSpending } from './tx-rules.ts';
import type { BlockUndo, Coin, CoinbaseRules, Rejection } from './types.ts';
import { verifyInputs } from './verify-inputs.ts';

/** Context in which a block is connected. */
export interface ConnectContext {
  readonly height: number;
  readonly parentMedianTime: number;
  /** Script flags at this height. */
  readonly flags: number;
  readonly subsidySat: bigint;
  readonly params: ChainParams;
  readonly scriptCache: ScriptCache;
  readonly curve: Curve;
  /** Whether to add valid transactions to the cache: for a block that will soon be connected again. */
  readonly remember: boolean;
  readonly coinbaseRules: readonly CoinbaseRules[];
  readonly mints: MintVerifier;
  /** Median time of the block's ancestor at a height. */
  readonly medianTimeAt: (height: number) => number;
}

export type Connection = { readonly undo: BlockUndo; readonly assetUndo: AssetUndo } | { readonly rejection: Rejection };

function isRejection(result: { readonly feeSat: bigint } | Rejection): result is Rejection {
  return 'reason' in result;
}

function spendAll(transaction: Transaction, view: CoinView): Coin[] | undefined {
  const coins: Coin[] = [];
  for (const input of transaction.inputs) {
    const coin = view.spend(input);
    if (coin === undefined) return undefined;
    coins.push(coin);
  }
  return coins;
}

/** Checks a transaction of the block against the coins it spends, and applies it to the assets; returns its fee if valid. */
function checkInBlock(
  transaction: Transaction,
  coins: readonly Coin[],
  { assets }: CoinView,
  context: ConnectContext,
): { readonly feeSat: bigint } | Rejection {
  const effect = checkAssetTransaction(transaction, coins, {
    height: context.height,
    place: 'block',
    mints: context.mints,
    assets,
  });
  if ('reason' in effect) return { ...effect, detail: `${effect.detail ?? effect.reason}, in transaction ${transaction.txid}` };
  assets.apply(effect);
  const spending = checkSpending(transaction, coins, { height: context.height, params: context.params, mintedSat: effect.mintedSat });
  if (isRejection(spending)) return { ...spending, detail: spending.detail ?? `in transaction ${transaction.txid}` };
  if (!hasSequenceLocks(transaction)) return spending;
  const lock = sequenceLock(
    transaction,
    coins.map(({ height }) => height),
    context.medianTimeAt,
  );
  return isUnlocked(lock, context.height, context.parentMedianTime)
    ? spending
    : { reason: 'bad-txns-nonfinal', detail: 'contains a non-BIP68-final transaction' };
}

/**
 * Validates a block, and applies it to the view: removes spent coins and adds new ones. After a rejection the view is
 * partly changed and must be discarded.
 */
export function connectBlock(block: Block, view: CoinView, context: ConnectContext): Connection {
  const { transactions } = block;
  const { height, flags, scriptCache } = context;
  const reject = (reason: string, detail?: string): Connection => ({ rejection: detail === undefined ? { reason } : { reason, detail } });
  if (transactions.some((transaction) => view.hasAnyOf(transaction))) return reject('bad-txns-BIP30', 'tried to overwrite transaction');
  const undo: Coin[][] = [];
  view.assets.begin();
  let feesSat = 0n;
  let sigOps = 0;
  for (const [index, transaction] of transactions.entries()) {
    const coins = index === 0 ? [] : spendAll(transaction, view);
    if (coins === undefined) return reject('bad-txns-inputs-missingorspent', `in transaction ${transaction.txid}`);
    if (index > 0) {
      const result = checkInBlock(transaction, coins, view, context);
      if (isRejection(result)) return { rejection: result };
      feesSat += result.feeSat;
      if (feesSat > MAX_MONEY) return reject('bad-txns-accumulated-fee-outofrange', 'accumulated fee in the block out of range');
      undo.push(coins);
    }
    sigOps += sigOpCost(transaction, coins, flags);
    if (sigOps > MAX_BLOCK_SIGOPS_COST) return reject('bad-blk-sigops', 'too many sigops');
    if (index > 0) {
      const failure = verifyInputs(transaction, coins, flags, context);
      if (failure !== undefined) {
        return reject(
          'block-validation-failed',
          `input ${failure.index} of transaction ${transaction.txid}: ${scriptErrorText(failure.error)}`,
        );
      }
      if (context.remember) scriptCache.add(transaction.wtxid, flags);
    }
    view.addOutputs(transaction, height);
  }
  const coinbase = transactions[0]!;
  const reward = coinbase.outputs.reduce((sum, { valueSat }) => sum + valueSat, 0n);
  const rewardSat = feesSat + context.subsidySat;
  const allowed = context.coinbaseRules.reduce((sum, rules) => sum + rules.budgetSat(height), rewardSat);
  if (reward > allowed)
    return reject('bad-cb-amount', `coinbase pays too much (actual=${formatSat(reward)} vs limit=${formatSat(allowed)})`);
  for (const rules of context.coinbaseRules) {
    const rejection = rules.check(coinbase, { height, rewardSat });
    if (rejection !== undefined) return { rejection };
  }
  return { undo, assetUndo: view.assets.undo() };
}

/** Reverts a block. @returns whether the coins were as the block must have left them */
export function disconnectBlock(
  block: Block,
  { undo, assetUndo }: { readonly undo: BlockUndo; readonly assetUndo: AssetUndo },
  view: CoinView,
  height: number,
): boolean {
  const { transactions } = block;
  view.assets.revert(assetUndo);
  if (undo.length !== transactions.length - 1) return false;
  let clean = true;
  for (let index = transactions.length - 1; index >= 0; index--) {
    const transaction = transactions[index]!;
    clean = view.removeOutputs(transaction, height) && clean;
    if (index === 0) break;
    const coins = undo[index - 1]!;
    if (coins.length !== transaction.inputs.length) return false;
    for (let i = coins.length - 1; i >= 0; i--) clean = view.restore(transaction.inputs[i]!, coins[i]!) && clean;
  }
  return clean;
}
