import { END_MS, lastLinesOf, whyUnresponsive } from '../../../engine/node-life.ts';
import { within } from '../../../fixtures/targets/within.ts';
import type { RunningNode } from '../../../fixtures/targets/types.ts';
import type { Sent } from '../fuzz-session.ts';
import { classOf, methodsOf } from '../probe.ts';
import { brokeConnection } from './judge-call.ts';
import type { FuzzProblem } from './problem.ts';

/** Whether the answer leaves open whether the node lives. */
export const needsLifeCheck = ({ calls, silent }: Sent): boolean => silent || calls.some(({ reply }) => brokeConnection(reply));

/** Whether the node lives, after a request that was not answered. Undefined: it does, and the request needed no answer. */
export async function lifeProblem(node: RunningNode, sent: Sent): Promise<FuzzProblem | undefined> {
  const method = methodsOf(sent.probe).join('+') || 'HTTP';
  const broken = sent.calls.find(({ reply }) => brokeConnection(reply));
  if (node.alive() && kindOf(broken) !== 'timeout') await within(node.ended, END_MS);
  if (!node.alive()) return died(node, method);
  const why = await whyUnresponsive(node);
  if (!node.alive()) return died(node, method);
  if (why !== undefined) {
    return {
      evidence: 'health',
      property: 'unresponsive',
      method,
      source: 'no answer came',
      what: '',
      message: `the node no longer answers after ${method}: ${why}`,
    };
  }
  if (broken?.reply.type !== 'fault' || classOf(sent.probe) === 'bytes') return undefined;
  const { kind, source, message } = broken.reply.fault;
  if (kind === 'timeout')
    return {
      evidence: 'health',
      property: 'hang',
      method: broken.method,
      source,
      what: '',
      message: `${broken.method} was not answered in time: ${message}`,
    };
  return {
    evidence: 'health',
    property: 'no-answer',
    method: broken.method,
    source,
    what: kind,
    message: `${broken.method} was not answered, and the node lives: ${message}`,
  };
}

/** The end of a node's process. */
export async function died(node: RunningNode, method: string): Promise<FuzzProblem> {
  const how = await node.ended;
  const lines = lastLinesOf(node);
  return {
    evidence: 'health',
    property: 'crash',
    method,
    source: 'the node’s process',
    what: how,
    message: `the node ended (${how}) in ${method}; its last lines: ${lines === '' ? 'none' : lines}`,
  };
}

const kindOf = (call: Sent['calls'][number] | undefined): string | undefined =>
  call?.reply.type === 'fault' ? call.reply.fault.kind : undefined;
