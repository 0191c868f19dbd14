import type { Chain } from '../chain/types.ts';
import type { Block, Transaction } from '../primitives/types.ts';
import { op } from '../script/opcodes.ts';
import { buildScript } from '../script/script.ts';
import type { Codec, State, Table } from '../state/types.ts';

/** A transaction of the active chain that pays fees of proposals. */
interface FeePayment {
  readonly height: number;
  /** Hashes of the proposals that it pays for. */
  readonly hashes: readonly string[];
}

const codec: Codec<FeePayment> = {
  encode: (payment) => Buffer.from(JSON.stringify(payment)),
  decode: (bytes) => JSON.parse(bytes.toString()) as FeePayment,
};

const HASH_BYTES = 32;

/** The output of a fee transaction: it is unspendable, and commits to the hash of the object. */
export const feeScript = (hash: string): Buffer => buildScript([op.OP_RETURN, Buffer.from(hash, 'hex').reverse()]);

/** The transactions of the active chain that pay a fee, which do not need -txindex to be found. */
export class FeePayments {
  readonly #table: Table<FeePayment>;
  readonly #feeSat: bigint;

  constructor(state: State, chain: Chain, feeSat: bigint) {
    this.#feeSat = feeSat;
    this.#table = state.table('governance.fees', codec);
    chain.on({
      connected: (block, { height }) => this.#connect(block, height),
      disconnected: ({ transactions }) => {
        for (const { txid } of transactions) if (this.#table.has(txid)) this.#table.delete(txid);
      },
    });
  }

  /** Height of the block in which a transaction pays the fee of an object; undefined if it does not, or not in this chain. */
  heightOf(txid: string, hash: string): number | undefined {
    const payment = this.#table.get(txid);
    return payment?.hashes.includes(hash) === true ? payment.height : undefined;
  }

  /** Hashes that the outputs of a transaction pay the fee for. */
  paidBy({ outputs }: Transaction): string[] {
    return outputs.flatMap(({ valueSat, scriptPubKey }) =>
      valueSat >= this.#feeSat &&
      scriptPubKey.length === HASH_BYTES + 2 &&
      scriptPubKey[0] === op.OP_RETURN &&
      scriptPubKey[1] === HASH_BYTES
        ? [Buffer.from(scriptPubKey.subarray(2)).reverse().toString('hex')]
        : [],
    );
  }

  #connect({ transactions }: Block, height: number): void {
    for (const transaction of transactions) {
      const hashes = this.paidBy(transaction);
      if (hashes.length > 0) this.#table.set(transaction.txid, { height, hashes });
    }
  }
}
