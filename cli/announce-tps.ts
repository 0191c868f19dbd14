import { existsSync } from 'node:fs';
import type { TpsNetwork } from '../load/tps/network/types.ts';
import { count, counted, duration } from '../reports/format.ts';
import { transactionsText } from '../reports/load/transactions-text.ts';
import type { TpsFlags } from './tps-options.ts';

/** What a test will do, before it does it: lines for the terminal. */
export function announceTps({ nodes, target, via, notes }: TpsNetwork, flags: TpsFlags): string[] {
  const { rounds, warmUp, transactions, startIn, timeout, kind, prepared, outputsPerTx } = flags;
  const isNewAsset = kind === 'asset' && !(prepared !== undefined && existsSync(prepared));
  const senders = nodes.filter(({ role }) => role === 'sender').length;
  const outputs = outputsPerTx === undefined ? '' : `, ${counted(outputsPerTx, 'output')} each`;
  return [
    `${target.subversion || 'nodes'} (version ${target.version ?? 'not given'}), chain ${target.chain}: ${counted(senders, 'sender')}, ${counted(nodes.length - senders, 'receiver')}`,
    `${counted(rounds, 'round')}${warmUp > 0 ? ` after ${counted(warmUp, 'round')} of warm-up, each` : ''} of ${count(transactions)} ${transactionsText(kind)}${outputs}, by ${via}, start time ${duration(startIn)} ahead, lost after ${duration(timeout)}`,
    `on the nodes: will mine blocks, ${isNewAsset ? 'create an asset by a wallet of the first sender, ' : ''}connect the nodes, send transactions, and mine them`,
    ...(target.kind === 'remote'
      ? ['Pyx did not start these nodes: it does not stop them, and what the test has written stays there.']
      : []),
    ...notes,
  ];
}
