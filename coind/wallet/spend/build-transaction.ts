import { isServiceVersion } from '../../assets/data-output.ts';
import { DUST_RELAY_FEE_RATE, dustThresholdSat, MAX_STANDARD_TX_WEIGHT } from '../../mempool/policy.ts';
import { feeAt } from '../../mempool/fee-rate.ts';
import { outpointKey } from '../../primitives/outpoint.ts';
import type { Outpoint, TxInput, TxOutput, TxParts } from '../../primitives/types.ts';
import type { SigningProvider } from '../../script/signing-provider.ts';
import type { WalletCoin } from '../types.ts';
import type { Wallet } from '../wallet.ts';
import { changeFor, type Change, type ChangeChoice } from './change.ts';
import { branchAndBound, knapsack, shuffled, type Candidate } from './coin-selection.ts';
import { coinTiers } from './eligible-coins.ts';
import { chooseFeeRate, type FeeChoice } from './fee-choice.ts';
import { FundingError } from './funding-error.ts';
import { inputWeight, outputSize, signedSize, transactionWeight, vsizeOf, type SignedSize } from './input-weight.ts';
import { SEQUENCE_NOT_FINAL, SEQUENCE_REPLACEABLE } from '../../primitives/sequences.ts';
import type { SpendDeps } from './spend-deps.ts';

/** An output of the transaction. */
export interface Payment extends TxOutput {
  /** Whether its share of the fee is deducted from it. */
  readonly bearsFee: boolean;
}

export interface BuildRequest {
  readonly version: number;
  readonly locktime: number;
  readonly payments: readonly Payment[];
  /** Inputs that are spent in any case; they come first. */
  readonly inputs: readonly TxInput[];
  /** Coin that a proof mints beside the inputs, satoshis. */
  readonly mintedSat?: bigint;
  readonly change: ChangeChoice;
  readonly fee: FeeChoice;
  /** Whether added inputs opt in to replacement, BIP 125. */
  readonly replaceable: boolean;
  /** Minimum confirmations of selected coins. */
  readonly minConfirmations: number;
  readonly includeWatchOnly: boolean;
}

export interface BuiltTransaction {
  /** With only the signatures of the request. */
  readonly transaction: TxParts;
  readonly feeSat: bigint;
  /** -1 without change. */
  readonly changePosition: number;
  /** Takes the reserved key of the change out of the keypool. */
  keepChange(): void;
  /** Returns the key of the change to the keypool. */
  discard(): void;
}

/**
 * Extra weight of a transaction when inputs are added: the witness marker, a longer count of inputs, and rounding up to
 * whole virtual bytes.
 */
const ADDING_WEIGHT = 2 + 8 + 4;

/** An output to spend, with its size as an input. */
interface Spent {
  readonly input: TxInput;
  readonly valueSat: bigint;
  readonly size: SignedSize;
}

/**
 * Creates an unsigned transaction: selects coins of the wallet, adds change, and sets the fee. Throws `FundingError`, and
 * `WalletError` as `Wallet.reserveChange` does.
 */
export function buildTransaction(request: BuildRequest, wallet: Wallet, deps: SpendDeps): BuiltTransaction {
  const { payments } = request;
  if (payments.length === 0) throw new FundingError('Transaction must have at least one recipient');
  for (const { scriptPubKey, valueSat } of payments) {
    if (valueSat < dustThresholdSat(scriptPubKey)) throw new FundingError('Transaction amount too small');
  }
  const provider = wallet.keychain.signing({ withKeys: false });
  const rate = chooseFeeRate(request.fee, wallet, deps, request.replaceable);
  const change = changeFor(request.change, payments, wallet, deps.options);
  const draft = new Draft(request, rate, change, presetInputs(request, wallet, provider));
  const added = draft.isFunded ? [] : choose(draft, candidates(request, draft, wallet, provider), deps);
  return draft.finish(shuffled(added, deps.random), deps);
}

