import type { MethodId, ServiceCall } from '../../specs/model/generated/wire.d.ts';
import type { AddressTypeName } from '../../fixtures/world/types.ts';
import type { AnyCall } from '../../fixtures/world/service-call.ts';
import type { WorldCallOptions } from '../../fixtures/world/world.ts';
import type { Arguments } from '../../fixtures/world/service.ts';
import type { Answer, Trial } from '../../engine/trial.ts';
import { payFromTrial, reserveCoins, type PaymentMade, type Recipient } from '../support/payments.ts';
import { withSpareWallet } from '../support/spare-wallets.ts';
import { holdsWithin } from '../support/wait-for.ts';

/** Maximum number of payments that a case makes into its wallet. */
const PAYMENTS = 7;

/** Time limit for a wallet to list a transaction in the pool of its own node. */
const LEARN_MS = 5_000;

/** A coin of the wallet. */
export interface CaseCoin {
  readonly txid: string;
  readonly vout: number;
  readonly address: string;
  readonly amountSat: bigint;
}

/** A wallet of one case. All its payments are known, so sums and lists can be computed exactly. */
export class CaseWallet {
  readonly name: string;
  /** Its initial coins, confirmed. */
  readonly coins: readonly CaseCoin[];
  readonly #t: Trial;

  constructor(t: Trial, name: string, coins: readonly CaseCoin[]) {
    this.#t = t;
    this.name = name;
    this.coins = coins;
  }

  /** A judged call to this wallet; see `Trial.result`. */
  readonly result = ((method: MethodId, args?: Arguments) =>
    (this.#t.result as AnyCall<WorldCallOptions>)(method, args, { wallet: this.name })) as ServiceCall<never>;

  /** A judged call to this wallet; see `Trial.call`. */
  call(method: string, args: Arguments = {}): Promise<Answer> {
    return this.#t.call(method, args, { wallet: this.name });
  }

  newAddress(label = '', type: AddressTypeName = 'bech32'): Promise<string> {
    return this.#t.world.result('getnewaddress', { label, address_type: type }, { wallet: this.name });
  }

  /** Pays from the wallet of the trial, and waits until this wallet knows the payment. Recipients as in `payFromTrial`. */
  async receive(recipients: readonly Recipient[]): Promise<PaymentMade> {
    const payment = await payFromTrial(this.#t, recipients);
    await this.knows(payment.txid);
    return payment;
  }

  /** Waits until this wallet knows a transaction: the pool notifies wallets asynchronously. Ends the case at the time limit. */
  async knows(txid: string): Promise<void> {
    const { service } = this.#t.world;
    await holdsWithin(this.#t, LEARN_MS, async () => {
      const reply = await service.call('gettransaction', { txid, include_watchonly: true }, { wallet: this.name });
      return reply.type === 'result';
    });
    await this.result('gettransaction', { txid, include_watchonly: true });
  }
}

/** Makes a wallet with confirmed coins of these amounts, each on its own address, and unloads it afterwards. */
export async function withCaseWallet(t: Trial, amountsSat: readonly bigint[], work: (wallet: CaseWallet) => Promise<void>): Promise<void> {
  await reserveCoins(t, PAYMENTS);
  await withNewWallet(t, async (name) => work(await filled(t, name, amountsSat)));
}

/** As `withCaseWallet`, for cases without payments: the chain need not pay the wallet of the trial first. */
export async function withUnpaidWallet(t: Trial, work: (wallet: CaseWallet) => Promise<void>): Promise<void> {
  await t.world.use('wallet'); // selects the wallet of calls without a wallet path before a second wallet is loaded
  await withNewWallet(t, (name) => work(new CaseWallet(t, name, [])));
}

async function withNewWallet({ node, world }: Trial, use: (name: string) => Promise<void>): Promise<void> {
  const { name } = await world.fresh('secondWallet');
  try {
    await use(name);
  } finally {
    if (node.alive()) await world.result('unloadwallet', { wallet_name: name });
  }
}

/**
 * As `withCaseWallet`, for cases that read only coins, balances, and their own addresses and transactions: the wallet may have
 * entries and labels of earlier cases. See `withSpareWallet`.
 */
export async function withSpareCaseWallet(
  t: Trial,
  amountsSat: readonly bigint[],
  work: (wallet: CaseWallet) => Promise<void>,
): Promise<void> {
  await reserveCoins(t, PAYMENTS);
  await withSpareWallet(t, async (name) => work(await filled(t, name, amountsSat)));
}

async function filled(t: Trial, name: string, amountsSat: readonly bigint[]): Promise<CaseWallet> {
  const { world } = t;
  const recipients: Recipient[] = [];
  for (const amountSat of amountsSat) {
    const address = await world.result('getnewaddress', { label: '', address_type: 'bech32' }, { wallet: name });
    recipients.push({ address, amountSat });
  }
  if (recipients.length === 0) return new CaseWallet(t, name, []);
  const { txid } = await payFromTrial(t, recipients);
  await world.mine(1);
  return new CaseWallet(
    t,
    name,
    recipients.map((recipient, vout) => ({ ...recipient, txid, vout })),
  );
}
