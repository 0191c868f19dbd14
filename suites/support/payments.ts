import { sendTransaction } from '../../fixtures/world/ingredients/sending.ts';
import { formatSat } from '../../client/wire-json.ts';
import type { SpendableOutput } from '../../fixtures/world/types.ts';
import { unspentOf } from '../../fixtures/world/ingredients/coin-pool.ts';
import { signed } from '../../fixtures/world/ingredients/signing.ts';
import { PerWorld } from '../../fixtures/world/per-world.ts';
import { feeFor } from '../../fixtures/world/relay-fee.ts';
import type { Trial } from '../../engine/trial.ts';

export interface Recipient {
  readonly address: string;
  readonly amountSat: bigint;
}

export interface PaymentMade {
  readonly txid: string;
  readonly hex: string;
  /** The coin that it spends. */
  readonly coin: SpendableOutput;
}

/** No output of a common type is longer. */
const OUTPUT_VBYTES = 43;

export interface PaymentOptions {
  /** Default: 20000 satoshis, or twice what the node requires for the size. */
  readonly feeSat?: bigint;
}

/** Coins reserved for payments, by world: coins that one case does not spend are there for the next. */
const reserves = new PerWorld<SpendableOutput[]>(
  () => [],
  (coins) => [...coins],
);

/**
 * Reserves coins of the wallet, so that as many payments can be made without a block in between: getting new coins may
 * require mining.
 */
export async function reserveCoins(t: Trial, count: number): Promise<void> {
  const { world } = t;
  const coins = reserves.of(world);
  const ready: SpendableOutput[] = [];
  // The wallet may choose reserved coins in its own payments.
  while (ready.length < count && coins.length > 0) ready.push(...(await unspentOf(world, coins.splice(0, count - ready.length))));
  while (ready.length < count) ready.push(await world.fresh('spendable'));
  coins.unshift(...ready);
}

async function takeCoin(t: Trial): Promise<SpendableOutput> {
  await reserveCoins(t, 1);
  return reserves.of(t.world).shift() as SpendableOutput;
}

/**
 * Pays from the wallet of the trial into the pool with a raw transaction of known form: it spends one coin, output i pays
 * recipient i, and the last output is change. The coin holds at least 2; throws when that is not enough.
 */
export function payFromTrial(t: Trial, recipients: readonly Recipient[], options: PaymentOptions = {}): Promise<PaymentMade> {
  return t.world.attempt('a payment', () => payWithRawTransaction(t, recipients, options));
}

async function payWithRawTransaction(t: Trial, recipients: readonly Recipient[], options: PaymentOptions): Promise<PaymentMade> {
  const { world } = t;
  const feeSat = options.feeSat ?? (await feeFor(world, { usualSat: 20_000n, vbytes: 300 + OUTPUT_VBYTES * recipients.length }));
  const coin = await takeCoin(t);
  const changeSat = recipients.reduce((left, { amountSat }) => left - amountSat, coin.amountSat - feeSat);
  if (changeSat < 1_000_000n) throw new Error(`one coin of ${coin.amountSat} sat cannot pay all recipients and leave change`);
  const { address: change } = await world.use('changeAddress');
  const raw = await world.result('createrawtransaction', {
    inputs: [{ txid: coin.txid, vout: coin.vout }],
    outputs: [...recipients, { address: change, amountSat: changeSat }].map((recipient) => ({
      [recipient.address]: formatSat(recipient.amountSat),
    })),
  });
  const hex = await signed(world, raw);
  const txid = await sendTransaction(world, hex);
  return { txid, hex, coin };
}

/** A random amount between 0.1 and 0.3 coins, in satoshis. */
export function randomAmountSat(t: Trial): bigint {
  return BigInt(t.random.integer(10_000_000, 30_000_000));
}

/** An address that belongs to no wallet. */
export async function foreignAddress(t: Trial): Promise<string> {
  return (await t.world.fresh('unownedAddress')).address;
}
