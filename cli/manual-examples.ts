import { toPlain } from '../client/wire-json.ts';
import { maskData } from '../client/mask-data.ts';
import type { Case } from '../engine/case.ts';
import { openTrial } from '../engine/open-trial.ts';
import type { Outcome } from '../engine/outcome.ts';
import { TargetError } from '../fixtures/targets/types.ts';
import { RefusedError } from '../engine/prepare.ts';
import type { AnsweredCall, ManualExamples, MethodExamples } from '../reports/manual/examples.ts';
import { maskedParams, maskedResult } from '../reports/manual/mask-secret-kinds.ts';
import { namedArguments, positionalArguments } from '../specs/model/named-arguments.ts';
import type { Specification } from '../specs/model/spec.ts';
import type { Method } from '../specs/model/types.ts';
import { variantFor } from '../specs/model/variants.ts';
import type { Wire } from '../specs/model/wire.ts';
import { DEFAULT_SETTINGS } from '../suites/states/support/settings.ts';
import type { ChosenStandard } from './chosen-standard.ts';
import type { Context } from './context.ts';
import { defaultJobs } from './default-jobs.ts';
import { nodeLine } from './node-line.ts';
import type { PluginFlags } from './named-plugins.ts';

export interface ExampleSettings extends PluginFlags {
  /** Default: embedded, without which the manual is made without examples. */
  readonly target?: string | undefined;
  readonly standard?: string | undefined;
  readonly seed: number;
  readonly jobs?: number | undefined;
}

/** Kinds of cases whose call is a plain example of its method, the plainest first. */
const KINDS = ['required-only', 'example', 'variant', 'enum', 'optional-given', 'all-given'];

/**
 * Has a node answer calls of each method, by cases that are generated from the standard: one for each variant. Values of secret kinds
 * are masked. Undefined, with a note, if no target was named and the embedded node cannot answer for this standard. Throws `TargetError`,
 * `RefusedError` and `TargetFileError`.
 */
export async function manualExamples(
  chosen: ChosenStandard,
  settings: ExampleSettings,
  context: Context,
): Promise<ManualExamples | undefined> {
  const { specification } = chosen;
  const { target: named, standard, plugin, seed } = settings;
  const cases = exampleCases(chosen);
  if (cases.length === 0) return undefined;
  const target = await context.openTarget(named ?? 'embedded');
  try {
    const trial = await openTrial({
      specification,
      target,
      standard,
      plugins: plugin,
      seed,
      jobs: settings.jobs ?? defaultJobs(),
      secrets: context.secrets,
      signal: context.signal,
    });
    context.note(`${nodeLine(trial.opened)} answers examples of ${specification.documented.length} methods`);
    const outcomes = new Map<string, Outcome>();
    const planned = chosen.plan(cases, {});
    for await (const outcome of trial.run(planned)) outcomes.set(outcome.id, maskData(outcome, context.secrets));
    const methods = specification.documented.map((method): [string, MethodExamples] => [
      method.id,
      // Secrets that a later case made may be in an earlier answer.
      maskData(
        examplesOf(
          specification,
          method,
          cases.filter((one) => one.method === method.id).flatMap(({ id }) => outcomes.get(id) ?? []),
        ),
        context.secrets,
      ),
    ]);
    return { node: `${target.name} ${trial.opened.info.subversion}`, seed, methods: new Map(methods) };
  } catch (error) {
    if (named !== undefined || !(error instanceof TargetError || error instanceof RefusedError)) throw error;
    context.note(`note: no examples, since the embedded node cannot answer for this standard: ${error.message}`);
    return undefined;
  } finally {
    await target.close();
  }
}

/** The cases whose calls are examples: those of the plainest kinds, and of values only those that choose a variant. */
function exampleCases({ specification, cases }: ChosenStandard): Case[] {
  const wanted = cases(DEFAULT_SETTINGS).filter(({ kind, checksResult, method, about }) => {
    if (checksResult !== true || method === null || !KINDS.includes(kind)) return false;
    const described = specification.find(method);
    const choosing = new Set(described?.variants.flatMap(({ when = {} }) => Object.keys(when)));
    return kind === 'enum' ? about?.argument !== undefined && choosing.has(about.argument) : true;
  });
  const withPlainest = new Set(wanted.filter(({ kind }) => kind === 'required-only').map(({ method }) => method));
  const isNeeded = ({ kind, method }: Case): boolean => !(kind === 'optional-given' || kind === 'all-given') || !withPlainest.has(method);
  return wanted.filter(isNeeded).sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

/** One answered call for each variant, or why there is none. */
export function examplesOf({ spec }: Pick<Specification, 'spec'>, method: Method, outcomes: readonly Outcome[]): MethodExamples {
  const answered = new Map<string, AnsweredCall>();
  for (const { request, response } of outcomes) {
    if (!request || request.cut !== undefined || request.method !== method.id || !response || !('result' in response)) continue;
    const given = namedArguments(method, positionalArguments(method, request.params));
    const variant = variantFor(method, toPlain(given as Wire) as Record<string, unknown>);
    if (!variant || answered.has(variant.id)) continue;
    const params = maskedParams(spec, method, request.params);
    answered.set(variant.id, {
      variant: variant.id,
      request: { ...request, params },
      answer: { result: maskedResult(spec, variant, response.result) },
    });
  }
  if (answered.size > 0) {
    const inOrder = method.variants.flatMap(({ id }) => answered.get(id) ?? []);
    return { answered: inOrder };
  }
  return { answered: [], why: whyNone(method, outcomes) };
}

function whyNone(method: Method, outcomes: readonly Outcome[]): string {
  if (method.unstated.includes('arguments')) return 'the documents do not state its arguments';
  const [reason] = outcomes.flatMap(({ reason, findings }) => reason ?? findings[0]?.message ?? []);
  return reason ?? 'no call could be made of what the documents state';
}
