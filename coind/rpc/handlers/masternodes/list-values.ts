import type { ChainParams } from '../../../params.ts';
import type { Masternode } from '../../../masternodes/types.ts';
import type { Outpoint } from '../../../primitives/types.ts';
import { addressOf } from '../../../script/addresses.ts';
import type { JsonValue } from '../../../../specs/model/generated/methods.d.ts';

/** A collateral as `masternodelist` writes it. */
export const outpointText = ({ txid, vout }: Outpoint): string => `${txid}-${vout}`;

export const payeeAddress = (script: Buffer, params: ChainParams): string => addressOf(script, params) ?? '';

/** A version as text: 10000 is 0.1.0, and so is a version that a sentinel gives as a number. */
export function versionText(version: number): string {
  return [Math.floor(version / 1_000_000), Math.floor(version / 10_000) % 100, Math.floor(version / 100) % 100].join('.');
}

export const sentinelState = (isCurrent: boolean): 'current' | 'expired' => (isCurrent ? 'current' : 'expired');

export type ListMode =
  | 'activeseconds'
  | 'addr'
  | 'daemon'
  | 'full'
  | 'info'
  | 'json'
  | 'lastpaidblock'
  | 'lastpaidtime'
  | 'lastseen'
  | 'payee'
  | 'protocol'
  | 'pubkey'
  | 'rank'
  | 'sentinel'
  | 'status';

/** What else than the outpoint a filter matches: a part of the value or the whole of it. */
type ValueMatch = 'part' | 'whole' | 'none';

interface Mode {
  readonly matches: ValueMatch;
  readonly value: (masternode: Masternode, context: ValueContext) => JsonValue;
}

export interface ValueContext {
  readonly params: ChainParams;
  /** At the tip, from 1. */
  readonly rank: number;
}

const activeSeconds = ({ lastSeen, announcedAt }: Masternode): number => Math.max(0, lastSeen - announcedAt);
const payee = ({ payeeScript }: Masternode, { params }: ValueContext): string => payeeAddress(payeeScript, params);

/** Document 3, Masternodes, sentinel, sporks, synchronisation. */
const modes: { readonly [M in ListMode]: Mode } = {
  activeseconds: { matches: 'none', value: activeSeconds },
  addr: { matches: 'part', value: ({ address }) => address },
  daemon: { matches: 'whole', value: ({ daemonVersion }) => versionText(daemonVersion) },
  full: {
    matches: 'part',
    value: (masternode, context) => {
      const { status, protocol, lastSeen, lastPaidTime, lastPaidBlock, address, missedPings } = masternode;
      const columns = [status, protocol, payee(masternode, context), lastSeen, activeSeconds(masternode)];
      return [...columns, lastPaidTime, lastPaidBlock, address, missedPings].join(' ');
    },
  },
  info: {
    matches: 'part',
    value: (masternode, context) => {
      const { status, protocol, lastSeen, sentinelVersion, sentinelIsCurrent, address, missedPings } = masternode;
      const columns = [status, protocol, payee(masternode, context), lastSeen, activeSeconds(masternode)];
      return [...columns, versionText(sentinelVersion), sentinelState(sentinelIsCurrent), address, missedPings].join(' ');
    },
  },
  json: {
    matches: 'part',
    value: (masternode, context) => ({
      address: masternode.address,
      payee: payee(masternode, context),
      status: masternode.status,
      protocol: masternode.protocol,
      daemonversion: versionText(masternode.daemonVersion),
      sentinelversion: versionText(masternode.sentinelVersion),
      sentinelstate: sentinelState(masternode.sentinelIsCurrent),
      pubkey: masternode.operatorKey.toString('hex'),
      lastseen: masternode.lastSeen,
      activeseconds: activeSeconds(masternode),
      lastpaidtime: masternode.lastPaidTime,
      lastpaidblock: masternode.lastPaidBlock,
      pingretries: masternode.missedPings,
    }),
  },
  lastpaidblock: { matches: 'none', value: ({ lastPaidBlock }) => lastPaidBlock },
  lastpaidtime: { matches: 'none', value: ({ lastPaidTime }) => lastPaidTime },
  lastseen: { matches: 'none', value: ({ lastSeen }) => lastSeen },
  payee: { matches: 'part', value: payee },
  protocol: { matches: 'whole', value: ({ protocol }) => protocol },
  pubkey: { matches: 'none', value: ({ operatorKey }) => operatorKey.toString('hex') },
  rank: { matches: 'none', value: (_, { rank }) => rank },
  sentinel: { matches: 'whole', value: ({ sentinelVersion }) => versionText(sentinelVersion) },
  status: { matches: 'part', value: ({ status }) => status },
};

/** The value of a masternode in a mode. */
export function valueOf(mode: ListMode, masternode: Masternode, context: ValueContext): JsonValue {
  return modes[mode].value(masternode, context);
}

/** Whether a filter matches a part of the outpoint, or the value as the mode matches it. */
export function matches(mode: ListMode, filter: string, outpoint: Outpoint, value: JsonValue): boolean {
  if (outpointText(outpoint).includes(filter)) return true;
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const how = modes[mode].matches;
  return how === 'part' ? text.includes(filter) : how === 'whole' && text === filter;
}
