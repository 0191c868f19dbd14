import { COIN_GUID, serviceVersion, type MintProof, type Payload } from '../../assets/types.ts';
import { makeTransaction } from '../../primitives/transaction.ts';
import type { Transaction } from '../../primitives/types.ts';
import { FundingError } from '../spend/funding-error.ts';
import type { SpendDeps } from '../spend/spend-deps.ts';
import type { WalletCoin } from '../types.ts';
import type { Wallet } from '../wallet.ts';
import { coinsOfScript } from './coins-of-script.ts';
import { carrier } from './owner-operations.ts';
import { buildService, type ServiceRequest } from './service-transaction.ts';

/** Coin that is burnt. */
export interface CoinBurn {
  readonly amountSat: bigint;
  /** On the external chain, for the bridged token; undefined to burn it for good. */
  readonly address: Buffer | undefined;
}

/**
 * An unsigned transaction that burns coin in its data output, with the fee on top (document 3, `coinburn`). Throws
 * `FundingError` and `WalletError` as `buildService` does.
 */
export function burnCoin({ amountSat, address }: CoinBurn, wallet: Wallet, deps: SpendDeps): Transaction {
  const payload: Payload =
    address === undefined ? { version: serviceVersion.coinBurn } : { version: serviceVersion.coinBurnToBridge, address };
  return unsigned({ outputs: [], payload: () => payload, burntSat: amountSat, inputs: [] }, wallet, deps);
}

/** What a proof mints. */
export interface Mint {
  /** `COIN_GUID` for the coin. */
  readonly guid: number;
  /** Smallest units of the asset, or satoshis. */
  readonly amount: bigint;
  /** Output script that receives it. */
  readonly script: Buffer;
  readonly proof: MintProof;
}

/**
 * An unsigned transaction that mints what a proof proves to be burnt, with the fee paid by the wallet (document 3,
 * `coinmint`). It spends a coin of the witness, which therefore has to sign. Throws `FundingError` if the wallet has no
 * such coin, and as `buildService` does.
 */
export function mintByProof({ guid, amount, script, proof }: Mint, wallet: Wallet, deps: SpendDeps): Transaction {
  const payload: Payload = { version: serviceVersion.mintByProof, allocations: [{ guid, outputs: [{ n: 0, amount }] }], proof };
  const isCoin = guid === COIN_GUID;
  return unsigned(
    {
      outputs: [isCoin ? { scriptPubKey: script, valueSat: amount, bearsFee: false } : carrier(script)],
      payload: () => payload,
      burntSat: 0n,
      inputs: [coinOf(proof.witness, wallet)],
      ...(isCoin && { mintedSat: amount }),
    },
    wallet,
    deps,
  );
}

function unsigned(request: ServiceRequest, wallet: Wallet, deps: SpendDeps): Transaction {
  const built = buildService(request, wallet, deps);
  built.keepChange();
  return makeTransaction(built.transaction);
}

/** The oldest coin of a script that carries no asset. Throws `FundingError`. */
function coinOf(script: Buffer, wallet: Wallet): WalletCoin {
  const [coin] = coinsOfScript(script, wallet);
  if (coin === undefined) throw new FundingError('The wallet has no coin of the witness address, which signs the mint by spending one');
  return coin;
}
