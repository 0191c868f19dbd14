import { outpointKey } from '../../primitives/outpoint.ts';
import { SEQUENCE_NOT_FINAL } from '../../primitives/sequences.ts';
import type { Outpoint, TxInput, TxParts } from '../../primitives/types.ts';
import { fundTransaction, type FundedTransaction } from '../spend/fund-transaction.ts';
import { FundingError } from '../spend/funding-error.ts';
import type { SpendDeps } from '../spend/spend-deps.ts';
import type { WalletCoin } from '../types.ts';
import type { Wallet } from '../wallet.ts';
import { coinsOfScript } from './coins-of-script.ts';

export interface AddressFunding {
  /** Output script of the address whose coins are preferred. */
  readonly script: Buffer;
  /** Place of the coin to spend among those of the address, the oldest first. Default: as many as are needed. */
  readonly index: number | undefined;
}

/**
 * Funds a service transaction from the coins of an address, and from others of the wallet where these do not suffice
 * (document 3, `cointxfund`). Change comes after the outputs, whose places the service data may name. Throws as
 * `fundTransaction` does.
 */
export function fundFromAddress(
  transaction: TxParts,
  { script, index }: AddressFunding,
  wallet: Wallet,
  deps: SpendDeps,
): FundedTransaction {
  const coins = coinsAt(script, transaction.inputs, wallet);
  if (index !== undefined && coins[index] === undefined)
    throw new FundingError(`Output ${index} of the address does not exist: it has ${coins.length} that can be spent`);
  const chosen = index === undefined ? enough(coins, transaction, wallet) : [coins[index]!];
  const inputs = [...transaction.inputs, ...chosen.map(inputOf)];
  const { version, locktime, outputs } = transaction;
  return fundTransaction(
    { version, locktime, inputs, outputs },
    {
      change: { position: outputs.length },
      fee: { estimateMode: 'UNSET' },
      feeBearers: new Set(),
      replaceable: undefined,
      includeWatchOnly: false,
      lockUnspents: false,
    },
    wallet,
    deps,
  );
}

/** The coins of a script that are not spent by these inputs, the oldest first. */
function coinsAt(script: Buffer, spent: readonly TxInput[], wallet: Wallet): WalletCoin[] {
  const taken = new Set(spent.map(outpointKey));
  return coinsOfScript(script, wallet).filter((coin) => !taken.has(outpointKey(coin)));
}

/** As many coins as cover what the outputs lack; the funding adds the fee from others of the wallet, if none is left over. */
function enough(coins: readonly WalletCoin[], { inputs, outputs }: TxParts, wallet: Wallet): WalletCoin[] {
  let missingSat = outputs.reduce((sum, { valueSat }) => sum + valueSat, 0n);
  for (const { txid, vout } of inputs) missingSat -= wallet.ledger.get(txid)?.transaction.outputs[vout]?.valueSat ?? 0n;
  const chosen: WalletCoin[] = [];
  for (const coin of coins) {
    if (missingSat < 0n) break;
    chosen.push(coin);
    missingSat -= coin.valueSat;
  }
  return chosen;
}

const inputOf = ({ txid, vout }: Outpoint): TxInput => ({
  txid,
  vout,
  scriptSig: Buffer.alloc(0),
  sequence: SEQUENCE_NOT_FINAL,
  witness: [],
});
