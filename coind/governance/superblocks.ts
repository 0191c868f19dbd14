import type { Chain, CoinbasePayment, CoinbaseRules, Rejection, RewardContext } from '../chain/types.ts';
import type { ChainParams } from '../params.ts';
import { formatSat } from '../primitives/amount.ts';
import type { Transaction } from '../primitives/types.ts';
import type { Codec, State, Table } from '../state/types.ts';
import { readTrigger, type Trigger } from './trigger-data.ts';
import type { Governance } from './types.ts';

/** Amount beyond subsidy and fees, by the txid of a coinbase. */
const amountCodec: Codec<bigint> = { encode: (sat) => Buffer.from(String(sat)), decode: (bytes) => BigInt(bytes.toString()) };

export interface SuperblockDeps {
  readonly state: State;
  readonly chain: Chain;
  readonly params: ChainParams;
  readonly governance: Governance;
  /** Whether superblocks pay at all: spork 9. */
  readonly isEnabled: () => boolean;
  /** Whether this node knows the votes: while it is not synchronised, superblocks are held to their budget alone. */
  readonly isSynced: () => boolean;
}

/**
 * Payments of superblocks: the funded trigger with the most votes is paid in full, and nothing beyond it. A block that this
 * node has connected once stays acceptable, however the votes change later.
 */
export class Superblocks implements CoinbaseRules {
  readonly #deps: SuperblockDeps;
  readonly #connected: Table<bigint>;
  /** The coinbase that was checked last. */
  #checked: { readonly txid: string; readonly beyondSat: bigint } | undefined;

  constructor(deps: SuperblockDeps) {
    const { state, chain, governance } = deps;
    this.#deps = deps;
    this.#connected = state.table('governance.superblocks', amountCodec);
    chain.on({
      connected: ({ transactions }, { height }) => {
        const { txid } = transactions[0]!;
        if (governance.schedule.isSuperblock(height) && this.#checked?.txid === txid) this.#connected.set(txid, this.#checked.beyondSat);
      },
    });
  }

  payments({ height }: RewardContext): readonly CoinbasePayment[] {
    const payments = this.triggerAt(height)?.payments ?? [];
    return payments.map(({ valueSat, scriptPubKey }) => ({ output: { valueSat, scriptPubKey }, from: 'budget' }));
  }

  budgetSat(height: number): bigint {
    return this.#deps.governance.schedule.budgetSat(height); // what of it may be claimed is decided by `check`
  }

  check({ txid, outputs }: Transaction, { height, rewardSat }: RewardContext): Rejection | undefined {
    const { governance, isSynced } = this.#deps;
    if (!governance.schedule.isSuperblock(height)) return undefined;
    const beyondSat = outputs.reduce((sum, { valueSat }) => sum + valueSat, 0n) - rewardSat;
    this.#checked = { txid, beyondSat };
    const before = this.#connected.get(txid);
    if ((before !== undefined && beyondSat <= before) || !isSynced()) return undefined;
    const payments = this.triggerAt(height)?.payments ?? [];
    const unused = [...outputs];
    for (const { address, valueSat, scriptPubKey } of payments) {
      const at = unused.findIndex((output) => output.valueSat === valueSat && output.scriptPubKey.equals(scriptPubKey));
      if (at < 0) return { reason: 'bad-cb-payee', detail: `superblock ${height} does not pay ${formatSat(valueSat)} to ${address}` };
      unused.splice(at, 1);
    }
    const dueSat = payments.reduce((sum, { valueSat }) => sum + valueSat, 0n);
    if (beyondSat <= dueSat) return undefined;
    return {
      reason: 'bad-cb-amount',
      detail: `superblock ${height} pays ${formatSat(beyondSat)} beyond subsidy and fees, its trigger ${formatSat(dueSat)}`,
    };
  }

  /** What the superblock at a height is to pay: by the funded trigger with the most votes; of several that with the lowest hash. */
  triggerAt(height: number): Trigger | undefined {
    const { governance, params, isEnabled } = this.#deps;
    if (!governance.schedule.isSuperblock(height) || !isEnabled()) return undefined;
    let best: { readonly trigger: Trigger; readonly votes: number } | undefined;
    for (const object of governance.objects()) {
      if (object.type !== 'trigger') continue;
      const read = readTrigger(object.data, governance.schedule, params);
      if (!('trigger' in read) || read.trigger.height !== height) continue;
      const { isFunded, isValid, isDeleted, counts } = governance.status(object);
      const votes = counts.funding.absolute;
      if (isFunded && isValid && !isDeleted && (best === undefined || votes > best.votes)) best = { trigger: read.trigger, votes };
    }
    return best?.trigger;
  }
}
