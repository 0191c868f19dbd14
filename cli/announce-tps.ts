import { existsSync } from 'node:fs';
import type { NetworkLinks, TpsNetwork } from '../load/tps/network/types.ts';
import type { PreparedKind } from '../load/transactions/types.ts';
import { count, counted, duration } from '../reports/format.ts';
import { transactionsText } from '../reports/load/transactions-text.ts';

/** The options of `pyx tps` that the announcement names. Durations in milliseconds. */
export interface AnnouncedFlags {
  readonly transactions: number;
  readonly outputsPerTx?: number;
  readonly startIn: number;
  readonly rounds: number;
  readonly warmUp: number;
  readonly kind: PreparedKind;
  readonly timeout: number;
  readonly prepared?: string;
  /** False: no rounds without the links. */
  readonly withoutLinks?: boolean;
}

/** What a test will do, before it does it: lines for the terminal. */
export function announceTps({ nodes, links, target, isOwn, via, notes }: TpsNetwork, flags: AnnouncedFlags): string[] {
  const { rounds, warmUp, transactions, startIn, timeout, kind, prepared, outputsPerTx } = flags;
  const isNewAsset = kind === 'asset' && !(prepared !== undefined && existsSync(prepared));
  const senders = nodes.filter(({ role }) => role === 'sender').length;
  const outputs = outputsPerTx === undefined ? '' : `, ${counted(outputsPerTx, 'output')} each`;
  return [
    `${target.subversion || 'nodes'} (version ${target.version ?? 'not given'}), chain ${target.chain}: ${counted(senders, 'sender')}, ${counted(nodes.length - senders, 'receiver')}`,
    `${counted(rounds, 'round')}${warmUp > 0 ? ` after ${counted(warmUp, 'round')} of warm-up, each` : ''} of ${count(transactions)} ${transactionsText(kind)}${outputs}, by ${via}, start time ${duration(startIn)} ahead, lost after ${duration(timeout)}`,
    ...(links ? [linksLine(links, flags.withoutLinks !== false)] : []),
    `on the nodes: will mine blocks, ${isNewAsset ? 'create an asset by a wallet of the first sender, ' : ''}connect the nodes, send transactions, and mine them`,
    ...(isOwn ? [] : ['Pyx did not start these nodes: it does not stop them, and what the test has written stays there.']),
    ...notes,
  ];
}

/** `network ring: 5 links, relayed; after each round that counts, one without the links` */
function linksLine({ topology, relays, isShaped }: NetworkLinks, hasPlainRounds: boolean): string {
  const how = relays ? ', relayed' : '';
  const plain = isShaped && hasPlainRounds ? '; after each round that counts, one without the links' : '';
  return `network ${topology.name}: ${counted(topology.links.length, 'link')}${how}${plain}`;
}
