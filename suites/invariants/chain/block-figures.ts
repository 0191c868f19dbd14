import type { VerboseTransaction } from '../../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../../engine/trial.ts';
import { amountSat, sumSat } from '../../support/amounts.ts';
import { present } from '../../support/present.ts';

/** A transaction of a block in figures; amounts in satoshis. */
export interface Figures {
  readonly size: number;
  readonly weight: number;
  readonly inputs: number;
  readonly outputs: number;
  /** Outputs that can be spent. */
  readonly spendable: number;
  readonly outSat: bigint;
  readonly witness: boolean;
  /** What its inputs hold more than its outputs; 0 for the coinbase. */
  readonly feeSat: bigint;
}

export interface BlockFigures {
  readonly hash: string;
  readonly height: number;
  readonly time: number;
  readonly mediantime: number;
  readonly coinbase: Figures;
  /** All but the coinbase. */
  readonly paid: readonly Figures[];
}

/** Works a block out in figures, out of its transactions and those that they spend from. Needs an index of transactions. */
export async function figuresOf(t: Trial, blockhash: string): Promise<BlockFigures> {
  const { hash, height, time, mediantime, tx } = await t.result('getblock', { blockhash, verbosity: 2 });
  const [first, ...others] = tx;
  const paid: Figures[] = [];
  for (const transaction of others) paid.push(figures(t, transaction, await spentSat(t, transaction)));
  return { hash, height, time, mediantime, coinbase: figures(t, present(t, first, 'the block has no transaction', 'tx')), paid };
}

function figures(t: Trial, { size, weight, vin, vout }: VerboseTransaction, inSat?: bigint): Figures {
  const outSat = sumSat(vout.map(({ value }) => amountSat(t, value, 'tx.vout.value')));
  return {
    size,
    weight,
    inputs: vin.length,
    outputs: vout.length,
    outSat,
    spendable: vout.filter(({ scriptPubKey }) => !scriptPubKey.hex.startsWith('6a')).length,
    witness: vin.some(({ txinwitness }) => txinwitness !== undefined && txinwitness.length > 0),
    feeSat: inSat === undefined ? 0n : inSat - outSat,
  };
}

/** What the outputs hold that a transaction spends, in satoshis, as the transactions before it show them. */
export async function spentSat(t: Trial, { vin }: Pick<VerboseTransaction, 'vin'>): Promise<bigint> {
  let sum = 0n;
  for (const { txid, vout } of vin) {
    const before = await t.result('getrawtransaction', { txid: txid ?? '', verbose: true });
    sum += amountSat(t, present(t, before.vout[vout ?? -1], `${txid} has no output ${vout}, which is spent`).value, 'vout.value');
  }
  return sum;
}
