import type { Trial } from '../../engine/trial.ts';
import { ownAddress } from '../../fixtures/world/ingredients/addresses.ts';
import type { OutpointValue } from '../../fixtures/world/types.ts';
import { scriptOfAddress } from '../../oracles/addresses.ts';
import { allocationListBytes, type AssetAllocation } from '../../oracles/allocation-list.ts';
import { fromHex, joined, littleEndian, toHex } from '../../oracles/bytes.ts';
import { serialize, type TxOutput } from '../../oracles/transaction.ts';
import { decodedTransaction } from './decoded.ts';

const OP_RETURN = 0x6a;
const OP_PUSHDATA1 = 0x4c;
const OP_PUSHDATA2 = 0x4d;
const FINAL = 0xffffffff;
const FEE_SAT = 200_000n;
/** Value of an output that carries a token: above the dust of every release. */
export const CARRIER_SAT = 20_000n;

/** Methods that forging calls. */
export const forgingCalls = ['signrawtransactionwithwallet', 'testmempoolaccept', 'getrawtransaction'] as const;

/** An output of the wallet to spend. */
export interface Spent extends OutpointValue {
  readonly valueSat: bigint;
}

/** A transaction with service data that no call makes. */
export interface Forgery {
  readonly version: number;
  readonly spent: readonly Spent[];
  readonly allocations: readonly AssetAllocation[];
  /** What follows the allocations in the service data. */
  readonly rest?: Uint8Array;
  /** Value of the data output; 0 by default. */
  readonly burntSat?: bigint;
}

/** A transaction before it is signed. */
export interface UnsignedParts {
  readonly version: number;
  readonly spent: readonly OutpointValue[];
  readonly outputs: readonly TxOutput[];
}

const forgedOutputs = 4;

/** Makes transactions of the form that the wallet's own ones have, and asks the memory pool whether it would take them. */
export class Forger {
  readonly #t: Trial;
  readonly #script: Uint8Array;
  readonly #coin: Spent;

  private constructor(t: Trial, script: Uint8Array, coin: Spent) {
    this.#t = t;
    this.#script = script;
    this.#coin = coin;
  }

  /** With a coin of the wallet that pays the fees. */
  static async of(t: Trial): Promise<Forger> {
    const { address } = await ownAddress(t.world, 'bech32');
    const { txid, vout, amountSat } = await t.world.fresh('spendable');
    return new Forger(t, scriptOfAddress(address, await t.world.use('chainParameters')), { txid, vout, valueSat: amountSat });
  }

  /** Outputs of the wallet, with their values. */
  async spend(txid: string, indexes: Iterable<number>): Promise<Spent[]> {
    const { outputs } = decodedTransaction(this.#t, await this.#t.result('getrawtransaction', { txid, verbose: false }));
    return [...indexes].map((vout) => ({ txid, vout, valueSat: outputs[vout]?.valueSat ?? 0n }));
  }

  /** Whether a node would take it: four outputs that carry what the allocations say, the data output, and change. */
  async isAccepted({ version, spent, allocations, rest = new Uint8Array(), burntSat = 0n }: Forgery): Promise<boolean> {
    const carriers = Array.from({ length: forgedOutputs }, (): TxOutput => ({ valueSat: CARRIER_SAT, script: this.#script }));
    const data: TxOutput = { valueSat: burntSat, script: dataScript(joined(allocationListBytes(allocations), rest)) };
    const inputs = [...spent, this.#coin];
    const heldSat = inputs.reduce((sum, { valueSat }) => sum + valueSat, 0n);
    const changeSat = heldSat - burntSat - BigInt(forgedOutputs) * CARRIER_SAT - FEE_SAT;
    return this.isTaken({ version, spent: inputs, outputs: [...carriers, data, { valueSat: changeSat, script: this.#script }] });
  }

  /** Whether a node would take an ordinary transaction that spends the outputs. */
  isTakenAsPayment(spent: readonly Spent[]): Promise<boolean> {
    const inputs = [...spent, this.#coin];
    const heldSat = inputs.reduce((sum, { valueSat }) => sum + valueSat, 0n);
    return this.isTaken({ version: 2, spent: inputs, outputs: [{ valueSat: heldSat - FEE_SAT, script: this.#script }] });
  }

  /** Whether a node would take a transaction, which the wallet signs. */
  async isTaken(parts: UnsignedParts): Promise<boolean> {
    const [answer] = await this.#t.result('testmempoolaccept', { rawtxs: [await this.signed(parts)] });
    return answer?.allowed === true;
  }

  /** The transaction, signed by the wallet. The case is inapplicable if the wallet does not sign it. */
  async signed({ version, spent, outputs }: UnsignedParts): Promise<string> {
    const inputs = spent.map(({ txid, vout }) => ({ txid, vout, scriptSig: new Uint8Array(), sequence: FINAL, witness: [] }));
    const hexstring = toHex(serialize({ version, inputs, outputs, lockTime: 0 }));
    const { hex, complete } = await this.#t.result('signrawtransactionwithwallet', { hexstring });
    if (!complete) return this.#t.inapplicable('the wallet does not sign a transaction with service data that it has not made');
    return hex;
  }

  /** A finding for each forgery that is taken; the case is inapplicable unless the honest one is. */
  async mustRefuse(honest: Forgery, forgeries: readonly (readonly [what: string, changes: Partial<Forgery>])[]): Promise<void> {
    if (!(await this.isAccepted(honest)))
      this.#t.inapplicable('the node refuses a transaction with service data, whose form the documents do not show, like its own ones');
    for (const [what, changes] of forgeries)
      this.#t.ok(!(await this.isAccepted({ ...honest, ...changes })), `the memory pool takes a transaction that ${what}`);
  }
}

/** A data output with one push. */
export function dataScript(data: Uint8Array): Uint8Array {
  const size = data.length;
  if (size < OP_PUSHDATA1) return joined([OP_RETURN, size], data);
  return size <= 0xff ? joined([OP_RETURN, OP_PUSHDATA1, size], data) : joined([OP_RETURN, OP_PUSHDATA2], littleEndian(size, 2), data);
}

/** Service data with other bytes in the place of some, which must be there once; undefined otherwise. */
export function replaced(data: Uint8Array, from: Uint8Array, to: Uint8Array): Uint8Array | undefined {
  const parts = toHex(data).split(toHex(from));
  return parts.length === 2 ? fromHex(parts.join(toHex(to))) : undefined;
}
