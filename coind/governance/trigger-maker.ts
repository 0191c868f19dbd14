import type { Chain } from '../chain/types.ts';
import type { BlockNode } from '../chain/block-node.ts';
import type { ChainParams } from '../params.ts';
import { sha256 } from '../primitives/hash.ts';
import { outpointKey } from '../primitives/outpoint.ts';
import type { State } from '../state/types.ts';
import type { Electorate, OwnVoter, Voter } from './electorate.ts';
import type { GovernanceObject } from './governance-object.ts';
import { triggerHeight } from './object-rules.ts';
import { readProposal } from './proposal-data.ts';
import { writeTrigger, type TriggerPayment } from './trigger-data.ts';
import type { Governance } from './types.ts';
import type { VoteOutcome } from './vote.ts';

export interface TriggerMakerDeps {
  readonly state: State;
  readonly chain: Chain;
  readonly params: ChainParams;
  readonly governance: Governance;
  readonly electorate: Electorate;
  /** Spork 9. */
  readonly isEnabled: () => boolean;
  readonly isSynced: () => boolean;
}

/**
 * The part of a masternode in superblocks: within the window before one it makes the trigger, unless another masternode has
 * made the same, and votes for those that pay what it would pay and against others. Only a node with a masternode of its own
 * does so. One masternode more in each block of the window may make it, so that usually there is one trigger; in the last
 * block every masternode may, since those before it in the order may not run.
 */
export class TriggerMaker {
  readonly #deps: TriggerMakerDeps;
  /** What the next superblock is to pay; decided at the first block of the window. */
  #decision: { readonly height: number; readonly data: Buffer | undefined } | undefined;

  constructor(deps: TriggerMakerDeps) {
    this.#deps = deps;
  }

  /** Follows the chain from now on. */
  start(): void {
    const { state, chain, governance } = this.#deps;
    state.onRestore(() => {
      this.#decision = undefined;
    });
    chain.on({ tipChanged: (tip) => this.#act(tip) });
    governance.on({ objectAdded: ({ type }, origin) => type === 'trigger' && origin !== undefined && this.#act(chain.tip) });
  }

  #act(tip: BlockNode): void {
    const { chain, params, governance, electorate, isEnabled, isSynced } = this.#deps;
    const height = governance.schedule.next(tip.height);
    const blocksIn = tip.height - (height - params.governance.triggerWindow);
    const { own } = electorate;
    // A node that is catching up is late: the superblock may be mined already.
    if (blocksIn < 0 || own === undefined || tip.hash !== chain.bestHeader.hash) return;
    if (!electorate.mayVote(own.outpoint) || !isEnabled() || !isSynced()) return;
    if (this.#decision?.height !== height) this.#decision = { height, data: this.#desired(height, tip) };
    const { data } = this.#decision;
    let same = this.#triggersAt(height).some((trigger) => data?.equals(trigger.data) === true);
    const isLast = tip.height + 1 === height;
    if (!same && data !== undefined && (isLast || this.#rank(own, height) <= blocksIn)) {
      governance.makeTrigger(data, own);
      same = true;
    }
    for (const trigger of this.#triggersAt(height)) this.#vote(trigger, data?.equals(trigger.data) === true ? 'yes' : 'no', own);
  }

  /** The trigger for the funded proposals, those with the most votes first, as far as the budget goes; undefined for none. */
  #desired(height: number, tip: BlockNode): Buffer | undefined {
    const { governance, params } = this.#deps;
    const { time } = tip.header;
    let leftSat = governance.schedule.budgetSat(height);
    const funded = governance
      .objects()
      .map((object) => ({ object, status: governance.status(object) }))
      .filter(
        ({ object, status }) => object.type === 'proposal' && status.isPaidFor && status.isFunded && status.isValid && !status.isDeleted,
      )
      .sort((a, b) => b.status.counts.funding.absolute - a.status.counts.funding.absolute); // stable: by hash among equals
    const payments = funded.flatMap(({ object }): TriggerPayment[] => {
      const read = readProposal(object.data, params);
      if (!('proposal' in read)) return [];
      const { startTime, endTime, address, scriptPubKey, amountSat } = read.proposal;
      if (time < startTime || time >= endTime || amountSat > leftSat) return [];
      leftSat -= amountSat;
      return [{ address, scriptPubKey, valueSat: amountSat, proposalHash: object.hash }];
    });
    return payments.length === 0 ? undefined : writeTrigger({ height, payments });
  }

  #triggersAt(height: number): GovernanceObject[] {
    const { governance, params } = this.#deps;
    return governance.objects().filter((object) => triggerHeight(object, governance.schedule, params) === height);
  }

  /** Place of a masternode in an order that is another one for each superblock. */
  #rank({ outpoint }: OwnVoter, height: number): number {
    const { electorate } = this.#deps;
    const score = (voter: Voter['outpoint']): string => sha256(Buffer.from(`${height} ${outpointKey(voter)}`)).toString('hex');
    const own = score(outpoint);
    return electorate.list().filter((other) => electorate.mayVote(other.outpoint) && score(other.outpoint) < own).length;
  }

  /** Votes unless it has. */
  #vote({ hash }: GovernanceObject, outcome: VoteOutcome, own: OwnVoter): void {
    const { governance } = this.#deps;
    const [last] = governance.currentVotes(hash, own.outpoint).filter(({ signal }) => signal === 'funding');
    if (last?.outcome !== outcome) governance.castVote({ objectHash: hash, signal: 'funding', outcome }, own);
  }
}