/** The inputs of the request. They must spend transactions of the wallet, which otherwise does not know their amounts. */
function presetInputs({ version, inputs, includeWatchOnly }: BuildRequest, wallet: Wallet, provider: SigningProvider): Spent[] {
  return inputs.map((input) => {
    const output = wallet.ledger.get(input.txid)?.transaction.outputs[input.vout];
    if (output === undefined) throw new FundingError('Insufficient funds');
    if (!isServiceVersion(version) && wallet.ledger.own(input)?.asset !== undefined)
      throw new FundingError(`The output ${input.txid}:${input.vout} carries an asset, which only a transaction of that asset may spend`);
    const size = signedSize(output.scriptPubKey, provider, includeWatchOnly);
    if (size === undefined) throw new FundingError('Missing solving data for estimating transaction size');
    return { input, valueSat: output.valueSat, size };
  });
}

interface SizedCoin extends Spent {
  readonly coin: WalletCoin;
}

function candidates(request: BuildRequest, draft: Draft, wallet: Wallet, provider: SigningProvider): Candidate<SizedCoin>[] {
  const { minConfirmations, includeWatchOnly, inputs, replaceable } = request;
  const preset = new Set(inputs.map(outpointKey));
  const sizes = new Map<string, SignedSize | undefined>();
  const coins = wallet.coins.list({ minConfirmations, includeWatchOnly, includeUnsafe: false });
  return coins.flatMap((coin): Candidate<SizedCoin>[] => {
    if (preset.has(outpointKey(coin))) return [];
    const key = coin.scriptPubKey.toString('latin1');
    if (!sizes.has(key)) sizes.set(key, signedSize(coin.scriptPubKey, provider, includeWatchOnly));
    const size = sizes.get(key);
    if (size === undefined) return [];
    const input = inputOf(coin, replaceable);
    return [
      {
        coin: { coin, input, valueSat: coin.valueSat, size },
        effectiveValueSat: draft.effectiveValueSat({ input, valueSat: coin.valueSat, size }),
      },
    ];
  });
}

function inputOf({ txid, vout }: Outpoint, replaceable: boolean): TxInput {
  return { txid, vout, scriptSig: Buffer.alloc(0), sequence: replaceable ? SEQUENCE_REPLACEABLE : SEQUENCE_NOT_FINAL, witness: [] };
}

/** Selects coins from the safest tier that suffices, preferably a set that needs no change. */
function choose(draft: Draft, all: readonly Candidate<SizedCoin>[], deps: SpendDeps): SizedCoin[] {
  const byCoin = new Map(all.map((candidate) => [candidate.coin.coin, candidate]));
  const tiers = coinTiers([...byCoin.keys()], deps).map((coins) => coins.map((coin) => byCoin.get(coin)!));
  const { missingSat } = draft;
  if (draft.mayMatchExactly) {
    for (const tier of tiers) {
      const found = branchAndBound(tier, missingSat, draft.costOfChangeSat);
      if (found) return found;
    }
  }
  for (const tier of tiers) {
    const found = knapsack(tier, missingSat, deps.random);
    if (found) return found;
  }
  throw new FundingError('Insufficient funds');
}

/** A transaction under construction: outputs, preset inputs, and the amount still missing. */
class Draft {
  readonly #request: BuildRequest;
  readonly #rate: bigint;
  readonly #change: Change;
  readonly #preset: readonly Spent[];
  readonly #heldSat: bigint;
  readonly #paidSat: bigint;
  readonly #outputSizes: readonly number[];
  readonly #bearers: number;

  constructor(request: BuildRequest, rate: bigint, change: Change, preset: readonly Spent[]) {
    this.#request = request;
    this.#rate = rate;
    this.#change = change;
    this.#preset = preset;
    this.#heldSat = preset.reduce((sum, { valueSat }) => sum + valueSat, request.mintedSat ?? 0n);
    this.#paidSat = request.payments.reduce((sum, { valueSat }) => sum + valueSat, 0n);
    this.#outputSizes = request.payments.map(({ scriptPubKey }) => outputSize(scriptPubKey));
    this.#bearers = request.payments.filter(({ bearsFee }) => bearsFee).length;
  }

  /** Whether the preset inputs suffice. */
  get isFunded(): boolean {
    const dueSat = this.#bearers > 0 ? 0n : this.#feeSat(this.#preset, false);
    return this.#preset.length > 0 && this.#heldSat >= this.#paidSat + dueSat;
  }

