import type { Chain } from '../chain/types.ts';
import type { Clock } from '../clock.ts';
import type { Curve } from '../crypto/curve.ts';
import type { Log } from '../log.ts';
import type { ChainParams } from '../params.ts';
import { outpointKey } from '../primitives/outpoint.ts';
import { NULL_ID } from '../primitives/transaction.ts';
import type { Outpoint } from '../primitives/types.ts';
import type { State } from '../state/types.ts';
import { Differences } from './differences.ts';
import type { Electorate, OwnVoter } from './electorate.ts';
import { FeePayments } from './fee-payments.ts';
import { GovernanceError } from './governance-error.ts';
import { makeObject, signObject, type GovernanceObject, type ObjectContent } from './governance-object.ts';
import { GovernanceStore, type CastVote } from './governance-store.ts';
import { ObjectRules, triggerHeight } from './object-rules.ts';
import { readProposal } from './proposal-data.ts';
import { SuperblockSchedule } from './superblock-schedule.ts';
import { countVotes, lastVotes, thresholdsFor } from './tally.ts';
import type { Governance, GovernanceEvents, ObjectStatus, Reception } from './types.ts';
import type { Rejection } from './verdict.ts';
import { signVote, type Vote, type VoteContent } from './vote.ts';
import { VoteRules } from './vote-rules.ts';
import { Waiting } from './waiting.ts';

const MAX_WAITING_OBJECTS = 1_000;
const MAX_WAITING_VOTES = 10_000;

export interface GovernanceDeps {
  readonly state: State;
  readonly chain: Chain;
  readonly clock: Pick<Clock, 'seconds'>;
  readonly curve: Curve;
  readonly params: ChainParams;
  readonly electorate: Electorate;
  readonly log: Log;
}

/** The objects and votes that the state holds. Must be made before the chain changes. */
export function createGovernance(deps: GovernanceDeps): Governance {
  return new ObjectsAndVotes(deps);
}

class ObjectsAndVotes implements Governance {
  readonly schedule: SuperblockSchedule;
  readonly #deps: GovernanceDeps;
  readonly #store: GovernanceStore;
  readonly #objectRules: ObjectRules;
  readonly #voteRules: VoteRules;
  readonly #differences: Differences;
  readonly #waitingObjects = new Waiting<{ readonly object: GovernanceObject; readonly origin: unknown }>(MAX_WAITING_OBJECTS);
  readonly #waitingVotes = new Waiting<{ readonly vote: Vote; readonly origin: unknown }>(MAX_WAITING_VOTES);
  readonly #listeners: Partial<GovernanceEvents>[] = [];

