import type { Chain } from '../chain/types.ts';
import type { Block, Transaction } from '../primitives/types.ts';
import type { Codec, State, Table } from '../state/types.ts';

/** Number of payments that are kept for each script, so that some are left after a reorganisation. */
const KEPT_PAYMENTS = 100;

const heightsCodec: Codec<readonly number[]> = {
  encode: (heights) => Buffer.from(heights.join(','), 'latin1'),
  decode: (bytes) => bytes.toString('latin1').split(',').map(Number),
};

/** The share of a block's reward that a masternode is paid, satoshis. */
export const masternodeShare = (rewardSat: bigint, percent: bigint): bigint => (rewardSat * percent) / 100n;

const sumOf = (outputs: Transaction['outputs']): bigint => outputs.reduce((sum, { valueSat }) => sum + valueSat, 0n);

/** Which blocks of the active chain paid which masternode. */
export class Payments {
  readonly #chain: Chain;
  readonly #percent: bigint;
  /** Heights of the blocks that paid a script, ascending, by the script in hex. */
  readonly #heights: Table<readonly number[]>;

  constructor({ chain, state, percent }: { readonly chain: Chain; readonly state: State; readonly percent: bigint }) {
    this.#chain = chain;
    this.#percent = percent;
    this.#heights = state.table('masternodes.payments', heightsCodec);
    chain.on({
      connected: (block, { height }) => {
        const script = this.#paidBy(block, height);
        if (script !== undefined) this.#heights.set(script, [...(this.#heights.get(script) ?? []), height].slice(-KEPT_PAYMENTS));
      },
      disconnected: (block, { height }) => this.#forget(block, height),
    });
  }

  /** Height of the latest block that paid a script; 0 if none did. */
  lastPaid(script: Buffer): number {
    return this.#heights.get(script.toString('hex'))?.at(-1) ?? 0;
  }

  /** The script that the block at a height paid; undefined if it paid no masternode. */
  paidAt(height: number): Buffer | undefined {
    for (const [script, heights] of this.#heights.entries()) if (heights.includes(height)) return Buffer.from(script, 'hex');
    return undefined;
  }

  #forget({ transactions: [coinbase] }: Block, height: number): void {
    for (const { scriptPubKey } of coinbase!.outputs) {
      const script = scriptPubKey.toString('hex');
      const left = this.#heights.get(script)?.filter((other) => other !== height);
      if (left === undefined) continue;
      if (left.length === 0) this.#heights.delete(script);
      else this.#heights.set(script, left);
    }
  }

  /** Script of the output that is the masternode's share, in hex. The first output is the miner's own. */
  #paidBy({ header, transactions }: Block, height: number): string | undefined {
    const [coinbase, ...others] = transactions;
    const candidates = coinbase!.outputs.slice(1).filter(({ valueSat }) => valueSat > 0n);
    if (candidates.length === 0) return undefined;
    const spent = (this.#chain.undo(header.hash) ?? []).flat();
    const fees = others.length === 0 ? 0n : sumOf(spent) - others.reduce((sum, { outputs }) => sum + sumOf(outputs), 0n);
    const share = masternodeShare(this.#chain.subsidy(height) + fees, this.#percent);
    return candidates.find(({ valueSat }) => valueSat === share)?.scriptPubKey.toString('hex');
  }
}
