import { carriedOf } from '../assets/data-output.ts';
import { UNCONFIRMED_HEIGHT } from '../chain/limits.ts';
import type { Curve } from '../crypto/curve.ts';
import type { ChainParams } from '../params.ts';
import { hasSequenceLocks, isUnlocked, sequenceLock } from '../chain/sequence-locks.ts';
import { checkSpending, checkTransaction } from '../chain/tx-rules.ts';
import type { Chain, Coin, Rejection } from '../chain/types.ts';
import type { Transaction } from '../primitives/types.ts';
import { sigOpCost } from '../script/sigops.ts';
import { type AssetClaim, type AssetClaims, claimOf } from './asset-claims.ts';
import { feeAt } from './fee-rate.ts';
import { ancestorsWithinLimits, type ChainLimits } from './limits.ts';
import {
  areInputsStandard,
  checkStandard,
  isWitnessStandard,
  MAX_STANDARD_SIGOP_COST,
  MIN_STANDARD_TX_STRIPPED_SIZE,
  policyVsize,
} from './policy.ts';
import type { NewEntry, PoolGraph } from './pool-graph.ts';
import { MISSING_INPUTS } from './reasons.ts';
import { checkReplacement, findConflicts } from './replacement.ts';
import type { ReturningChains } from './returning-chains.ts';
import type { ScriptCache } from '../script/script-cache.ts';
import { checkScripts } from './script-check.ts';
import type { PoolEntry } from './types.ts';

/** Parts of a node that a decision depends on. */
export interface AcceptContext {
  readonly graph: PoolGraph;
  readonly claims: AssetClaims;
  readonly chain: Chain;
  readonly params: ChainParams;
  readonly limits: ChainLimits;
  readonly acceptNonStandard: boolean;
  readonly minRelayFeeRate: bigint;
  readonly incrementalFeeRate: bigint;
  readonly scriptCache: ScriptCache;
  readonly curve: Curve;
  /** The mempool's current minimum feerate, satoshis per 1000 vbytes. */
  floor(): bigint;
  feeDelta(txid: string): bigint;
}

export interface Request {
  readonly transaction: Transaction;
  /** Time of arrival, epoch seconds. */
  readonly time: number;
  readonly maxFeeSat?: bigint;
  /** With a transaction of a disconnected block: those that return with it. */
  readonly returning?: ReturningChains;
}

/** An acceptable transaction, and the entries that it replaces. */
export interface Admission {
  readonly entry: NewEntry;
  readonly parents: readonly string[];
  readonly ancestors: ReadonlyMap<string, PoolEntry>;
  readonly replaced: ReadonlyMap<string, PoolEntry>;
  readonly claim: AssetClaim | undefined;
}

type Decision = { readonly ok: true; readonly admission: Admission } | ({ readonly ok: false } & Rejection);

const refuse = (reason: string, detail?: string): Decision => ({ ok: false, reason, ...(detail !== undefined && { detail }) });

/**
 * Checks a transaction against consensus rules for the next block and against policy, and changes nothing. The order of
 * the checks is the family's, so that of several faults the same one is reported; the expensive scripts come last.
 */