  constructor(deps: GovernanceDeps) {
    const { state, chain, params, electorate } = deps;
    this.#deps = deps;
    this.schedule = new SuperblockSchedule(chain, params.governance);
    this.#store = new GovernanceStore(state);
    this.#differences = new Differences(state);
    const fees = new FeePayments(state, chain, params.governance.proposalFeeSat);
    this.#objectRules = new ObjectRules({ ...deps, fees, schedule: this.schedule, store: this.#store });
    this.#voteRules = new VoteRules({ ...deps, store: this.#store });
    chain.on({
      tipChanged: ({ height }) => {
        this.#erasePast(height);
        this.#retry();
      },
    });
    electorate.on({ listChanged: () => this.#retry() });
    state.onRestore(() => {
      this.#waitingObjects.take();
      this.#waitingVotes.take();
    });
  }

  checkProposal(data: Buffer): void {
    const read = readProposal(data, this.#deps.params, this.#deps.clock.seconds());
    if ('problems' in read) throw new GovernanceError('invalid-object', `Invalid proposal data: ${read.problems.join('; ')}`);
  }

  object(hash: string): GovernanceObject | undefined {
    return this.#store.object(hash);
  }

  objects(): readonly GovernanceObject[] {
    return this.#store.objects();
  }

  status(object: GovernanceObject): ObjectStatus {
    const { electorate, params } = this.#deps;
    const voters = electorate.list().filter(({ outpoint }) => electorate.mayVote(outpoint)).length;
    const thresholds = thresholdsFor(voters, params.governance.minQuorum);
    const votes = this.currentVotes(object.hash);
    const counts = {
      funding: countVotes(votes, 'funding'),
      valid: countVotes(votes, 'valid'),
      delete: countVotes(votes, 'delete'),
    };
    const problem = object.type === 'proposal' ? this.#objectRules.feeProblem(object) : undefined;
    return {
      counts,
      isPaidFor: problem === undefined,
      reason: problem?.message ?? '',
      isValid: counts.valid.absolute > -thresholds.funding,
      isFunded: counts.funding.absolute >= thresholds.funding,
      isDeleted: counts.delete.absolute >= thresholds.delete,
      isEndorsed: false,
    };
  }

  votesOn(hash: string): readonly CastVote[] {
    return [...this.#store.votesOn(hash)].sort((a, b) => a.time - b.time || (a.hash < b.hash ? -1 : 1));
  }

  currentVotes(hash: string, outpoint?: Outpoint): readonly CastVote[] {
    const key = outpoint && outpointKey(outpoint);
    return lastVotes(
      this.votesOn(hash).filter((vote) => (key === undefined || outpointKey(vote.outpoint) === key) && this.#voteRules.counts(vote)),
    );
  }

  get totals(): Governance['totals'] {
    const objects = this.#store.objects();
    return {
      proposals: objects.filter(({ type }) => type === 'proposal').length,
      triggers: objects.filter(({ type }) => type === 'trigger').length,
      erased: this.#store.erasedCount,
      votes: this.#store.voteCount,
    };
  }

  changedSinceLastCall(): readonly GovernanceObject[] {
    return this.#store.objects().filter((object) => this.#differences.note(object, this.status(object)));
  }

  submit(content: ObjectContent, feeTxid: string): string {
    this.checkProposal(content.data);
    const object = makeObject(content, { feeTxid });
    this.#acceptOwn(object);
    return object.hash;
  }

  castVote(content: Omit<VoteContent, 'time' | 'outpoint'>, { outpoint, privateKey }: OwnVoter): void {
    const { clock, curve, params } = this.#deps;
    // A second vote within a second must be the later one.
    const last = Math.max(0, ...this.#voteRules.ofVoter(content.objectHash, outpoint, content.signal).map((vote) => vote.time));
    const time = Math.max(clock.seconds(), last + 1);
    this.acceptVote(signVote({ ...content, outpoint, time }, privateKey, curve, params));
  }

  acceptVote(vote: Vote): void {
    if (this.#store.hasVote(vote.hash)) return;
    const checked = this.#voteRules.check(vote);
    if (!('accepted' in checked)) throw new GovernanceError(checked.reason, checked.message);
    this.#addVote(checked.accepted, undefined);
  }

  makeTrigger(data: Buffer, { outpoint, privateKey }: OwnVoter): GovernanceObject {
    const { clock, curve, params } = this.#deps;
    const content = { parentHash: NULL_ID, revision: 1, time: clock.seconds(), data, maker: outpoint };
    const trigger = signObject(content, privateKey, curve, params);
    this.#acceptOwn(trigger);
    return trigger;
  }

  receiveObject(object: GovernanceObject, origin: unknown): Reception {
    // Anyone can send the content of an object with a wrong proof, which must not keep out the right one.
    const key = `${object.hash} ${object.feeTxid} ${object.signature.toString('hex')}`;
    if (this.#store.object(object.hash) !== undefined || this.#waitingObjects.has(key)) return { outcome: 'known' };
    const rejection = this.#objectRules.check(object);
    if (rejection === undefined) {
      this.#addObject(object, origin);
      return { outcome: 'accepted' };
    }
    if (rejection.outcome === 'waiting') this.#waitingObjects.add(key, { object, origin });
    return receptionOf(rejection);
  }

  receiveVote(vote: Vote, origin: unknown): Reception {
    const key = `${vote.hash} ${vote.signature.toString('hex')}`;
    if (this.#store.hasVote(vote.hash) || this.#waitingVotes.has(key)) return { outcome: 'known' };
    const checked = this.#voteRules.check(vote);
    if ('accepted' in checked) {
      this.#addVote(checked.accepted, origin);
      return { outcome: 'accepted' };
    }
    if (checked.outcome === 'waiting') this.#waitingVotes.add(key, { vote, origin });
    return receptionOf(checked);
  }

  allVotes(): Iterable<CastVote> {
    return this.#store.votes();
  }

  on(events: Partial<GovernanceEvents>): void {
    this.#listeners.push(events);
  }

  /** Accepts an object of this node. One that is known is accepted again, by the same rules. */
  #acceptOwn(object: GovernanceObject): void {
    const rejection = this.#objectRules.check(object);
    if (rejection !== undefined) throw new GovernanceError(rejection.reason, `Invalid governance object: ${rejection.message}`);
    if (this.#store.object(object.hash) === undefined) this.#addObject(object, undefined);
  }

  #addObject(object: GovernanceObject, origin: unknown): void {
    this.#store.addObject(object);
    this.#deps.log(`governance: ${object.type} ${object.hash}`);
    for (const listener of this.#listeners) listener.objectAdded?.(object, origin);
    this.#retry(); // votes and revisions may have waited for it
  }

  #addVote(vote: CastVote, origin: unknown): void {
    this.#store.addVote(vote);
    for (const listener of this.#listeners) listener.voteAdded?.(vote, origin);
  }

  /** Looks again at what could not be accepted when it arrived. */
  #retry(): void {
    if (this.#waitingObjects.size > 0) for (const { object, origin } of this.#waitingObjects.take()) this.receiveObject(object, origin);
    if (this.#waitingVotes.size > 0) for (const { vote, origin } of this.#waitingVotes.take()) this.receiveVote(vote, origin);
  }

  /** Erases the triggers of superblocks that no reorganisation will reach. */
  #erasePast(tipHeight: number): void {
    if (this.#store.objectCount === 0) return;
    const { params } = this.#deps;
    const keptFrom = tipHeight - params.governance.triggerKeepBlocks;
    for (const object of this.#store.objects()) {
      const height = triggerHeight(object, this.schedule, params);
      if (height === undefined || height > keptFrom) continue;
      this.#store.erase(object.hash);
      this.#differences.forget(object.hash);
    }
  }
}

function receptionOf({ outcome, message }: Rejection): Reception {
  return { outcome, reason: message };
}
