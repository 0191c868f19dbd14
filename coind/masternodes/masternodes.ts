import type { Chain } from '../chain/types.ts';
import type { Clock } from '../clock.ts';
import type { Curve } from '../crypto/curve.ts';
import type { Log } from '../log.ts';
import type { Network } from '../network/types.ts';
import type { NodeOptions } from '../options/node-options.ts';
import type { ChainParams } from '../params.ts';
import { parseAddress } from '../primitives/net-address.ts';
import { outpointKey } from '../primitives/outpoint.ts';
import type { Outpoint } from '../primitives/types.ts';
import type { SigningProvider } from '../script/signing-provider.ts';
import { solve } from '../script/standard.ts';
import type { State } from '../state/types.ts';
import { Ballot } from './ballot.ts';
import { Bans } from './bans.ts';
import { signBroadcast, type Broadcast } from './broadcast.ts';
import { readMasternodeConf } from './conf-file.ts';
import { BAN_BLOCKS, CURRENT_PROTOCOL, MAX_VOTE_LEAD, VOTERS } from './limits.ts';
import { MasternodeError } from './masternode-error.ts';
import { MasternodeList } from './masternode-list.ts';
import { MasternodeRelay, type MasternodeStore } from './masternode-relay.ts';
import { OperatedMasternode } from './own-masternode.ts';
import { Payments } from './payments.ts';
import type { Ping } from './ping.ts';
import { isRefused, Registry, type Taken } from './registry.ts';
import { Sync } from './sync.ts';
import type { ConfiguredMasternode, Masternode, MasternodeEvents, Masternodes, OwnMasternode, Sporks } from './types.ts';
import type { Vote } from './vote.ts';
import { Winners } from './winners.ts';

export interface MasternodeDeps {
  readonly chain: Chain;
  readonly network: Pick<Network, 'addPart' | 'broadcast' | 'misbehave'>;
  readonly sporks: Sporks;
  readonly state: State;
  readonly params: ChainParams;
  readonly clock: Clock;
  readonly curve: Curve;
  readonly options: Pick<NodeOptions, 'masternode'>;
  readonly log: Log;
}

const KNOWN: Taken = { isNews: false };
const refusal = (reason: string, score = 0): Taken => ({ reason, score, mayBecomeValid: false });

/** The masternodes of the network as a node knows them, with those that it can start and the one that it is. */
export class NodeMasternodes implements Masternodes, MasternodeStore {
  readonly masternodeList: MasternodeList;
  readonly winners: Winners;
  readonly operated: OperatedMasternode;
  readonly sync: Sync;
  readonly #deps: MasternodeDeps;
  readonly #registry: Registry;
  readonly #bans: Bans;
  readonly #ballot: Ballot;
  readonly #relay: MasternodeRelay;
  readonly #listeners: Partial<MasternodeEvents>[] = [];

