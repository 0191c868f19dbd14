import type { VerboseTransaction } from '../../../specs/model/generated/wire.d.ts';
import type { Trial } from '../../../engine/trial.ts';
import { amountSat, sumSat } from '../../support/amounts.ts';
import { present } from '../../support/present.ts';

/** The figures of a transaction of a block; amounts in satoshis. */
export interface Figures {
  readonly size: number;
  readonly weight: number;
  readonly inputs: number;
  readonly outputs: number;
  /** Number of spendable outputs. */
  readonly spendable: number;
  readonly outSat: bigint;
  readonly witness: boolean;
  /** Sum of its inputs less sum of its outputs; 0 for the coinbase. */
  readonly feeSat: bigint;
}

export interface BlockFigures {
  readonly hash: string;
  readonly height: number;
  readonly time: number;
  readonly mediantime: number;
  readonly coinbase: Figures;
  /** All transactions except the coinbase. */
  readonly paid: readonly Figures[];
}

/** The figures of a block, computed from its transactions and the transactions that they spend from. Needs -txindex. */
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

/** Sum of the outputs that a transaction spends, in satoshis, read from the previous transactions. */
export async function spentSat(t: Trial, { vin }: Pick<VerboseTransaction, 'vin'>): Promise<bigint> {
  let sum = 0n;
  t.ok(vin.length > 0, 'a transaction has no input, expected at least one', { check: 'presence', path: 'vin' });
  for (const { txid, vout } of vin) {
    const before = await t.result('getrawtransaction', { txid: txid ?? '', verbose: true });
    sum += amountSat(
      t,
      present(t, before.vout[vout ?? -1], `${txid} has no output ${vout}, but a transaction of the block spends it`).value,
      'vout.value',
    );
  }
  return sum;
}
