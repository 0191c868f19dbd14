import type { FundingOptionsArgument, OutputItemArgument } from '../../../specs/model/generated/wire.d.ts';
import { formatSat } from '../../../client/wire-json.ts';
import type { Answer, Trial } from '../../../engine/trial.ts';
import type { ForeignKey } from '../../../fixtures/world/types.ts';
import { parsePsbt } from '../../../oracles/psbt.ts';
import { parseTransaction, type RawTransaction } from '../../../oracles/transaction.ts';
import { amountSat } from '../../support/amounts.ts';
import { decoded } from '../../support/decoded.ts';
import { foreignAddress, randomAmountSat, type Recipient } from '../../support/payments.ts';
import { withCaseWallet, withSpareCaseWallet, type CaseWallet } from '../case-wallet.ts';

/** An unsigned transaction that the wallet funded. */
export interface FundedPayment {
  readonly transaction: RawTransaction;
  readonly feeSat: bigint;
  readonly changepos: number;
}

/** A method that selects coins of a wallet for given payments; both take the same options. */
export interface Funder {
  readonly method: 'fundrawtransaction' | 'walletcreatefundedpsbt';
  /** A judged call; see `Trial.result`. */
  readonly fund: (t: Trial, wallet: CaseWallet, payments: readonly Recipient[], options?: FundingOptionsArgument) => Promise<FundedPayment>;
  /** A judged call that may be refused; see `Trial.call`. */
  readonly attempt: (t: Trial, wallet: CaseWallet, payments: readonly Recipient[], options?: FundingOptionsArgument) => Promise<Answer>;
}

/** Payments of small random amounts to addresses outside the wallet. */
export async function smallPayments(t: Trial, count: number): Promise<Recipient[]> {
  const list: Recipient[] = [];
  for (let i = 0; i < count; i++)
    list.push({ address: await foreignAddress(t), amountSat: BigInt(t.random.integer(1_000_000, 4_000_000)) });
  return list;
}

const outputsOf = (payments: readonly Recipient[]): OutputItemArgument[] =>
  payments.map(({ address, amountSat: sat }) => ({ [address]: formatSat(sat) }));

const unfunded = (t: Trial, payments: readonly Recipient[]): Promise<string> =>
  t.world.result('createrawtransaction', { inputs: [], outputs: outputsOf(payments) });

const RAW: Funder = {
  method: 'fundrawtransaction',
  fund: async (t, wallet, payments, options) => {
    const { hex, fee, changepos } = await wallet.result('fundrawtransaction', { hexstring: await unfunded(t, payments), options });
    const transaction = decoded(t, 'the funded transaction', () => parseTransaction(hex, { witness: false }));
    return { transaction, feeSat: amountSat(t, fee, 'fee'), changepos };
  },
  attempt: async (t, wallet, payments, options) =>
    wallet.call('fundrawtransaction', { hexstring: await unfunded(t, payments), options: options as never }),
};

const PSBT: Funder = {
  method: 'walletcreatefundedpsbt',
  fund: async (t, wallet, payments, options) => {
    const { psbt, fee, changepos } = await wallet.result('walletcreatefundedpsbt', {
      inputs: [],
      outputs: outputsOf(payments),
      locktime: 0,
      options,
    });
    const { transaction } = decoded(t, 'the PSBT', () => parsePsbt(psbt));
    return { transaction, feeSat: amountSat(t, fee, 'fee'), changepos };
  },
  attempt: async (_, wallet, payments, options) =>
    wallet.call('walletcreatefundedpsbt', { inputs: [], outputs: outputsOf(payments) as never, locktime: 0, options: options as never }),
};

/** Both methods, for what the documents say of the options that they share. */
export const FUNDERS = [RAW, PSBT] as const;
/** `walletcreatefundedpsbt`. */
export const PSBT_FUNDER = PSBT;

/** An amount of a coin that is large enough to pay some payments of these cases, with change. */
export const largeSat = (t: Trial): bigint => 100_000_000n + randomAmountSat(t);

/** Makes a wallet whose only coin is large; see `largeSat` and `withSpareCaseWallet`. */
export const withLargeCoin = (t: Trial, work: (wallet: CaseWallet) => Promise<void>): Promise<void> =>
  withSpareCaseWallet(t, [largeSat(t)], work);

/** Makes a wallet whose only coin, output 0 of `txid`, is large and watch-only, on an address of `key`; see `withCaseWallet`. */
export const withWatchedCoin = (t: Trial, work: (wallet: CaseWallet, key: ForeignKey, txid: string) => Promise<void>): Promise<void> =>
  withCaseWallet(t, [], async (wallet) => {
    const key = await t.world.fresh('foreignKey');
    await wallet.result('importpubkey', { pubkey: key.publicKey, label: 'watched', rescan: false });
    const { txid } = await wallet.receive([{ address: key.addresses.bech32, amountSat: largeSat(t) }]);
    await t.world.mine(1);
    await work(wallet, key, txid);
  });
