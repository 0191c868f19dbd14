import { createHash } from 'node:crypto';
import type { GateProblem } from '../specs/model/generated/results/gate.d.ts';
import { shortened } from './format.ts';
import type { ReportedLoss } from './lost-nodes.ts';

/** What is wrong with a target, by one cause, whichever command found it. */
export type ReportedProblem = Omit<GateProblem, 'part' | 'at'>;

const MESSAGE_CHARACTERS = 2_000;

/** A problem with its message shortened. `cause` is equal for the same cause in every run: without figures and counts. */
export function problemOf(cause: string, parts: Omit<ReportedProblem, 'fingerprint'>): ReportedProblem {
  return {
    ...parts,
    message: shortened(parts.message, MESSAGE_CHARACTERS),
    fingerprint: createHash('sha256').update(cause).digest('hex'),
  };
}

/** A node that was lost in a comparison by this command. How it ended differs from run to run. */
export function problemOfLoss(command: 'diff' | 'drift', { node, during, method, message, replay }: ReportedLoss): ReportedProblem {
  return problemOf([command, 'lost-node', ...(node === undefined ? [] : [node]), during].join(' '), {
    rule: `${command}/lost-node`,
    severity: 'breaking',
    title: `A node died or stopped answering in ${method ?? during}`,
    message,
    place: method ?? during,
    methods: method === null ? [] : [method],
    evidence: 'health',
    source: 'the node',
    occurrences: 1,
    replay: replay ?? null,
  });
}