  constructor(deps: MasternodeDeps) {
    const { chain, network, sporks, state, params, clock, curve, options } = deps;
    this.#deps = deps;
    this.#registry = new Registry(deps);
    this.#bans = new Bans(state);
    this.#ballot = new Ballot(state, curve);
    const payments = new Payments({ chain, state, percent: params.masternodes.rewardPercent });
    const list = new MasternodeList({ registry: this.#registry, bans: this.#bans, payments, sporks, chain, clock });
    this.masternodeList = list;
    this.winners = new Winners({ list, ballot: this.#ballot, payments, sporks, chain, params });
    this.#relay = new MasternodeRelay(network, this);
    this.sync = new Sync({ chain, clock, state, news: () => this.#relay.news });
    this.sync.onAsk((step) => {
      if (step === 'MASTERNODE_SYNC_LIST') this.#relay.askForList();
      if (step === 'MASTERNODE_SYNC_MNW') this.#relay.askForVotes();
    });
    this.operated = new OperatedMasternode({
      chain,
      clock,
      curve,
      state,
      list,
      registry: this.#registry,
      ballot: this.#ballot,
      winners: this.winners,
      privateKey: options.masternode.privateKey,
      sendPing: (ping) => this.#relay.sendPing(ping),
      sendVote: (vote) => this.#relay.sendVote(vote),
    });
    network.addPart({ handlers: {}, tick: () => this.#tick() });
    chain.addCoinbaseRules(this.winners);
    chain.on({ connected: () => this.#blockConnected(), tipChanged: () => this.#takeWaiting() });
  }

  get own(): OwnMasternode | undefined {
    return this.operated.own;
  }

  list(): readonly Masternode[] {
    return this.masternodeList.all();
  }

  get(outpoint: Outpoint): Masternode | undefined {
    return this.masternodeList.get(outpoint);
  }

  configured(): readonly ConfiguredMasternode[] {
    return readMasternodeConf(this.#deps.options.masternode.confFile, this.#deps.params);
  }

  mayVote(outpoint: Outpoint): boolean {
    const status = this.get(outpoint)?.status;
    return status !== undefined && status !== 'OUTPOINT_SPENT' && status !== 'POSE_BAN';
  }

  winner(height: number): Masternode | undefined {
    return this.winners.at(height);
  }

  on(events: Partial<MasternodeEvents>): void {
    this.#listeners.push(events);
  }

  /**
   * A signed announcement of a masternode of masternode.conf. Throws `MasternodeError` (masternode-refused) without its
   * collateral or its key.
   * @param signing keys of the wallet that holds the collateral
   */
  createBroadcast({ outpoint, address, privateKey }: ConfiguredMasternode, signing: SigningProvider): Broadcast {
    const { chain, clock, curve } = this.#deps;
    const coin = chain.coin(outpoint);
    const refuse = (why: string): never => {
      throw new MasternodeError('masternode-refused', `The collateral ${outpointKey(outpoint)} ${why}`);
    };
    if (coin === undefined) return refuse('is not an unspent output of the active chain');
    const { type, data } = solve(coin.scriptPubKey);
    const collateralKey = type === 'pubkeyhash' || type === 'witness_v0_keyhash' ? signing.publicKey(data[0]!) : undefined;
    const collateralPrivateKey = collateralKey && signing.privateKey(collateralKey);
    if (collateralKey === undefined || collateralPrivateKey === undefined) return refuse('is not locked with a key of this wallet');
    const unsigned = {
      outpoint,
      address: parseAddress(address, 0)!,
      collateralKey,
      operatorKey: curve.publicKey(privateKey, true),
      // Later than the last one, which is replaced.
      signedAt: Math.max(clock.seconds(), (this.#registry.get(outpoint)?.broadcast.signedAt ?? -1) + 1),
      protocol: CURRENT_PROTOCOL,
    };
    return signBroadcast(unsigned, this.operated.ping(outpoint, privateKey), { collateralKey: collateralPrivateKey, curve });
  }

  /** Takes an announcement over, and sends it to all peers. Throws `MasternodeError` (masternode-refused), with the reason. */
  announce(broadcast: Broadcast): void {
    const taken = this.#registry.announce(broadcast);
    if (isRefused(taken)) throw new MasternodeError('masternode-refused', `${outpointKey(broadcast.outpoint)}: ${taken.reason}`);
    this.#relay.sendBroadcast(broadcast);
    if (taken.isNews) this.#changed();
  }

  broadcasts(): readonly Broadcast[] {
    return this.#registry.entries().map(({ broadcast }) => broadcast);
  }

  votes(): readonly Vote[] {
    return this.#ballot.from(this.#deps.chain.tip.height + 1);
  }

  takeBroadcast(broadcast: Broadcast): Taken {
    const taken = this.#registry.announce(broadcast);
    if (isRefused(taken) && taken.mayBecomeValid) this.#registry.wait(broadcast);
    return this.#noted(taken);
  }

  takePing(ping: Ping): Taken {
    return this.#noted(this.#registry.ping(ping));
  }

  takeVote(vote: Vote): Taken {
    const { chain } = this.#deps;
    const { tip } = chain;
    const known = this.#ballot.of(vote.voter, vote.height);
    if (known !== undefined && known.payeeScript.equals(vote.payeeScript)) return KNOWN;
    if (vote.height <= tip.height || vote.height > tip.height + MAX_VOTE_LEAD) return refusal('its block is not one of the next');
    const voter = this.#registry.get(vote.voter)?.broadcast;
    if (voter === undefined || !this.mayVote(vote.voter)) return refusal('its masternode may not vote');
    if (!this.#ballot.isSigned(vote, voter.operatorKey)) return refusal('it is not signed by the operator');
    if (known !== undefined) {
      // Both votes are proof; peers that have the first one need the second.
      this.#deps.log(`masternode ${outpointKey(vote.voter)} is banned: it voted twice about block ${vote.height}`);
      this.#bans.add(vote.voter, vote.height + BAN_BLOCKS);
      return this.#noted({ isNews: true });
    }
    const rankHash = this.winners.rankHash(vote.height);
    const voters = rankHash === undefined ? undefined : this.masternodeList.ranks(rankHash).slice(0, VOTERS);
    if (voters?.some(({ outpoint }) => outpointKey(outpoint) === outpointKey(vote.voter)) === false) {
      return refusal('its masternode is not one of the voters');
    }
    if (!this.#registry.entries().some(({ payeeScript }) => payeeScript.equals(vote.payeeScript))) {
      return refusal('its payee is not a masternode');
    }
    this.#ballot.add(vote);
    return this.#noted({ isNews: true });
  }

  #noted(taken: Taken): Taken {
    if (!isRefused(taken) && taken.isNews) this.#changed();
    return taken;
  }

  #changed(): void {
    for (const { listChanged } of this.#listeners) listChanged?.();
  }

  #tick(): void {
    this.sync.tick();
    const didPing = this.operated.pingIfDue();
    if (this.#registry.clean() || didPing) this.#changed();
  }

  #blockConnected(): void {
    if (this.#registry.size === 0) return;
    this.#ballot.clean(this.#deps.chain.tip.height);
    this.operated.vote();
  }

  #takeWaiting(): void {
    const taken = this.#registry.takeWaiting();
    for (const broadcast of taken) this.#relay.sendBroadcast(broadcast);
    if (taken.length > 0) this.#changed();
  }
}
