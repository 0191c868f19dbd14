import { publicKeyHashScript } from '../../../fixtures/world/keys.ts';
import type { OutpointValue } from '../../../fixtures/world/types.ts';
import type { Trial } from '../../../engine/trial.ts';
import { payFromTrial, type Recipient } from '../../support/payments.ts';

/** A confirmed output of a wallet. */
export interface FundedCoin extends OutpointValue {
  readonly amountSat: bigint;
}

/** A new wallet whose only outputs are these. */
export interface FundedWallet {
  readonly name: string;
  readonly coins: readonly FundedCoin[];
}

/** Maximum number of wallets made at once, with one payment and one block: some nodes of this family stop at a certain height. */
const BATCH = 6;

/** New wallets for the runs of a model, each with outputs of the same amounts, at most 0.3 coins in total. */
export class FundedWallets {
  readonly #t: Trial;
  readonly #amountsSat: readonly bigint[];
  readonly #ready: FundedWallet[] = [];
  #left: number;

  /** `expected`: number of wallets that will be taken if no run fails; more are taken while a sequence is shortened. */
  constructor(t: Trial, amountsSat: readonly bigint[], expected: number) {
    this.#t = t;
    this.#amountsSat = amountsSat;
    this.#left = expected;
  }

  /** A wallet that no other run has; it is loaded. */
  async take(): Promise<FundedWallet> {
    if (this.#ready.length === 0) await this.#make(this.#left > 0 ? Math.min(BATCH, this.#left) : BATCH);
    this.#left--;
    const wallet = this.#ready.shift() as FundedWallet;
    await loaded(this.#t, wallet.name);
    return wallet;
  }

  async #make(count: number): Promise<void> {
    const { world } = this.#t;
    const names: string[] = [];
    const recipients: Recipient[] = [];
    await world.use('wallet'); // selects the wallet of calls without a wallet path before another one is loaded
    for (let made = 0; made < count; made++) {
      const { name } = await world.fresh('secondWallet');
      names.push(name);
      for (const amountSat of this.#amountsSat) {
        const address = await world.result('getnewaddress', { label: '', address_type: 'bech32' }, { wallet: name });
        recipients.push({ address, amountSat });
      }
    }
    const { txid } = await payFromTrial(this.#t, recipients);
    await world.mine(1);
    for (const [index, name] of names.entries()) {
      const first = index * this.#amountsSat.length;
      this.#ready.push({ name, coins: this.#amountsSat.map((amountSat, coin) => ({ txid, vout: first + coin, amountSat })) });
    }
  }
}

/** An address that no wallet has, for payments, and its script as hex. */
export interface Payee {
  readonly address: string;
  readonly script: string;
}

/** What the runs of a model share if each has a wallet of its own and pays the same address. */
export interface FundedRuns {
  readonly wallets: FundedWallets;
  readonly payee: Payee;
}

/** Prepares for so many runs and the tour, with wallets of these amounts; see `FundedWallets`. */
export async function fundedRuns(t: Trial, amountsSat: readonly bigint[], runs: number): Promise<FundedRuns> {
  const { addresses, publicKey } = await t.world.fresh('foreignKey');
  return {
    wallets: new FundedWallets(t, amountsSat, runs + 1),
    payee: { address: addresses.legacy, script: publicKeyHashScript(publicKey) },
  };
}

/** Loads the wallet unless it is loaded. */
export async function loaded({ world }: Trial, name: string): Promise<void> {
  if (!(await world.result('listwallets')).includes(name)) await world.result('loadwallet', { filename: name });
}
