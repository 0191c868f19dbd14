import { stringify } from 'yaml';
import type { Recorded } from './traffic-recorder.ts';

/** Calls that are closer to even than this come from a clock, not from independent clients. */
const EVEN_VARIATION = 0.5;
const DURATION = '60s';
const MAX_CONNECTIONS = 1_024;
/** How a file begins that may be replaced by another recording. */
export const RECORDED_HEAD = '# Recorded by pyx listen';

export interface RecordedScenario {
  readonly name: string;
  /** When it was recorded. */
  readonly at: Date;
  /** Of clients, at the same time. */
  readonly connections: number;
}

/** What was recorded as the text of a scenario of `pyx load`. There must be a call. */
export function scenarioText(recorded: Recorded, { name, at, connections }: RecordedScenario): string {
  const { kinds, calls, inLists, lastedMs, variation, leftOut } = recorded;
  const rate = Number((lastedMs > 0 ? (calls * 1_000) / lastedMs : calls).toPrecision(4));
  const remarks = [
    `${calls} calls with a result in ${(lastedMs / 1_000).toFixed(1)} s. Arguments are drawn from the node: only values of enumerations, true and false are as`,
    'clients sent them.',
    ...(inLists > 0 ? [`${inLists} of the calls came in lists: the load sends each alone.`] : []),
    ...[...leftOut].map(([why, count]) => `Left out: ${count === 1 ? '1 call' : `${count} calls`}: ${why}.`),
  ];
  const scenario = {
    name,
    summary: 'What clients called while pyx listen stood between them and a node.',
    world: { blocks: 20, transactionsPerBlock: 20, poolTransactions: 20 },
    mix: kinds.map(({ method, args, optional, count }) => ({
      method,
      weight: count,
      ...(Object.keys(args).length > 0 && { args }),
      ...(optional.length > 0 && { optional }),
    })),
    model: 'open',
    rate,
    arrivals: variation < EVEN_VARIATION ? 'constant' : 'poisson',
    connections: Math.min(MAX_CONNECTIONS, Math.max(1, connections)),
    duration: DURATION,
  };
  const head = [`${RECORDED_HEAD}, ${at.toISOString()}.`, ...remarks.map((text) => `# ${text}`)].join('\n');
  return `${head}\n${stringify(scenario, { lineWidth: 0 })}`;
}