  /** The amount that selected coins must add. */
  get missingSat(): bigint {
    if (this.#bearers > 0) return this.#paidSat - this.#heldSat;
    const weight = this.#weight(this.#preset, false) + this.#preset.length + ADDING_WEIGHT;
    return this.#paidSat + feeAt(this.#rate, vsizeOf(weight)) - this.#heldSat;
  }

  /** Whether to look for a set without change: not if recipients pay the fee or inputs are preset, when change is likely. */
  get mayMatchExactly(): boolean {
    return this.#bearers === 0 && this.#preset.length === 0;
  }

  /** The fee for creating and later spending change: the maximum excess that is paid as fee instead. */
  get costOfChangeSat(): bigint {
    return feeAt(this.#rate, this.#change.size) + feeAt(DUST_RELAY_FEE_RATE, this.#change.spendingVsize);
  }

  /** The effective value of a coin: its amount, less the fee for spending it if the sender pays the fee. */
  effectiveValueSat({ valueSat, size }: Spent): bigint {
    if (this.#bearers > 0) return valueSat;
    return valueSat - (this.#rate * BigInt(inputWeight(size)) + 3999n) / 4000n; // rounded up
  }

  finish(added: readonly Spent[], { random, options }: SpendDeps): BuiltTransaction {
    const spent = [...this.#preset, ...added];
    const heldSat = spent.reduce((sum, { valueSat }) => sum + valueSat, this.#request.mintedSat ?? 0n);
    const dueSat = this.#bearers > 0 ? 0n : this.#feeSat(spent, true);
    const overSat = heldSat - this.#paidSat - dueSat;
    const change = overSat > 0n && overSat >= this.#change.dustSat ? { valueSat: overSat, scriptPubKey: this.#change.take() } : undefined;
    // An excess that is too small for change is added to the fee.
    const leftSat = heldSat - this.#paidSat - (change?.valueSat ?? 0n);
    const wantedSat = this.#feeSat(spent, change !== undefined);
    const feeSat = leftSat > wantedSat ? leftSat : wantedSat;
    try {
      if (feeSat > options.wallet.maxFeeSat) throw new FundingError('Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)');
      if (this.#weight(spent, change !== undefined) > MAX_STANDARD_TX_WEIGHT) throw new FundingError('Transaction too large');
      const outputs: TxOutput[] = this.#payments(feeSat - leftSat);
      const changePosition = change ? (this.#request.change.position ?? random.below(outputs.length + 1)) : -1;
      if (change) outputs.splice(changePosition, 0, change);
      const { version, locktime } = this.#request;
      return {
        transaction: { version, locktime, inputs: spent.map(({ input }) => input), outputs },
        feeSat,
        changePosition,
        keepChange: () => this.#change.keep(),
        discard: () => this.#change.release(),
      };
    } catch (error) {
      this.#change.release();
      throw error;
    }
  }

  /** The payments, less their shares of the fee; the first of these also pays the remainder of the division. */
  #payments(deductedSat: bigint): TxOutput[] {
    const bearers = BigInt(this.#bearers);
    if (bearers === 0n) {
      if (deductedSat > 0n) throw new FundingError('Insufficient funds');
      return this.#request.payments.map(({ valueSat, scriptPubKey }) => ({ valueSat, scriptPubKey }));
    }
    let restSat = deductedSat % bearers;
    return this.#request.payments.map(({ valueSat, scriptPubKey, bearsFee }) => {
      if (!bearsFee) return { valueSat, scriptPubKey };
      const leftSat = valueSat - deductedSat / bearers - restSat;
      restSat = 0n;
      if (leftSat < 0n) throw new FundingError('The transaction amount is too small to pay the fee');
      if (leftSat < dustThresholdSat(scriptPubKey))
        throw new FundingError('The transaction amount is too small to send after the fee has been deducted');
      return { valueSat: leftSat, scriptPubKey };
    });
  }

  #feeSat(spent: readonly Spent[], withChange: boolean): bigint {
    return feeAt(this.#rate, vsizeOf(this.#weight(spent, withChange)));
  }

  #weight(spent: readonly Spent[], withChange: boolean): number {
    const sizes = withChange ? [...this.#outputSizes, this.#change.size] : this.#outputSizes;
    return transactionWeight(
      spent.map(({ size }) => size),
      sizes,
    );
  }
}
