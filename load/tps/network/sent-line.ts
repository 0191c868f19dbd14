import type { TpsNode } from './types.ts';

/** What coind logs when its queue is sent: no method returns when it began. Other releases have no such line. */
const SENT = /TPS test: sent \d+ of \d+, the first (-?\d+) us after the start time, the last (-?\d+) us/;

/**
 * Microseconds from the start time to the first transaction that a sender sent, by its log; undefined if it has no such line.
 * @param completedUs to the last one (`teststarttime`), by which the line of the round is known
 */
export function firstSentUs({ node }: TpsNode, completedUs: number): number | undefined {
  const found = node
    .lastLines()
    .map((line) => SENT.exec(line))
    .findLast((match) => match !== null && Number(match[2]) === completedUs);
  return found ? Number(found[1]) : undefined;
}
