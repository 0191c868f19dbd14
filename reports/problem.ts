import { createHash } from 'node:crypto';
import type { Severity } from '../engine/severity.ts';
import { shortened } from './format.ts';
import type { ReportedLoss } from './lost-nodes.ts';

/** What is wrong with a target, by one cause, whichever command found it: for documents that hold those of several. */
export interface Problem {
  /** What was checked: `document/type`, `fuzz/crash`, `load/baseline`. */
  readonly rule: string;
  readonly severity: Severity;
  /** The problem in a few words. */
  readonly title: string;
  /** What was expected and what came. */
  readonly message: string;
  /** Methods, or the source of the statement. */
  readonly place: string;
  /** Neutral ids of the affected methods. */
  readonly methods: readonly string[];
  /** `document`, `standard`, `health` or `baseline`, with its source. */
  readonly evidence: string;
  readonly source: string;
  /** Number of cases or requests that show it. */
  readonly occurrences: number;
  /** Command that shows it again; null if there is none. */
  readonly replay: string | null;
  /** Equal for the same cause in every run, SHA-256 in hex. */
  readonly fingerprint: string;
}

const MESSAGE_CHARACTERS = 2_000;

/** A problem with its message shortened. `cause` is equal for the same cause in every run: without figures and counts. */
export function problemOf(cause: string, parts: Omit<Problem, 'fingerprint'>): Problem {
  return {
    ...parts,
    message: shortened(parts.message, MESSAGE_CHARACTERS),
    fingerprint: createHash('sha256').update(cause).digest('hex'),
  };
}

/** A node that was lost in a comparison by this command. How it ended differs from run to run. */
export function problemOfLoss(command: 'diff' | 'drift', { node, during, method, message, replay }: ReportedLoss): Problem {
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
