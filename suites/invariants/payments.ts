import { formatSat } from '../../fixtures/client/wire-json.ts';
import type { SpendableOutput } from '../../fixtures/world/types.ts';
import type { Trial } from '../engine/trial.ts';

export interface Recipient {
  readonly address: string;
  readonly amountSat: bigint;
}

export interface PaymentMade {
  readonly txid: string;
  readonly hex: string;
  readonly feeSat: bigint;
  /** Coins that it spends. */
  readonly coins: readonly SpendableOutput[];
  /** Coins spent, in satoshis, less what went to the recipients and to the miner; the last output. */
  readonly changeSat: bigint;
}

export interface PaymentOptions {
  /** Default: 20000 satoshis, several times what is asked for the few hundred bytes that it takes. */
  readonly feeSat?: bigint;
  readonly replaceable?: boolean;
}

/**
 * Pays from the wallet of the trial into the pool, by hand, so that all about the transaction is known beforehand:
 * output i pays recipient i, the last output is change.
 */
export async function payFromTrial(t: Trial, recipients: readonly Recipient[], options: PaymentOptions = {}): Promise<PaymentMade> {
  const { world } = t;
  const { feeSat = 20_000n, replaceable = false } = options;
  const wantedSat = recipients.reduce((sum, { amountSat }) => sum + amountSat, feeSat);
  const coins: SpendableOutput[] = [];
  let spentSat = 0n;
  while (spentSat < wantedSat + 1_000_000n) {
    const coin = await world.fresh('spendable');
    coins.push(coin);
    spentSat += coin.amountSat;
  }
  const change = await world.result<string>('getrawchangeaddress', { address_type: 'bech32' });
  const changeSat = spentSat - wantedSat;
  const raw = await world.result<string>('createrawtransaction', {
    inputs: coins.map(({ txid, vout }) => ({ txid, vout })),
    outputs: [...recipients, { address: change, amountSat: changeSat }].map((one) => ({ [one.address]: formatSat(one.amountSat) })),
    locktime: 0,
    replaceable,
  });
  const { hex } = await world.result<{ hex: string }>('signrawtransactionwithwallet', { hexstring: raw });
  const txid = await world.result<string>('sendrawtransaction', { hexstring: hex });
  return { txid, hex, feeSat, coins, changeSat };
}

/** An amount between a tenth and three tenths of a coin that nobody could guess, in satoshis. */
export function someAmountSat(t: Trial): bigint {
  return BigInt(t.random.integer(10_000_000, 30_000_000));
}

/** Address that belongs to no wallet. */
export async function foreignAddress(t: Trial): Promise<string> {
  return (await t.world.fresh('foreignKey')).addresses.bech32;
}
