import { dataScript } from '../../assets/data-output.ts';
import { guidOf } from '../../assets/guid.ts';
import type { Payload } from '../../assets/types.ts';
import { makeTransaction } from '../../primitives/transaction.ts';
import { SEQUENCE_NOT_FINAL, SEQUENCE_REPLACEABLE } from '../../primitives/sequences.ts';
import type { Outpoint, Transaction, TxOutput, TxParts } from '../../primitives/types.ts';
import { buildTransaction, type BuiltTransaction, type Payment } from '../spend/build-transaction.ts';
import { currentLocktime, signBuilt } from '../spend/pay.ts';
import type { SpendDeps } from '../spend/spend-deps.ts';
import type { Wallet } from '../wallet.ts';
import { AssetError } from './asset-error.ts';

/** A service transaction that a wallet shall make. */
export interface ServiceRequest {
  /** Before the data output and the change, so that the allocations of the payload can name them by index. */
  readonly outputs: readonly Payment[];
  /** The payload, once the first input is known: its hash is the guid of a new asset. */
  readonly payload: (guid: number) => Payload;
  /** Coins that the data output burns, satoshis. */
  readonly burntSat: bigint;
  /** Coin that the payload mints for the outputs, satoshis. Default: none. */
  readonly mintedSat?: bigint;
  /** Coins that are spent in any case, before others. */
  readonly inputs: readonly Outpoint[];
}

/** The guid with the longest encoding: what is built for it has room for every other one. */
const LONGEST_GUID = 0xffff_ffff;

/**
 * Creates a service transaction of a wallet: it adds coins for outputs, burnt coins and fee, signs, records and submits it.
 * Throws `FundingError`, `WalletError` as `payFromWallet` does, and `AssetError` (asset-refused) if the mempool refuses it;
 * then nothing is changed.
 */
export function sendService(request: ServiceRequest, wallet: Wallet, deps: SpendDeps): Transaction {
  const provider = wallet.keychain.signing(); // first, so that a locked wallet throws before anything is changed
  const built = buildService(request, wallet, deps);
  const transaction = makeTransaction(signBuilt(built, wallet, provider, deps));
  const answer = deps.mempool.accept(transaction, { test: true });
  if (!answer.ok) {
    built.discard();
    const { reason, detail } = answer;
    throw new AssetError('asset-refused', detail === undefined ? reason : `${reason}, ${detail}`);
  }
  built.keepChange();
  wallet.commit(transaction);
  return transaction;
}

/** The unsigned transaction, with its payload. Throws `FundingError` and `WalletError` as `buildTransaction` does. */
export function buildService(request: ServiceRequest, wallet: Wallet, deps: SpendDeps): BuiltTransaction {
  const { outputs, payload, burntSat, mintedSat = 0n, inputs } = request;
  const { replaceable } = deps.options.wallet;
  const sequence = replaceable ? SEQUENCE_REPLACEABLE : SEQUENCE_NOT_FINAL;
  const draft = payload(LONGEST_GUID);
  const dataOutput: Payment = { scriptPubKey: dataScript(draft), valueSat: burntSat, bearsFee: false };
  const built = buildTransaction(
    {
      version: draft.version,
      locktime: currentLocktime(deps),
      payments: [...outputs, dataOutput],
      mintedSat,
      inputs: inputs.map(({ txid, vout }) => ({ txid, vout, scriptSig: Buffer.alloc(0), sequence, witness: [] })),
      change: { position: outputs.length + 1 },
      fee: { estimateMode: 'UNSET' },
      replaceable,
      minConfirmations: 0,
      includeWatchOnly: false,
    },
    wallet,
    deps,
  );
  return { ...built, transaction: withData(built.transaction, outputs.length, payload) };
}

/** A transaction with the payload for its first input. It is not longer than the draft, so the fee suffices. */
function withData(transaction: TxParts, vout: number, payload: ServiceRequest['payload']): TxParts {
  const scriptPubKey = dataScript(payload(guidOf(transaction.inputs[0]!)));
  const outputs: TxOutput[] = transaction.outputs.map((output, index) => (index === vout ? { ...output, scriptPubKey } : output));
  return { ...transaction, outputs };
}
