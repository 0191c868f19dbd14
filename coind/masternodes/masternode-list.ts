import type { Chain } from '../chain/types.ts';
import type { Clock } from '../clock.ts';
import { formatAddress } from '../primitives/net-address.ts';
import { outpointKey } from '../primitives/outpoint.ts';
import type { Outpoint } from '../primitives/types.ts';
import type { Bans } from './bans.ts';
import { ranked } from './election.ts';
import type { Entry } from './entry.ts';
import { CURRENT_PROTOCOL, PREVIOUS_PROTOCOL } from './limits.ts';
import type { Payments } from './payments.ts';
import type { Registry } from './registry.ts';
import { missedPings, statusOf } from './status.ts';
import type { Masternode, Sporks } from './types.ts';

export interface MasternodeListDeps {
  readonly registry: Registry;
  readonly bans: Bans;
  readonly payments: Payments;
  readonly sporks: Sporks;
  readonly chain: Chain;
  readonly clock: Clock;
}

/** The announced masternodes as they are now: by the chain, the clock and the sporks. */
export class MasternodeList {
  readonly #deps: MasternodeListDeps;

  constructor(deps: MasternodeListDeps) {
    this.#deps = deps;
  }

  /** Sorted by outpoint. */
  all(): Masternode[] {
    const { registry } = this.#deps;
    if (registry.size === 0) return [];
    return registry
      .entries()
      .map((entry) => this.#view(entry))
      .sort((a, b) => (outpointKey(a.outpoint) < outpointKey(b.outpoint) ? -1 : 1));
  }

  get(outpoint: Outpoint): Masternode | undefined {
    const entry = this.#deps.registry.get(outpoint);
    return entry && this.#view(entry);
  }

  /** Minimum protocol version of masternodes that are paid. */
  get minProtocol(): number {
    return this.#deps.sporks.isActive('SPORK_10_MASTERNODE_PAY_UPDATED_NODES') ? CURRENT_PROTOCOL : PREVIOUS_PROTOCOL;
  }

  enabled(): Masternode[] {
    return this.all().filter(({ status }) => status === 'ENABLED');
  }

  /** Those that can be elected. With spork 14 they need a running sentinel. */
  payable(): Masternode[] {
    const needsSentinel = this.#deps.sporks.isActive('SPORK_14_REQUIRE_SENTINEL_FLAG');
    return this.enabled().filter(({ sentinelIsCurrent }) => sentinelIsCurrent || !needsSentinel);
  }

  /** The enabled ones, in the order of their ranks at a block. */
  ranks(blockHash: string): Masternode[] {
    return ranked(this.enabled(), blockHash);
  }

  #view(entry: Entry): Masternode {
    const { registry, bans, payments, chain, clock } = this.#deps;
    const { broadcast, payeeScript } = entry;
    const { outpoint, protocol, operatorKey, collateralKey, address, signedAt, ping } = broadcast;
    const now = clock.seconds();
    const lastPaidBlock = payments.lastPaid(payeeScript);
    return {
      outpoint,
      status: statusOf(entry, {
        now,
        hasCollateral: registry.hasCollateral(entry),
        isBanned: bans.has(outpoint, chain.tip.height),
        minProtocol: this.minProtocol,
      }),
      protocol,
      payeeScript,
      operatorKey,
      collateralKey,
      address: formatAddress(address),
      announcedAt: signedAt,
      lastSeen: ping.signedAt,
      daemonVersion: ping.daemonVersion,
      sentinelVersion: ping.sentinelVersion,
      sentinelIsCurrent: ping.sentinelIsCurrent,
      missedPings: missedPings(entry, now),
      lastPaidBlock,
      lastPaidTime: lastPaidBlock === 0 ? 0 : (chain.atHeight(lastPaidBlock)?.header.time ?? 0),
    };
  }
}
