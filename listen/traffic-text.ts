import type { Outcome } from '../engine/outcome.ts';
import { LISTEN_SUITE } from './listened-cases.ts';
import type { Unchecked } from './http-exchange.ts';
import type { Listener } from './listener.ts';

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;
/** Names of methods that are shown. */
const SHOWN = 10;

/** What passed and was not judged because it is not of the standard: for people, one sentence each. */
export function passedText(listener: Pick<Listener, 'unknown' | 'noCalls' | 'broken'>): string[] {
  const { unknown, noCalls, broken } = listener;
  return [
    ...(unknown.size === 0 ? [] : [`not judged: calls of methods that the standard lacks: ${namesText(unknown)}`]),
    ...[...noCalls].map(([why, count]) => `not judged: ${counted(count, 'request')}: ${why}`),
    ...[...broken].map(([code, count]) => `${counted(count, 'connection')} to the node failed: ${code}`),
  ];
}

/** Nothing could have been checked, through no fault of Pyx. */
const NO_ANSWER: ReadonlySet<Unchecked> = new Set([
  'the connection ended before the answer',
  'the connection changed to another protocol',
  'it was answered before it was whole',
]);

/**
 * What was not checked: skipped, so that the run is not whole, or inapplicable where there was no answer to check. `beyond`: different
 * findings that were not kept.
 */
export function uncheckedOutcomes({ unchecked }: Pick<Listener, 'unchecked'>, beyond: number): Outcome[] {
  const reasons = [...unchecked].map(([why, { connections, requests, bytes }]) => {
    const what = [
      ...(requests > 0 ? [counted(requests, 'request')] : []),
      ...(bytes > 0 ? [counted(bytes, 'byte')] : []),
      ...(connections > 0 ? [`of ${counted(connections, 'connection')}`] : []),
    ].join(' ');
    return { reason: `${what} not checked: ${why}`, status: NO_ANSWER.has(why) ? ('inapplicable' as const) : ('skipped' as const) };
  });
  if (beyond > 0) reasons.push({ reason: `${counted(beyond, 'further finding')} not kept`, status: 'skipped' });
  return reasons.map(({ reason, status }, index) => ({
    id: `${LISTEN_SUITE}/not-checked-${index + 1}`,
    suite: LISTEN_SUITE,
    method: null,
    kind: 'listened',
    status,
    reason,
    durationMs: 0,
    calls: 0,
    findings: [],
    hits: [],
  }));
}

function namesText(calls: ReadonlyMap<string, number>): string {
  const sorted = [...calls].toSorted(([, a], [, b]) => b - a);
  const shown = sorted.slice(0, SHOWN).map(([name, count]) => `${/^[\w.-]+$/.test(name) ? name : JSON.stringify(name)} (${count})`);
  return `${shown.join(', ')}${sorted.length > SHOWN ? `, and ${sorted.length - SHOWN} more` : ''}`;
}
