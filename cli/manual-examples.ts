import { tmpdir } from 'node:os';
import { toPlain } from '../client/wire-json.ts';
import { maskData } from '../client/mask-data.ts';
import type { Case } from '../engine/case.ts';
import { openTrial } from '../engine/open-trial.ts';
import type { Outcome } from '../engine/outcome.ts';
import { startedTargetForms } from '../fixtures/targets/open-target.ts';
import { TargetError } from '../fixtures/targets/types.ts';
import { RefusedError } from '../engine/prepare.ts';
import { counted } from '../reports/format.ts';
import type { AnsweredCall, ManualExamples, MethodExamples } from '../reports/manual/examples.ts';
import { maskedParams, maskedResult } from '../reports/manual/mask-secret-kinds.ts';
import { withReadersPaths } from '../reports/manual/readers-paths.ts';
import { namedArguments, positionalArguments } from '../specs/model/named-arguments.ts';
import type { Names } from '../specs/model/names.ts';
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
import { UsageError } from './usage-error.ts';

export interface ExampleSettings extends PluginFlags {
  /** Default: embedded, without which the manual is made without examples. */
  readonly target?: string | undefined;
  readonly standard?: string | undefined;
  /** Of the named target. The embedded node has the neutral ones. */
  readonly names?: Names | undefined;
  readonly seed: number;
  readonly jobs?: number | undefined;
}

/** Kinds of cases whose call is a plain example of its method, the plainest first. */
const KINDS = ['required-only', 'example', 'variant', 'enum', 'optional-given', 'all-given'];

/**
 * Has a node answer calls of each method, by cases that are generated from the standard: one for each variant. Values of secret kinds
 * are masked. If no target was named and the embedded node cannot answer for this standard, there are none, with the reason. Throws
 * `TargetError`, `RefusedError` and `TargetFileError`.
 */
export async function manualExamples(chosen: ChosenStandard, settings: ExampleSettings, context: Context): Promise<ManualExamples> {
  const { specification } = chosen;
  const { target: named, seed } = settings;
  const none = (why: string): ManualExamples => {
    context.note(`note: no examples: ${why}`);
    return { node: undefined, seed, methods: new Map(specification.documented.map(({ id }) => [id, { answered: [], why }])) };
  };
  const { protocol, chain } = specification.spec.edition.service ?? {};
  if (named === undefined && (protocol === 'json-rpc-2.0' || chain === 'none'))
    return none('the embedded node is a coin node and cannot answer for this service; --target names one that can');
  try {
    return await answers(chosen, settings, context);
  } catch (error) {
    if (named !== undefined || context.signal.aborted || !(error instanceof TargetError || error instanceof RefusedError)) throw error;
    return none(`the embedded node cannot answer for this standard: ${error.message}`);
  }
}

async function answers(chosen: ChosenStandard, settings: ExampleSettings, context: Context): Promise<ManualExamples> {
  const { specification } = chosen;
  const { standard, plugin, seed, jobs = defaultJobs() } = settings;
  const names = settings.target === undefined ? undefined : settings.names;
  const { secrets, signal } = context;
  const target = await context.openTarget(settings.target ?? 'embedded');
  if (!target.capabilities.startNodes)
    throw new UsageError(`--target: ${target.name} is a node that runs already, and examples change what they are about`, {
      remedy: `name one that pyx starts: ${startedTargetForms()}`,
    });
  try {
    const trial = await openTrial({ specification, target, standard, plugins: plugin, names, seed, jobs, secrets, signal });
    context.note(`${nodeLine(trial.opened)} answers examples of ${counted(specification.documented.length, 'method')}`);
    const cases = exampleCases(chosen);
    const outcomes = new Map<string, Outcome>();
    for await (const outcome of trial.run(chosen.plan(cases, {}))) outcomes.set(outcome.id, outcome);
    const methods = specification.documented.map((method): [string, MethodExamples] => {
      const tried = cases.filter((one) => one.method === method.id).flatMap(({ id }) => outcomes.get(id) ?? []);
      return [method.id, maskData(examplesOf(specification, method, tried), secrets)];
    });
    return { node: `${target.name} ${trial.opened.info.subversion}`, seed, methods: new Map(methods) };
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
  for (const { status, request, response } of outcomes) {
    // An answer that contradicts the standard is no example of it.
    if (
      status === 'failed' ||
      status === 'unstable' ||
      !request ||
      request.cut !== undefined ||
      request.method !== method.id ||
      !response ||
      !('result' in response)
    )
      continue;
    const given = namedArguments(method, positionalArguments(method, request.params));
    const variant = variantFor(method, toPlain(given as Wire) as Record<string, unknown>);
    if (!variant || answered.has(variant.id)) continue;
    const params = maskedParams(spec, method, withReadersPaths(request.params as Wire, tmpdir()) as typeof request.params);
    answered.set(variant.id, {
      variant: variant.id,
      request: { ...request, params },
      answer: { result: maskedResult(spec, variant, withReadersPaths(response.result, tmpdir())) },
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
