import type { Chain, Coin } from '../../chain/types.ts';
import { COIN } from '../../primitives/amount.ts';
import type { Outpoint, Transaction } from '../../primitives/types.ts';
import { allocationBurn, allocationSend, assetNew, assetSend, assetUpdate, type Frame, mintByProof } from './asset-transactions.ts';

/** Scripts that anyone can spend: the holders. */
const scripts = [0x51, 0x52, 0x53, 0x54].map((opcode) => Buffer.from([opcode]));
export const burnNames = Array.from({ length: 60 }, (_, index) => `burn ${index}`);

export type Found = readonly [Outpoint, Coin];

/** Draws transactions on the assets and coins of a chain, of which each is spent once. Not all are valid. */
export class Draw {
  readonly #coins: Found[];
  readonly #height: number;

  constructor(
    readonly chain: Chain,
    coins: readonly Found[],
    readonly below: (limit: number) => number,
  ) {
    this.#coins = coins.filter(([, { coinbase }]) => !coinbase);
    this.#height = chain.tip.height + 1;
  }

  next(): Transaction | undefined {
    const kind = this.below(12);
    if (kind < 2) return this.#create();
    if (kind < 4) return this.#own();
    if (kind < 6) return this.#mint();
    return kind < 8 ? this.#burn() : this.#transfer();
  }

  #take(wanted: (coin: Coin) => boolean): Found | undefined {
    const fitting = this.#coins.filter(([, coin]) => wanted(coin));
    if (fitting.length === 0) return undefined;
    const found = fitting[this.below(fitting.length)]!;
    this.#coins.splice(this.#coins.indexOf(found), 1);
    return found;
  }

  #frame(inputs: readonly Found[], outputs: number): Frame {
    return {
      inputs: inputs.map(([outpoint]) => outpoint),
      script: scripts[this.below(scripts.length)]!,
      valuesSat: Array.from({ length: outputs }, () => 0n),
    };
  }

  #create(): Transaction | undefined {
    const coin = this.#take(({ valueSat }) => valueSat > 150n * COIN);
    const contract = this.below(3) === 0 ? Buffer.alloc(0) : Buffer.alloc(20, 1);
    return coin && assetNew(this.#frame([coin], 1), { maxSupply: BigInt(1 + this.below(5_000)), contract }).transaction;
  }

  #own(): Transaction | undefined {
    const owner = this.#take(({ asset, height }) => asset?.amount === 0n && height < this.#height);
    if (owner === undefined) return undefined;
    const { guid, maxSupply, issued, totalSupply } = this.chain.assets.get(owner[1].asset!.guid)!;
    const used = issued > totalSupply ? issued : totalSupply;
    if (this.below(3) === 0)
      return assetUpdate(this.#frame([owner], 1), guid, { maxSupply: used + BigInt(1 + this.below(this.below(2) === 0 ? 50 : 2_000)) });
    const amounts = Array.from({ length: 1 + this.below(3) }, () => BigInt(1 + this.below(Number(maxSupply - used) + 3)));
    return assetSend(this.#frame([owner], amounts.length + 1), guid, amounts);
  }

  #mint(): Transaction | undefined {
    const coin = this.#take(({ asset, valueSat }) => asset === undefined && valueSat === 0n);
    const assets = [...this.chain.assets.all()];
    const asset = assets[this.below(assets.length + 1)];
    return (
      coin &&
      asset &&
      mintByProof(this.#frame([coin], 1), asset.guid, BigInt(1 + this.below(400)), burnNames[this.below(burnNames.length)]!)
    );
  }

  #burn(): Transaction | undefined {
    const held = this.#take(({ asset, height }) => asset !== undefined && asset.amount > 0n && height < this.#height);
    if (held === undefined) return undefined;
    const { guid, amount } = held[1].asset!;
    const kept = BigInt(this.below(Number(amount)));
    return kept === 0n
      ? allocationBurn(this.#frame([held], 0), guid, amount)
      : allocationBurn(this.#frame([held], 1), guid, amount - kept, [kept]);
  }

  #transfer(): Transaction | undefined {
    const first = this.#take(({ asset }) => asset !== undefined && asset.amount > 0n);
    if (first === undefined) return undefined;
    const { guid } = first[1].asset!;
    const second = this.#take(({ asset }) => asset?.guid === guid && asset.amount > 0n);
    const inputs = second === undefined ? [first] : [first, second];
    const sum = inputs.reduce((total, [, { asset }]) => total + asset!.amount, 0n);
    const amounts = sum > 1n && this.below(2) === 0 ? [sum / 2n, sum - sum / 2n] : [sum];
    const transaction = allocationSend(this.#frame(inputs, amounts.length), guid, amounts);
    // The outputs may be spent in the same block.
    for (const [n, amount] of amounts.entries()) {
      const { valueSat, scriptPubKey } = transaction.outputs[n]!;
      const coin = { valueSat, scriptPubKey, height: this.#height, coinbase: false, asset: { guid, amount } };
      this.#coins.push([{ txid: transaction.txid, vout: n }, coin]);
    }
    return transaction;
  }
}
