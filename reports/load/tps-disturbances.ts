import type { DisturbanceEvent, NetworkCheck, RoundDisturbances, TpsResults, TpsRound } from '../../load/tps/results.ts';
import { count, counted } from '../format.ts';
import type { TpsTable } from './tps-table.ts';
import { latency, share } from './units.ts';

const US_PER_MS = 1_000;

/** What must hold after faults, in words. */
const CHECKS: Readonly<Record<NetworkCheck, string>> = {
  connections: 'all connections are back',
  'one-tip': 'after one more block all nodes have one tip',
  'accepted-kept': 'what a node has accepted is in a memory pool or the chain',
  'pool-reloaded': 'a node that was stopped properly has its memory pool again',
  'wallet-kept': 'a wallet knows what it has sent',
  'same-transactions': 'all nodes have the same transactions in memory pool and chain',
  balances: 'a balance is the sum of the unspent outputs',
  'no-double-spend': 'no coin is spent twice',
  verifychain: 'verifychain is true',
};

const JUDGED: Readonly<Record<NetworkCheck, string>> = {
  connections: 'nodes',
  'one-tip': 'nodes',
  'accepted-kept': 'transactions',
  'pool-reloaded': 'restarts',
  'wallet-kept': 'payments',
  'same-transactions': 'nodes',
  balances: 'wallets',
  'no-double-spend': 'mined transactions',
  verifychain: 'nodes',
};

/** A round in which planned faults have happened. */
export interface DisturbedRoundResult {
  readonly round: number;
  readonly disturbances: RoundDisturbances;
}

export const disturbedRounds = (rounds: readonly TpsRound[]): DisturbedRoundResult[] =>
  rounds.flatMap(({ round, disturbances }) => (disturbances ? [{ round, disturbances }] : []));

/** The time line of the planned faults, and what was judged afterwards. */
export function disturbanceTables({ rounds }: TpsResults): TpsTable[] {
  const disturbed = disturbedRounds(rounds);
  return [
    {
      title: 'Planned faults',
      head: ['fault', 'nodes', 'at', 'arrived', 'done after'],
      rows: disturbed.flatMap(({ round, disturbances: { events } }) =>
        events.map((event, index) => [
          `${index + 1}: ${event.fault} ${event.what}, round ${round}`,
          event.nodes.join(event.kind === 'partition' ? ' | ' : ', '),
          `${latency(event.atMs * US_PER_MS)}${becauseText(event)}`,
          share(event.share),
          latency(event.durationMs * US_PER_MS),
        ]),
      ),
    },
    {
      title: 'After the faults',
      head: ['what must hold', 'judged', 'result'],
      rows: disturbed.flatMap(({ round, disturbances: { checks } }) =>
        checks.map(({ check, judged, problems }) => [
          `${CHECKS[check]}, round ${round}`,
          `${count(judged)} ${JUDGED[check]}`,
          problems.length === 0 ? 'holds' : 'does not hold',
        ]),
      ),
    },
  ];
}

function becauseText({ because }: DisturbanceEvent): string {
  if (because === 'still') return ', as nothing more arrived';
  return because === 'over' ? ', as the time for arrivals was over' : '';
}

/** What became of the transactions of the rounds with faults, in a sentence; undefined without such rounds. */
export function keptText(rounds: readonly TpsRound[]): string | undefined {
  const disturbed = disturbedRounds(rounds);
  if (disturbed.length === 0) return undefined;
  const sum = (value: (disturbances: RoundDisturbances) => number): number =>
    disturbed.reduce((total, { disturbances }) => total + value(disturbances), 0);
  const faults = sum(({ events }) => events.filter(({ what }) => what === 'begins').length);
  const accepted = sum((disturbances) => disturbances.accepted);
  const gone = sum(({ lostWithPool }) => lostWithPool.count);
  const kept = gone === 0 ? `all ${count(accepted)}` : `${count(accepted - gone)} of ${count(accepted)}`;
  return `After ${counted(faults, 'planned fault')} in ${counted(disturbed.length, 'round')}, ${kept} transactions that nodes had accepted are in the chain of every node.`;
}

/** Transactions that went with the memory of killed nodes: each a sentence. */
export function lostWithPoolTexts(rounds: readonly TpsRound[]): string[] {
  return disturbedRounds(rounds).flatMap(({ round, disturbances: { lostWithPool } }) => {
    const { count: lost, examples } = lostWithPool;
    if (lost === 0) return [];
    const named = examples.map(({ txid, node }) => `${txid} of ${node}`).join(', ');
    return [
      `Round ${round}: ${counted(lost, 'accepted transaction')} went with the memory pool of a killed node, before another node was known to have ${lost === 1 ? 'it' : 'them'}: ${named}${examples.length < lost ? ', …' : ''}.`,
    ];
  });
}
