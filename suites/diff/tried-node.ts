import { openTrial, type TrialSettings } from '../../engine/open-trial.ts';
import type { Acceptances } from '../../engine/acceptance.ts';
import type { JudgedCase } from '../../engine/case.ts';
import type { Plan } from '../../engine/plan.ts';
import type { NodeInfo } from '../../engine/prepare.ts';
import type { Outcome } from '../../engine/outcome.ts';
import { lostNodesOf, type LostNode } from '../support/lost-nodes.ts';
import { shapeOfAnswer, type AnswerShape } from './answer-shape.ts';
import { Identifiers, valuesOfAnswer, type AnswerValues } from './answer-values.ts';

/** One answer to a call of a case. */
export interface TriedAnswer {
  readonly method: string;
  readonly shape: AnswerShape;
  /** Of results. */
  readonly values?: AnswerValues | undefined;
}

export interface TriedCase {
  readonly outcome: Outcome;
  /** What it is about. */
  readonly subject?: Omit<JudgedCase, 'id'>;
  /** The answers to its calls, in order, without those that depend on the speed of the node. */
  readonly answers: readonly TriedAnswer[];
  /** Those of earlier attempts. */
  readonly before?: readonly (readonly TriedAnswer[])[];
}

/** The results of a plan on one node. */
export interface TriedNode {
  readonly name: string;
  readonly info: NodeInfo;
  readonly cases: ReadonlyMap<string, TriedCase>;
  /** What its target file accepts. */
  readonly acceptances?: Acceptances;
  /** Nodes that died or stopped answering, in all attempts. */
  readonly lost: readonly LostNode[];
}

export interface TryOptions extends TrialSettings {
  readonly onOutcome: (outcome: Outcome) => void;
}

/** Runs a plan on a target and records the shapes of all answers. Throws `TargetError`, `RefusedError` or `TargetFileError`. */
export async function tryNode(plan: Plan, options: TryOptions): Promise<TriedNode> {
  const { specification, target } = options;
  const trial = await openTrial(options);
  const answers = new Map<string, TriedCase['answers']>();
  const cases = new Map<string, TriedCase>();
  const subjects = new Map(plan.cases.map((testCase) => [testCase.id, testCase]));
  const lost: LostNode[] = [];
  const outcomes = trial.run(plan, {
    onTried: (testCase, calls) => {
      const identifiers = new Identifiers();
      answers.set(
        testCase.id,
        calls
          .filter(({ timed }) => timed !== true)
          .map((call) => ({
            method: call.method,
            shape: shapeOfAnswer(call, specification),
            values: valuesOfAnswer(call, specification, identifiers),
          })),
      );
    },
  });
  for await (const outcome of outcomes) {
    const subject = subjects.get(outcome.id);
    cases.set(outcome.id, { outcome, ...(subject && { subject }), answers: answers.get(outcome.id) ?? [] });
    lost.push(...lostNodesOf(outcome).map((lostNode) => ({ ...lostNode, message: options.secrets.mask(lostNode.message) })));
    options.onOutcome(outcome);
  }
  return { name: target.name, info: trial.opened.info, acceptances: trial.options.judge.acceptances, cases, lost };
}

/**
 * The results of a plan, with those of a further attempt for cases that were tried again. After many cases the state of
 * a node may lack the condition for a field (such as an unconfirmed transaction in a list). Values that differ between
 * attempts depend on the state, or are random.
 */
export function withFurtherTry(first: TriedNode, again: TriedNode): TriedNode {
  const repeated = [...again.cases].map(([id, tried]): [string, TriedCase] => {
    const known = first.cases.get(id);
    return [id, known ? { ...tried, before: [...(known.before ?? []), known.answers] } : tried];
  });
  return { ...first, cases: new Map([...first.cases, ...repeated]), lost: [...first.lost, ...again.lost] };
}
