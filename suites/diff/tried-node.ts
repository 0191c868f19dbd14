import type { Secrets } from '../../client/mask.ts';
import type { Target } from '../../fixtures/targets/types.ts';
import { ingredients } from '../../fixtures/world/ingredients/all.ts';
import type { Specification } from '../../specs/model/spec.ts';
import { HitRecorder } from '../../engine/hits.ts';
import { Judge } from '../../engine/judge.ts';
import type { Plan } from '../../engine/plan.ts';
import { prepare, type NodeInfo } from '../../engine/prepare.ts';
import { run } from '../../engine/run.ts';
import { absentMethods, absentOptions, namesOf } from '../../engine/target-file.ts';
import type { Outcome } from '../../engine/types.ts';
import { shapeOfAnswer, type AnswerShape } from './answer-shape.ts';

export interface TriedCase {
  readonly outcome: Outcome;
  /** Method and shape of the answer to each of its calls, in order. */
  readonly answers: readonly { readonly method: string; readonly shape: AnswerShape }[];
}

/** What one node made of a plan. */
export interface TriedNode {
  readonly name: string;
  readonly info: NodeInfo;
  readonly cases: ReadonlyMap<string, TriedCase>;
}

export interface TryOptions {
  readonly specification: Specification;
  readonly seed: number;
  readonly jobs: number;
  readonly signal: AbortSignal;
  readonly secrets: Secrets;
  readonly onOutcome: (outcome: Outcome) => void;
}

/** Tries a plan on a target and keeps the shapes of all answers. Throws `TargetError`, `RefusedError` or `TargetFileError`. */
export async function tryNode(target: Target, plan: Plan, options: TryOptions): Promise<TriedNode> {
  const { specification, seed, jobs, signal, secrets } = options;
  const { node, info, targetFile } = await prepare(target, { readOnly: false, secrets });
  const answers = new Map<string, TriedCase['answers']>();
  const cases = new Map<string, TriedCase>();
  const outcomes = run(plan, target, {
    specification, target, seed, jobs, signal, secrets,
    bail: false,
    chain: info.chain,
    firstNode: node,
    definitions: ingredients,
    names: namesOf(targetFile),
    absent: absentMethods(targetFile),
    absentOptions: absentOptions(targetFile),
    judge: new Judge(targetFile, new Date().toISOString().slice(0, 10)),
    hits: new HitRecorder(specification),
    replay: (id) => id,
    onTried: (one, calls) => void answers.set(one.id, calls.map((call) => ({ method: call.method, shape: shapeOfAnswer(call, specification) }))),
  });
  for await (const outcome of outcomes) {
    cases.set(outcome.id, { outcome, answers: answers.get(outcome.id) ?? [] });
    options.onOutcome(outcome);
  }
  return { name: target.name, info, cases };
}

/**
 * What a node made of a plan, with the cases that were tried a second time as they came out then. A world in which many
 * cases have left their marks may lack the occasion for a field (an unconfirmed transaction in a list, say) that another has.
 */
export function withSecondTry(first: TriedNode, again: TriedNode): TriedNode {
  return { ...first, cases: new Map([...first.cases, ...again.cases]) };
}
