import type { RunningNode } from '../../../fixtures/targets/types.ts';
import { NOT_EXECUTED } from '../../support/state.ts';
import type { Sent } from '../fuzz-session.ts';
import type { CallJudge } from './judge-call.ts';
import { lifeProblem, needsLifeCheck } from './life.ts';
import { withoutValues, type FuzzProblem } from './problem.ts';

/** JSON-RPC's code for an internal error, in an answer to a request that is not a call. */
const INTERNAL = /"code"\s*:\s*-32603\s*,\s*"message"\s*:\s*"((?:[^"\\]|\\.)*)"/;

/** The first problem of an answer; undefined if every property holds that one answer shows. */
export async function judgeSent(sent: Sent, node: RunningNode, judge: CallJudge): Promise<FuzzProblem | undefined> {
  if (needsLifeCheck(sent)) return lifeProblem(node, sent);
  for (const call of sent.calls) {
    const problem = judge.judge(call);
    if (problem) return problem;
  }
  const [, message] = INTERNAL.exec(sent.bytes ?? '') ?? [];
  if (message === undefined) return undefined;
  return {
    property: 'internal-error',
    evidence: 'health',
    source: 'an internal error of the node',
    method: 'HTTP',
    what: withoutValues(message),
    message: `a malformed request failed with an internal error: ${message}`,
  };
}

/** The problem of a call that should change nothing, by the state before and after it. */
export function stateProblem(
  method: string,
  refused: boolean,
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): FuzzProblem | undefined {
  for (const [probe, text] of after) {
    if (before.get(probe) === text) continue;
    return {
      property: 'state',
      evidence: refused ? 'standard' : 'document',
      source: refused ? NOT_EXECUTED : `the documents describe no change by ${method}`,
      method,
      what: probe,
      message: `${method} ${refused ? 'was refused, but changed' : 'only reads, but changed'} the state: ${probe} returned ${shown(before.get(probe))} before and ${shown(text)} after the call`,
    };
  }
  return undefined;
}

const shown = (text = 'nothing'): string => (text.length > 300 ? `${text.slice(0, 300)}…` : text);
