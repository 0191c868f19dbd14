import type { Chain, CoinbasePayment, CoinbaseRules, Rejection, RewardContext } from '../chain/types.ts';
import type { ChainParams } from '../params.ts';
import type { Transaction } from '../primitives/types.ts';
import type { Ballot } from './ballot.ts';
import { elect } from './election.ts';
import { VOTE_LEAD } from './limits.ts';
import type { MasternodeList } from './masternode-list.ts';
import { masternodeShare, type Payments } from './payments.ts';
import type { Masternode, Sporks } from './types.ts';

export interface WinnerDeps {
  readonly list: MasternodeList;
  readonly ballot: Ballot;
  readonly payments: Payments;
  readonly sporks: Sporks;
  readonly chain: Chain;
  readonly params: ChainParams;
}

/** A block with the masternode that it pays. */
export interface WinnerAt {
  readonly height: number;
  readonly payeeScript: Buffer;
}

/**
 * Which masternode a block pays. Masternodes vote `VOTE_LEAD` blocks ahead, each by its own list; without votes, the miner
 * pays the one that its own list elects. Spork 8 enforces only what was voted for: lists may differ between nodes, and an
 * own election must not split the chain.
 */
export class Winners implements CoinbaseRules {
  readonly #deps: WinnerDeps;

  constructor(deps: WinnerDeps) {
    this.#deps = deps;
  }

  /** The block whose hash decides about ranks at a height; undefined if it is not mined yet. */
  rankHash(height: number): string | undefined {
    return this.#deps.chain.atHeight(Math.max(0, height - VOTE_LEAD))?.hash;
  }

  /** Winners of the next blocks, up to the height that is voted for now; undefined where none qualifies. */
  coming(count = VOTE_LEAD): (WinnerAt | undefined)[] {
    const { list, ballot, chain, params } = this.#deps;
    const first = chain.tip.height + 1;
    let candidates = list.payable();
    return Array.from({ length: count }, (_, i) => {
      const height = first + i;
      const [voted] = ballot.payees(height, params.masternodes.minVotes);
      const payeeScript = voted ?? elect(candidates, this.rankHash(height) ?? chain.tip.hash)?.payeeScript;
      if (payeeScript === undefined) return undefined;
      // It waits from then on.
      candidates = candidates.map((other) => (other.payeeScript.equals(payeeScript) ? { ...other, lastPaidBlock: height } : other));
      return { height, payeeScript };
    });
  }

  /** Whom the last blocks paid, the oldest first. */
  paid(count: number): WinnerAt[] {
    const { payments, chain } = this.#deps;
    const first = Math.max(1, chain.tip.height - count + 1);
    return Array.from({ length: chain.tip.height - first + 1 }, (_, i) => first + i).flatMap((height) => {
      const payeeScript = payments.paidAt(height);
      return payeeScript === undefined ? [] : [{ height, payeeScript }];
    });
  }

  /** The masternode to be paid at a height above the tip; undefined if none qualifies, or if the height is too far ahead. */
  at(height: number): Masternode | undefined {
    const ahead = height - this.#deps.chain.tip.height;
    if (ahead < 1 || ahead > VOTE_LEAD) return undefined;
    const winner = this.coming(ahead).at(-1);
    return winner && this.#deps.list.all().find(({ payeeScript }) => payeeScript.equals(winner.payeeScript));
  }

  payments({ rewardSat }: RewardContext): readonly CoinbasePayment[] {
    const [winner] = this.coming(1);
    const valueSat = masternodeShare(rewardSat, this.#deps.params.masternodes.rewardPercent);
    if (winner === undefined || valueSat === 0n) return [];
    return [{ output: { valueSat, scriptPubKey: winner.payeeScript }, from: 'reward' }];
  }

  budgetSat(): bigint {
    return 0n;
  }

  check(coinbase: Transaction, { height, rewardSat }: RewardContext): Rejection | undefined {
    const { ballot, params, sporks } = this.#deps;
    const payees = ballot.payees(height, params.masternodes.minVotes);
    const valueSat = masternodeShare(rewardSat, params.masternodes.rewardPercent);
    if (payees.length === 0 || valueSat === 0n || !sporks.isActive('SPORK_8_MASTERNODE_PAYMENT_ENFORCEMENT')) return undefined;
    const isPayment = (output: Transaction['outputs'][number]): boolean =>
      output.valueSat === valueSat && payees.some((payee) => payee.equals(output.scriptPubKey));
    if (coinbase.outputs.slice(1).some(isPayment) || this.#isInChain(coinbase, height)) return undefined;
    return { reason: 'bad-cb-payee', detail: `no output after the first pays ${valueSat} satoshis to the elected masternode` };
  }

  /** A block is judged when it comes: not again when the chain is verified, since votes and sporks may be others then. */
  #isInChain({ txid }: Transaction, height: number): boolean {
    const { chain } = this.#deps;
    const node = chain.atHeight(height);
    return node !== undefined && chain.block(node.hash)?.transactions[0]?.txid === txid;
  }
}
