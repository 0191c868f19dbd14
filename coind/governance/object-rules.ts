import type { Chain } from '../chain/types.ts';
import type { Clock } from '../clock.ts';
import type { Curve } from '../crypto/curve.ts';
import type { ChainParams } from '../params.ts';
import { formatSat } from '../primitives/amount.ts';
import { outpointKey } from '../primitives/outpoint.ts';
import { NULL_ID } from '../primitives/transaction.ts';
import type { Electorate } from './electorate.ts';
import type { FeePayments } from './fee-payments.ts';
import { signerOfObject, type GovernanceObject } from './governance-object.ts';
import type { GovernanceStore } from './governance-store.ts';
import { readProposal } from './proposal-data.ts';
import type { SuperblockSchedule } from './superblock-schedule.ts';
import { readTrigger } from './trigger-data.ts';
import type { Rejection } from './verdict.ts';

/** How far the time of an object or a vote may be ahead of the clock. */
export const MAX_AHEAD_SECONDS = 2 * 60 * 60;
/** Triggers of one masternode for one superblock. */
const MAX_TRIGGERS = 4;

export interface ObjectRulesDeps {
  readonly chain: Chain;
  readonly clock: Pick<Clock, 'seconds'>;
  readonly curve: Curve;
  readonly params: ChainParams;
  readonly electorate: Electorate;
  readonly fees: FeePayments;
  readonly schedule: SuperblockSchedule;
  readonly store: GovernanceStore;
}

/** Decides which governance objects a node accepts. */
export class ObjectRules {
  readonly #deps: ObjectRulesDeps;

  constructor(deps: ObjectRulesDeps) {
    this.#deps = deps;
  }

  /** Undefined for an object that is accepted. */
  check(object: GovernanceObject): Rejection | undefined {
    const { clock } = this.#deps;
    const now = clock.seconds();
    if (object.time > now + MAX_AHEAD_SECONDS)
      return { outcome: 'refused', reason: 'invalid-object', message: `time: ${object.time} is more than two hours ahead of ${now}` };
    switch (object.type) {
      case 'proposal':
        return this.#checkProposal(object);
      case 'trigger':
        return this.#checkTrigger(object);
      case 'other':
        return invalid('the data has no type that is known: 1 for a proposal, 2 for a trigger');
    }
  }

  /** Why the fee of a proposal is not paid for; undefined if it is, in the active chain. */
  feeProblem({ hash, feeTxid }: GovernanceObject): Rejection | undefined {
    const { chain, fees, params } = this.#deps;
    const { proposalFeeSat, feeConfirmations } = params.governance;
    const height = fees.heightOf(feeTxid, hash);
    if (height === undefined)
      return {
        outcome: 'waiting',
        reason: 'fee-not-paid',
        message: `no transaction ${feeTxid} of the chain pays ${formatSat(proposalFeeSat)} in an output that commits to ${hash}`,
      };
    const confirmations = chain.tip.height - height + 1;
    if (confirmations >= feeConfirmations) return undefined;
    return {
      outcome: 'waiting',
      reason: 'fee-not-confirmed',
      message: `the fee transaction ${feeTxid} has ${confirmations} of ${feeConfirmations} confirmations`,
    };
  }

  #checkProposal(object: GovernanceObject): Rejection | undefined {
    const { params, store } = this.#deps;
    const { data, maker, parentHash } = object;
    const read = readProposal(data, params);
    if ('problems' in read) return invalid(read.problems.join('; '));
    if (maker !== undefined) return invalid('a proposal names no masternode');
    if (parentHash !== NULL_ID && store.object(parentHash)?.type !== 'proposal')
      return { outcome: 'waiting', reason: 'unknown-object', message: `parent-hash: no proposal has the hash ${parentHash}` };
    return this.feeProblem(object);
  }

  #checkTrigger(object: GovernanceObject): Rejection | undefined {
    const { chain, curve, electorate, params, schedule, store } = this.#deps;
    const { data, maker, parentHash } = object;
    const read = readTrigger(data, schedule, params);
    if ('problems' in read) return invalid(read.problems.join('; '));
    if (parentHash !== NULL_ID) return invalid('a trigger has no parent');
    const signer = signerOfObject(object, curve, params);
    if (maker === undefined || signer === undefined) return invalid('a trigger is signed by a masternode');
    const { height } = read.trigger;
    if (height <= chain.tip.height - params.governance.triggerKeepBlocks)
      return { outcome: 'refused', reason: 'invalid-object', message: `the superblock ${height} is long past` };
    if (!electorate.mayVote(maker) || electorate.get(maker)?.operatorKey.equals(signer) !== true)
      return {
        outcome: 'waiting',
        reason: 'no-masternode',
        message: `no masternode ${outpointKey(maker)} with the key that signed is active`,
      };
    const others = store
      .objects()
      .filter(
        (other) =>
          other.maker !== undefined && outpointKey(other.maker) === outpointKey(maker) && triggerHeight(other, schedule, params) === height,
      );
    if (others.length < MAX_TRIGGERS) return undefined;
    return {
      outcome: 'refused',
      reason: 'invalid-object',
      message: `masternode ${outpointKey(maker)} has made ${MAX_TRIGGERS} triggers for it`,
    };
  }
}

/** The superblock of a trigger; undefined for another object. */
export function triggerHeight({ type, data }: GovernanceObject, schedule: SuperblockSchedule, params: ChainParams): number | undefined {
  if (type !== 'trigger') return undefined;
  const read = readTrigger(data, schedule, params);
  return 'trigger' in read ? read.trigger.height : undefined;
}

const invalid = (message: string): Rejection => ({ outcome: 'invalid', reason: 'invalid-object', message });
