import { stringify } from 'yaml';
import type { Stretch } from './rate-profile.ts';
import type { Recorded } from './traffic-recorder.ts';

/** Calls that are closer to even than this come from a clock, not from independent clients; and further than this in bursts. */
const EVEN_VARIATION = 0.5;
const BURSTS_VARIATION = 1.5;
/** A load lasts as long as the traffic did, within these bounds: the longest is that on a node that Pyx did not start. */
const SHORTEST_MS = 10_000;
const LONGEST_MS = 60_000;
const MAX_CONNECTIONS = 1_024;
const MAX_STAGES = 12;
/** A rate changes if its stretches differ by more than chance has them differ, that often. */
const STANDARD_DEVIATIONS = 4;
/** In place of none, which a stage cannot have; and the time in which one rate becomes another. */
const LEAST_RATE = 0.001;
const STEP_MS = 100;
/** With fewer calls over a connection, clients do not keep theirs. */
const KEPT_FROM_CALLS = 1.5;
/** How a file begins that may be replaced by another recording. */
export const RECORDED_HEAD = '# Recorded by pyx listen';

export interface RecordedScenario {
  readonly name: string;
  /** When it was recorded. */
  readonly at: Date;
  /** Connections of clients: at the same time, and in all. */
  readonly connections: number;
  readonly opened: number;
}

/** What was recorded as the text of a scenario of `pyx load`. There must be a call. */
export function scenarioText(recorded: Recorded, { name, at, connections, opened }: RecordedScenario): string {
  const { kinds, calls, lists, profile } = recorded;
  const requests = calls - lists.calls + lists.lists;
  const keepAlive = requests / Math.max(1, opened) >= KEPT_FROM_CALLS;
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
    arrivals: profile.variation < EVEN_VARIATION ? 'constant' : 'poisson',
    ...arrivalRate(recorded),
    connections: Math.min(MAX_CONNECTIONS, Math.max(1, connections)),
    ...(!keepAlive && { keepAlive }),
  };
  const head = [`${RECORDED_HEAD}, ${at.toISOString()}.`, ...remarks(recorded).map((text) => `# ${text}`)].join('\n');
  return `${head}\n${stringify(scenario, { lineWidth: 0 })}`;
}

/** What of the traffic the load does not do, for those who read the file. */
function remarks(recorded: Recorded): string[] {
  const { calls, wallets, profile, leftOut } = recorded;
  const { lastedMs, variation } = profile;
  const loadMs = durationOf(lastedMs);
  return [
    `${counted(calls, 'call')} with a result in ${(lastedMs / 1_000).toFixed(1)} s. Arguments are drawn from the node: only listed values, true and false`,
    'are as clients sent them.',
    ...(loadMs < lastedMs ? [`The load is as dense, and shorter: its ${loadMs / 1_000} s have the rates of the whole time.`] : []),
    ...(variation > BURSTS_VARIATION
      ? [
          `Calls came in bursts (the times between them vary ${variation.toFixed(1)} times as much as those of independent calls); those of the load do not.`,
        ]
      : []),
    ...listsText(recorded).map((text) => `${text}.`),
    ...(wallets > 1 ? [`Calls were made to ${wallets} wallets: the load has one.`] : []),
    ...leftOutText(leftOut, calls),
  ];
}

/** What the load does not have of the traffic, for those who recorded it: the file says more. */
export function recordedNotes(recorded: Recorded): string[] {
  const { leftOut, calls } = recorded;
  const count = [...leftOut.values()].reduce((sum, one) => sum + one, 0);
  const share = `${((100 * count) / (calls + count)).toFixed(1)} % of all`;
  return [
    ...listsText(recorded).map((text) => `recorded: ${text}`),
    ...(count === 0 ? [] : [`left out: ${counted(count, 'call')}, ${share}; the file says why`]),
  ];
}

/** A scenario has no lists of calls. */
function listsText({ lists: { lists, calls, longest } }: Recorded): string[] {
  if (lists === 0) return [];
  const mean = (calls / lists).toFixed(1);
  return [`${counted(calls, 'call')} came in ${counted(lists, 'list')} of up to ${longest}, ${mean} on average: the load sends each alone`];
}

function leftOutText(leftOut: Recorded['leftOut'], calls: number): string[] {
  const all = [...leftOut.values()].reduce((sum, count) => sum + count, calls);
  return [...leftOut].map(([why, count]) => `Left out: ${counted(count, 'call')}, ${((100 * count) / all).toFixed(1)} % of all: ${why}.`);
}

type Rate =
  | { readonly rate: number; readonly duration: string }
  | { readonly stages: readonly { readonly duration: string; readonly rate: number }[] };

/** One rate, or stages where it changed by more than chance. */
function arrivalRate({ calls, profile }: Recorded): Rate {
  const { lastedMs } = profile;
  const loadMs = durationOf(lastedMs);
  const stretches = profile.stretches(MAX_STAGES);
  const mean = perSecond({ calls, durationMs: Math.max(1_000, lastedMs) });
  if (!changes(stretches, calls / Math.max(1, lastedMs))) return { rate: mean, duration: text(loadMs) };
  const scale = loadMs / lastedMs;
  const stages = stretches.flatMap((stretch) => {
    const rate = perSecond(stretch);
    return [
      { duration: text(STEP_MS), rate },
      { duration: text(Math.max(1, Math.round(stretch.durationMs * scale) - STEP_MS)), rate },
    ];
  });
  return { stages };
}

/** Whether the numbers of calls differ by more than those of independent calls of one rate do. */
function changes(stretches: readonly Stretch[], perMs: number): boolean {
  return stretches.some(({ calls, durationMs }) => {
    const expected = perMs * durationMs;
    return Math.abs(calls - expected) > STANDARD_DEVIATIONS * Math.sqrt(Math.max(1, expected));
  });
}

const durationOf = (lastedMs: number): number => Math.round(Math.min(LONGEST_MS, Math.max(SHORTEST_MS, lastedMs)));
const perSecond = ({ calls, durationMs }: Stretch): number => Math.max(LEAST_RATE, Number(((calls * 1_000) / durationMs).toPrecision(4)));
const text = (ms: number): string => (ms % 1_000 === 0 ? `${ms / 1_000}s` : `${ms}ms`);
const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;