export function checkAcceptance(context: AcceptContext, request: Request): Decision {
  const { graph, chain, limits, acceptNonStandard } = context;
  const { transaction, time, maxFeeSat, returning } = request;
  const { tip } = chain;
  const malformed = checkTransaction(transaction);
  if (malformed !== undefined) return { ok: false, ...malformed };
  if (transaction.isCoinbase) return refuse('coinbase');
  const unusual = acceptNonStandard ? undefined : checkStandard(transaction);
  if (unusual !== undefined) return { ok: false, ...unusual };
  if (transaction.strippedSize < MIN_STANDARD_TX_STRIPPED_SIZE) return refuse('tx-size-small');
  if (!chain.isFinal(transaction, tip.height + 1, tip.medianTime)) return refuse('non-final');
  const { txid } = transaction;
  if (graph.has(txid)) return refuse('txn-already-in-mempool');

  const conflicts = findConflicts(graph, transaction);
  if (!(conflicts instanceof Map)) return { ok: false, ...conflicts };
  const coins = spentCoins(context, transaction);
  if (coins === undefined) return refuse(hasCoins(chain, transaction) ? 'txn-already-known' : MISSING_INPUTS);
  if (!isSequenceUnlocked(chain, transaction, coins)) return refuse('non-BIP68-final');
  const effect = chain.checkAssets(transaction, coins);
  if ('reason' in effect) return { ok: false, ...effect };
  const { mintedSat } = effect;
  const spending = checkSpending(transaction, coins, { height: tip.height + 1, params: context.params, mintedSat });
  if ('reason' in spending) return { ok: false, ...spending };
  const { feeSat } = spending;

  if (!acceptNonStandard) {
    if (!areInputsStandard(transaction, coins)) return refuse('bad-txns-nonstandard-inputs');
    if (transaction.hasWitness && !isWitnessStandard(transaction, coins)) return refuse('bad-witness-nonstandard');
  }
  const cost = sigOpCost(transaction, coins);
  if (cost > MAX_STANDARD_SIGOP_COST) return refuse('bad-txns-too-many-sigops', `${cost}`);
  const { weight } = transaction;
  const vsize = policyVsize(weight, cost);
  const modifiedFeeSat = feeSat + context.feeDelta(txid);
  if (returning === undefined) {
    const floorSat = feeAt(context.floor(), vsize);
    if (floorSat > 0n && modifiedFeeSat < floorSat) return refuse('mempool min fee not met', `${modifiedFeeSat} < ${floorSat}`);
    const relaySat = feeAt(context.minRelayFeeRate, vsize);
    if (modifiedFeeSat < relaySat) return refuse('min relay fee not met', `${modifiedFeeSat} < ${relaySat}`);
  }

  const parents = graph.parentsOf(transaction);
  // A single replaced transaction no longer counts in the limits of its ancestors and descendants.
  const freed = conflicts.size === 1 ? conflicts.values().next().value : undefined;
  const adjustedLimits =
    freed === undefined
      ? limits
      : {
          ...limits,
          descendantCount: limits.descendantCount + 1,
          descendantVsize: limits.descendantVsize + freed.descendantVsize,
        };
  const beyond = returning?.refusal(transaction, vsize, adjustedLimits);
  if (beyond !== undefined) return { ok: false, ...beyond };
  const found =
    returning === undefined
      ? ancestorsWithinLimits(graph, parents, vsize, adjustedLimits)
      : { ok: true as const, ancestors: graph.withAncestors(parents) };
  if (!found.ok) return found;
  let replaced: ReadonlyMap<string, PoolEntry> = conflicts;
  if (conflicts.size > 0) {
    for (const conflict of conflicts.keys())
      if (found.ancestors.has(conflict))
        return refuse('bad-txns-spends-conflicting-tx', `${txid} spends conflicting transaction ${conflict}`);
    const outcome = checkReplacement(graph, {
      transaction,
      modifiedFeeSat,
      vsize,
      conflicts,
      incrementalFeeRate: context.incrementalFeeRate,
    });
    if (!(outcome instanceof Map)) return { ok: false, ...outcome };
    replaced = outcome;
  }

  const claim = claimOf(txid, effect, chain.assets);
  const clash = claim && context.claims.conflict(claim, chain.assets, replaced);
  if (clash !== undefined) return { ok: false, ...clash };

  const failure = checkScripts(transaction, coins, chain.scriptFlagsAfter(tip), context);
  if (failure !== undefined) return { ok: false, ...failure };
  if (maxFeeSat !== undefined && feeSat > maxFeeSat) return refuse('max-fee-exceeded', `${feeSat} > ${maxFeeSat}`);
  const entry: NewEntry = {
    transaction,
    txid,
    wtxid: transaction.wtxid,
    feeSat,
    modifiedFeeSat,
    vsize,
    weight,
    sigOpCost: cost,
    time,
    height: tip.height,
    spendsCoinbase: coins.some((coin) => coin.coinbase),
  };
  return { ok: true, admission: { entry, parents, ancestors: found.ancestors, replaced, claim } };
}

/** The coins that the inputs spend, of the mempool or the chain, even if already spent in the mempool; undefined if one is missing. */
export function spentCoins({ graph, chain }: Pick<AcceptContext, 'graph' | 'chain'>, transaction: Transaction): Coin[] | undefined {
  const coins: Coin[] = [];
  for (const input of transaction.inputs) {
    const parent = graph.get(input.txid);
    const coin = parent === undefined ? chain.coin(input) : poolCoin(parent.transaction, input.vout);
    if (coin === undefined) return undefined;
    coins.push(coin);
  }
  return coins;
}

/** An output of a transaction in the mempool. */
export function poolCoin(transaction: Transaction, vout: number): Coin | undefined {
  const output = transaction.outputs[vout];
  if (output === undefined) return undefined;
  const coin = { valueSat: output.valueSat, scriptPubKey: output.scriptPubKey, height: UNCONFIRMED_HEIGHT, coinbase: false };
  const asset = carriedOf(transaction).get(vout);
  return asset === undefined ? coin : { ...coin, asset };
}

function hasCoins(chain: Chain, { txid, outputs }: Transaction): boolean {
  return outputs.some((_, vout) => chain.coin({ txid, vout }) !== undefined);
}

/** Whether BIP 68 allows it in the next block. */
export function isSequenceUnlocked(chain: Chain, transaction: Transaction, coins: readonly Coin[]): boolean {
  if (!hasSequenceLocks(transaction)) return true;
  const { tip } = chain;
  const next = tip.height + 1;
  const heights = coins.map((coin) => (coin.height === UNCONFIRMED_HEIGHT ? next : coin.height));
  return isUnlocked(
    sequenceLock(transaction, heights, (height) => chain.atHeight(height)!.medianTime),
    next,
    tip.medianTime,
  );
}
