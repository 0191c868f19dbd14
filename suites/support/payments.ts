import { formatSat } from '../../client/wire-json.ts';
import type { SpendableOutput } from '../../fixtures/world/types.ts';
import { unspentOf } from '../../fixtures/world/ingredients/coin-pool.ts';
import { signed } from '../../fixtures/world/ingredients/signing.ts';
import { PerWorld } from '../../fixtures/world/per-world.ts';
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

export interface PaymentOptions {
  /** Default: 20000 satoshis, several times what is asked for the few hundred bytes that it takes. */
  readonly feeSat?: bigint;
}

/** Coins put by for payments, of each world: what one case leaves is there for the next. */
const reserves = new PerWorld<SpendableOutput[]>(() => []);

/**
 * Puts coins of the wallet by, so that as many payments can be made without a block in between: getting new ones may
 * take mining.
 */
export async function reserveCoins(t: Trial, count: number): Promise<void> {
  const { world } = t;
  const coins = reserves.of(world);
  const ready: SpendableOutput[] = [];
  // The wallet chooses coins by itself when it pays, these among them.
  while (ready.length < count && coins.length > 0) ready.push(...(await unspentOf(world, coins.splice(0, count - ready.length))));
  while (ready.length < count) ready.push(await world.fresh('spendable'));
  coins.unshift(...ready);
}

async function takeCoin(t: Trial): Promise<SpendableOutput> {
  await reserveCoins(t, 1);
  return reserves.of(t.world).shift() as SpendableOutput;
}

/**
 * Pays from the wallet of the trial into the pool, by hand, so that all about the transaction is known beforehand: it
 * spends one coin, output i pays recipient i, and the last output is change. A coin holds two or more; throws when that
 * is not enough.
 */
export function payFromTrial(t: Trial, recipients: readonly Recipient[], options: PaymentOptions = {}): Promise<PaymentMade> {
  return t.world.attempt('a payment', () => payByHand(t, recipients, options));
}

async function payByHand(t: Trial, recipients: readonly Recipient[], options: PaymentOptions): Promise<PaymentMade> {
  const { world } = t;
  const { feeSat = 20_000n } = options;
  const coin = await takeCoin(t);
  const changeSat = recipients.reduce((left, { amountSat }) => left - amountSat, coin.amountSat - feeSat);
  if (changeSat < 1_000_000n) throw new Error(`one coin of ${coin.amountSat} sat cannot pay all recipients and leave change`);
  const { address: change } = await world.use('changeAddress');
  const raw = await world.result('createrawtransaction', {
    inputs: [{ txid: coin.txid, vout: coin.vout }],
    outputs: [...recipients, { address: change, amountSat: changeSat }].map((one) => ({ [one.address]: formatSat(one.amountSat) })),
  });
  const hex = await signed(world, raw);
  const txid = await world.result('sendrawtransaction', { hexstring: hex });
  return { txid, hex, coin };
}

/** An amount between a tenth and three tenths of a coin that nobody could guess, in satoshis. */
export function someAmountSat(t: Trial): bigint {
  return BigInt(t.random.integer(10_000_000, 30_000_000));
}

/** Address that belongs to no wallet. */
export async function foreignAddress(t: Trial): Promise<string> {
  return (await t.world.fresh('nobody')).address;
}
