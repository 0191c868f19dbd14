import type { RunningNode } from '../fixtures/targets/types.ts';
import { within } from '../fixtures/targets/within.ts';
import type { Session } from './session.ts';
import type { CallRecord, Trial } from './trial.ts';
import type { Case, Finding } from './types.ts';

/** How long the end of a node may take to be known after its connections broke. */
const END_MS = 1_500;
/** How long a node that left something unanswered may take for the simplest call. */
const PING_MS = 10_000;
/** Of a node's own last lines, so many stand in a finding. */
const LINES = 5;

/**
 * Looks whether the node was lost in a case: it ended, or runs and no longer answers. Gives that as a finding, the only
 * one that it is worth; undefined for a node that is well, and for a case that is about ending it.
 */
export async function lossIn(one: Case, session: Session, trial: Trial, wasAlive: boolean): Promise<Finding | undefined> {
  const { node } = session;
  if (one.effect.includes('process')) return undefined;
  if (!wasAlive) {
    const after = session.lastCase === undefined ? '' : `, after ${session.lastCase}`;
    return died(await node.ended, ` by itself before this case${after}`, node);
  }
  const last = trial.calls.at(-1);
  // A node that dies takes its connections along, and that is noticed sooner than the end of its process.
  if (node.alive() && last && brokeOff(last)) await within(node.ended, END_MS);
  if (node.alive() && !inDoubt(trial, last)) return undefined;
  const silence = node.alive() ? await silenceOf(node) : undefined;
  if (!node.alive()) return died(await node.ended, whileDoing(session, trial), node);
  if (silence === undefined) return undefined;
  const unanswered = trial.unanswered();
  const lines = lastLines(node);
  return {
    check: 'unresponsive',
    evidence: 'health',
    source: 'no answer came',
    message: `the node no longer answers${unanswered === undefined ? '' : ` after ${unanswered}`}: ${silence}${lines === '' ? '' : `; its last lines: ${lines}`}`,
  };
}

/** What a node leaves without an answer says nothing yet: it may be at work on it, or have closed that one connection. */
function inDoubt(trial: Trial, last: CallRecord | undefined): boolean {
  return (
    (last?.reply.type === 'fault' && last.reply.fault.evidence === 'health') || trial.findings.some(({ evidence }) => evidence === 'health')
  );
}

/** Why the node does not answer the simplest call; undefined where it does. */
async function silenceOf(node: RunningNode): Promise<string | undefined> {
  const reply = await within(node.client.call('getblockcount', [], { timeoutMs: PING_MS }), PING_MS + END_MS);
  if (reply && (reply.type !== 'fault' || reply.fault.evidence !== 'health')) return undefined;
  await within(node.ended, END_MS);
  return reply?.fault.message ?? `nor does it answer getblockcount within ${PING_MS / 1_000} s`;
}

function died(how: string, when: string, node: RunningNode): Finding {
  const lines = lastLines(node);
  return {
    check: 'died',
    evidence: 'health',
    source: 'the node’s process',
    message: `the node ended (${how})${when}; its last lines: ${lines === '' ? 'none' : lines}`,
  };
}

function whileDoing({ lastCase }: Session, trial: Trial): string {
  const unanswered = trial.unanswered();
  // What the case before has done to it may have taken its time.
  const first = lastCase !== undefined && !trial.hasAnswer() ? ` as the first after ${lastCase}` : '';
  if (unanswered !== undefined) return ` while ${unanswered} was in flight${first}`;
  const last = trial.calls.at(-1);
  return last ? ` after ${last.method} was answered` : '';
}

function lastLines(node: RunningNode): string {
  return node.lastLines().slice(-LINES).join(' | ');
}

function brokeOff({ reply }: CallRecord): boolean {
  return reply.type === 'fault' && ['reset', 'refused', 'truncated'].includes(reply.fault.kind);
}
