import { createHash } from 'node:crypto';
import type { BenchNode } from './bench-node.ts';

/** Outputs of one payment of the faucet. */
export const FAUCET_OUTPUTS = 1_000;
const FAUCET_SAT = 4_000_000n;
const SPEND_FEE_SAT = 1_000n;
/** Blocks whose coinbase may be spent, at least. */
const MATURITY = 101;

/** A witness script that anybody may spend: OP_TRUE. No keys, so that signing costs neither node anything. */
const OPEN_WITNESS = Buffer.from([0x51]);
const OPEN_SCRIPT = Buffer.concat([Buffer.from([0x00, 0x20]), createHash('sha256').update(OPEN_WITNESS).digest()]);

interface Coin {
  readonly txid: string;
  readonly vout: number;
}

/** A chain of which each block has one payment to the default wallet, from a payment with many outputs. */
export class FaucetChain {
  readonly #miner: string;
  /** Script of the wallet. */
  readonly #payee: Buffer;
  readonly #coinbases: readonly Coin[];

  private constructor(miner: string, payee: Buffer, coinbases: readonly Coin[]) {
    this.#miner = miner;
    this.#payee = payee;
    this.#coinbases = coinbases;
  }

  /** @param payments number of payments of the faucet that will be made, at most */
  static async begin(node: BenchNode, payments: number): Promise<FaucetChain> {
    const wallets = await node.result('listwallets');
    if (wallets.length === 0) await node.result('createwallet', ['']);
    const decoded = await node.result('decodescript', [OPEN_SCRIPT.toString('hex')]);
    const miner = (decoded.addresses as string[])[0]!;
    const address = await node.result('getnewaddress', ['', 'bech32']);
    const { scriptPubKey } = await node.result('getaddressinfo', [address]);
    const coinbases: Coin[] = [];
    for (const hash of await node.result('generatetoaddress', [MATURITY + payments, miner])) {
      if (coinbases.length === payments) break;
      const { tx } = await node.result('getblock', [hash, 1]);
      coinbases.push({ txid: tx[0] as string, vout: 0 });
    }
    return new FaucetChain(miner, Buffer.from(scriptPubKey, 'hex'), coinbases);
  }

  /** Makes the payment with this number, and spends each of its outputs in a block of its own. */
  async pay(node: BenchNode, number: number): Promise<void> {
    const outputs = Array.from({ length: FAUCET_OUTPUTS }, () => ({ sat: FAUCET_SAT, script: OPEN_SCRIPT }));
    const txid = await this.#mine(node, spending(this.#coinbases[number]!, outputs));
    const sat = FAUCET_SAT - SPEND_FEE_SAT;
    for (let vout = 0; vout < FAUCET_OUTPUTS; vout++) await this.#mine(node, spending({ txid, vout }, [{ sat, script: this.#payee }]));
  }

  /** Mines a block with a transaction, and returns its id. */
  async #mine(node: BenchNode, hex: string): Promise<string> {
    const { hash } = await node.result('generateblock', [this.#miner, [hex]]);
    const { tx } = await node.result('getblock', [hash, 1]);
    return tx[1] as string;
  }
}

/** A transaction that spends an open output. */
function spending({ txid, vout }: Coin, outputs: readonly { readonly sat: bigint; readonly script: Buffer }[]): string {
  const u32 = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    return bytes;
  };
  const made = outputs.map(({ sat, script }) => {
    const head = Buffer.alloc(9);
    head.writeBigInt64LE(sat);
    head[8] = script.length;
    return Buffer.concat([head, script]);
  });
  const count = outputs.length < 0xfd ? Buffer.from([outputs.length]) : Buffer.from([0xfd, outputs.length & 0xff, outputs.length >> 8]);
  return Buffer.concat([
    u32(2),
    Buffer.from([0x00, 0x01, 0x01]), // with a witness, one input
    Buffer.from(txid, 'hex').reverse(),
    u32(vout),
    Buffer.from([0x00]),
    u32(0xffff_ffff),
    count,
    ...made,
    Buffer.from([0x01, OPEN_WITNESS.length]),
    OPEN_WITNESS,
    u32(0),
  ]).toString('hex');
}
