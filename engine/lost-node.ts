import type { RunningNode } from '../fixtures/targets/types.ts';
import { within } from '../fixtures/targets/within.ts';
import { END_MS, lastLinesOf, logSays, whyUnresponsive } from './node-life.ts';
import type { Session } from './session.ts';
import type { Trial } from './trial.ts';
import type { CallRecord } from './call-record.ts';
import type { Case } from './case.ts';
import type { Finding } from './outcome.ts';

/**
 * Checks whether the node was lost in a case: its process ended, or runs and no longer answers. Returns a finding;
 * undefined if the node is well, or if the case is meant to end it.
 */
export async function findLoss(testCase: Case, session: Session, trial: Trial, wasAlive: boolean): Promise<Finding | undefined> {
  const { node } = session;
  if (testCase.effect.includes('process')) return undefined;
  if (!wasAlive) {
    const after = session.lastCase === undefined ? '' : `, after ${session.lastCase}`;
    return died(await node.ended, ` by itself before this case${after}`, node);
  }
  const last = trial.calls.at(-1);
  if (node.alive() && last && brokeConnection(last)) await within(node.ended, END_MS);
  if (node.alive() && !inDoubt(trial, last)) return undefined;
  const why = node.alive() ? await whyUnresponsive(node) : undefined;
  if (!node.alive()) return withIdentity(died(await node.ended, circumstances(session, trial), node), await node.ended);
  if (why === undefined) return undefined;
  // Of a node that Pyx did not start nobody knows why: its owner may have stopped it. Nothing accepts that.
  const isOwn = trial.target.capabilities.startNodes;
  return { ...unresponsive(why, trial.unanswered(), node), ...(isOwn && { difference: { check: 'unresponsive' } }) };
}

/** How a node was lost that left a call outside of cases unanswered. Returns a finding; undefined if the node is well. */
export async function lossAfter(call: string, node: RunningNode): Promise<Finding | undefined> {
  await within(node.ended, END_MS);
  const why = node.alive() ? await whyUnresponsive(node) : undefined;
  if (!node.alive()) return died(await node.ended, ` while ${call} was in flight`, node);
  return why === undefined ? undefined : unresponsive(why, call, node);
}

/** Whether a call was left unanswered: the node may be lost, still be at work, or have closed only that connection. */
function inDoubt(trial: Trial, last: CallRecord | undefined): boolean {
  return (
    (last?.reply.type === 'fault' && last.reply.fault.evidence === 'health') || trial.findings.some(({ evidence }) => evidence === 'health')
  );
}

function unresponsive(why: string, unanswered: string | undefined, node: RunningNode): Finding {
  const lines = lastLinesOf(node);
  return {
    check: 'unresponsive',
    evidence: 'health',
    source: 'no answer came',
    message: `the node no longer answers${unanswered === undefined ? '' : ` after ${unanswered}`}: ${why}${lines === '' ? '' : `; its last lines: ${lines}`}`,
  };
}

function died(how: string, when: string, node: RunningNode): Finding {
  const lines = lastLinesOf(node);
  return {
    check: 'died',
    evidence: 'health',
    source: 'the node’s process',
    message: `the node ended (${how})${when}${logSays(node)}; its last lines: ${lines === '' ? 'none' : lines}`,
  };
}

/** The end of a node in a case. That of one that ended by itself before has no identity: nothing accepts it. */
const withIdentity = (finding: Finding, found: string): Finding => ({ ...finding, difference: { check: finding.check, found } });

function circumstances({ lastCase }: Session, trial: Trial): string {
  const unanswered = trial.unanswered();
  // The effect of the previous case on the node may have been delayed.
  const first = lastCase !== undefined && !trial.hasAnswer() ? `, the first call after ${lastCase}` : '';
  if (unanswered !== undefined) return ` while ${unanswered} was in flight${first}`;
  const last = trial.calls.at(-1);
  return last ? ` after ${last.method} was answered` : '';
}

function brokeConnection({ reply }: CallRecord): boolean {
  return reply.type === 'fault' && ['reset', 'refused', 'truncated'].includes(reply.fault.kind);
}
