import type { Wire } from '../../../specs/model/wire.ts';
import { formatSat, satoshis } from '../../../client/wire-json.ts';
import type { WorldCallOptions } from '../../../fixtures/world/world.ts';
import type { Trial } from '../../../engine/trial.ts';
import { toHex } from '../../../oracles/bytes.ts';
import { parseTransaction, type RawTransaction, type TxOutput } from '../../../oracles/transaction.ts';
import { understood } from '../support/understood.ts';

const COIN = 100_000_000n;

export interface Funded {
  readonly transaction: RawTransaction;
  readonly feeSat: bigint;
  readonly changepos: number;
  /** Its outputs without the change. */
  readonly others: readonly TxOutput[];
}

/** An unfunded transaction of these inputs that pays these amounts to addresses of nobody, in order. */
export async function unfunded(t: Trial, amountsSat: readonly bigint[], inputs: readonly Wire[] = []): Promise<{ hex: string; outputs: readonly TxOutput[] }> {
  await t.world.use('funds');
  const outputs: Wire[] = [];
  for (const amountSat of amountsSat) {
    const { addresses } = await t.world.fresh('foreignKey');
    outputs.push({ [addresses.bech32]: formatSat(amountSat) });
  }
  const hex = await t.world.result<string>('createrawtransaction', { inputs: [...inputs], outputs });
  // Without inputs its bytes could be read as those of a witness.
  const made = understood(t, 'the unfunded transaction', () => parseTransaction(hex, { witness: false }));
  return { hex, outputs: made.outputs };
}

/**
 * As `unfunded`, with coins of the wallet as inputs that hold more than is paid: the wallet has
 * none to choose, and there is change. A wallet that chooses may find coins that hold hardly more than is paid, make no
 * change, and leave the rest to the fee.
 */
export async function unfundedWithChange(t: Trial, amountsSat: readonly bigint[]): Promise<{ hex: string; outputs: readonly TxOutput[] }> {
  const paidSat = amountsSat.reduce((sum, amountSat) => sum + amountSat, 0n);
  const inputs: Wire[] = [];
  let heldSat = 0n;
  while (heldSat < paidSat + COIN) {
    const { txid, vout, amountSat } = await t.world.fresh('spendable');
    inputs.push({ txid, vout });
    heldSat += amountSat;
  }
  return unfunded(t, amountsSat, inputs);
}

/** Funds a transaction without witness, and takes the answer apart. */
export async function fund(t: Trial, hexstring: string, options: Wire | undefined = undefined, call: WorldCallOptions = {}): Promise<Funded> {
  const args = { hexstring, options: options ?? {}, iswitness: false };
  const { hex, fee, changepos } = await t.result<{ hex: string; fee: Wire; changepos: number }>('fundrawtransaction', args, call);
  const transaction = understood(t, 'the funded transaction', () => parseTransaction(hex, { witness: false }));
  return { transaction, feeSat: satoshis(fee), changepos, others: transaction.outputs.filter((_, index) => index !== changepos) };
}

/** Outputs as they are compared and shown: satoshis and script. */
export const shown = (outputs: readonly TxOutput[]): string[] => outputs.map(({ valueSat, script }) => `${valueSat} ${toHex(script)}`);
