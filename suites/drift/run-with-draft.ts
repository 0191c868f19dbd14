import type { CallRecord } from '../../engine/call-record.ts';
import type { Case } from '../../engine/case.ts';
import type { OpenedNode } from '../../engine/open-node.ts';
import { OpenedTrial, runOptions, type TrialSettings } from '../../engine/open-trial.ts';
import type { Outcome } from '../../engine/outcome.ts';
import type { RunningNode } from '../../fixtures/targets/types.ts';
import { METHOD_NOT_FOUND } from '../../fixtures/world/error-codes.ts';
import type { Names } from '../../specs/model/names.ts';
import { optionsNamedIn } from './named-options.ts';

/** The parts of a draft with which cases are run. */
export interface DraftParts {
  readonly names: Names;
  /** Neutral ids of methods that the node seems to lack, with the reason. */
  readonly absent: ReadonlyMap<string, string>;
  readonly absentOptions: ReadonlyMap<string, string>;
}

export interface CheckSettings {
  readonly settings: TrialSettings;
  readonly opened: OpenedNode;
  /** The first node, if it still runs. */
  readonly firstNode?: RunningNode | undefined;
  /** When the check ends at the latest, as `performance.now()`. */
  readonly endMs: number;
  readonly onOutcome?: ((outcome: Outcome) => void) | undefined;
}

/** A case that was run with a draft, and its own calls. */
export interface CheckedCase {
  readonly testCase: Case;
  readonly outcome: Outcome;
  readonly calls: readonly CallRecord[];
}

/** An option that a refusal names, where a case expects a result. */
export interface NamedOption {
  readonly option: string;
  readonly by: Case;
  /** The refusal. */
  readonly text: string;
}

/** Runs cases with a draft, each once in time. Cases that were not reached are left out. */
export async function runWithDraft(cases: readonly Case[], draft: DraftParts, check: CheckSettings): Promise<CheckedCase[]> {
  const { settings, opened, firstNode, endMs, onOutcome } = check;
  const over = AbortSignal.timeout(Math.max(1, Math.round(endMs - performance.now())));
  const signal = AbortSignal.any([over, ...(settings.signal ? [settings.signal] : [])]);
  const trial = new OpenedTrial(opened, { ...runOptions(settings, opened), ...draft, signal, ...(firstNode && { firstNode }) });
  const calls = new Map<string, readonly CallRecord[]>();
  const byId = new Map(cases.map((testCase) => [testCase.id, testCase]));
  const checked: CheckedCase[] = [];
  const run = trial.run({ cases, whole: false }, { onTried: ({ id }, made) => void calls.set(id, [...made]) });
  for await (const outcome of run) {
    const testCase = byId.get(outcome.id);
    if (testCase === undefined || (signal.aborted && outcome.status === 'skipped')) continue;
    onOutcome?.(outcome);
    checked.push({ testCase, outcome, calls: calls.get(outcome.id) ?? [] });
  }
  return checked;
}

/** Whether a method was found in calls: it was answered, or refused for another reason than that it does not exist. */
export function isFound(method: string, checked: readonly CheckedCase[]): CheckedCase | undefined {
  return checked.find(({ calls }) => calls.some((call) => call.method === method && existsBy(call) === true));
}

/** Methods that were not found in any of their calls. */
export function notFound(checked: readonly CheckedCase[]): { readonly method: string; readonly by: Case }[] {
  const calls = checked.flatMap(({ testCase, calls: made }) => made.map((call) => ({ call, by: testCase })));
  const missing = calls.filter(({ call }) => existsBy(call) === false);
  return [...new Map(missing.map(({ call, by }) => [call.method, by]))]
    .map(([method, by]) => ({ method, by }))
    .filter(({ method }) => isFound(method, checked) === undefined);
}

/** What a call shows of its method: undefined if it shows nothing. */
function existsBy({ reply }: CallRecord): boolean | undefined {
  if (reply.type === 'result') return true;
  return reply.type === 'error' ? reply.error.code !== METHOD_NOT_FOUND : undefined;
}

/** The options that refusals name in cases that could not be run, or failed. */
export function namedOptions(checked: readonly CheckedCase[]): NamedOption[] {
  return checked.flatMap((one) =>
    refusalsIn(one).flatMap((text) => optionsNamedIn(text).map((option) => ({ option, by: one.testCase, text: lineWith(option, text) }))),
  );
}

function refusalsIn({ outcome, calls }: CheckedCase): string[] {
  const { status, reason, findings } = outcome;
  if (status === 'passed' || status === 'observed') return [];
  const messages = calls.flatMap(({ method, reply }) =>
    reply.type === 'error' && !isUsage(reply.error.message) ? [`${method}: ${reply.error.code} ${reply.error.message}`] : [],
  );
  return [...messages, ...(reason === undefined ? [] : [reason]), ...findings.map(({ message }) => message)];
}

/** The help text of a method, with which a call with wrong arguments is refused: it names options in passing. */
const isUsage = (message: string): boolean => /\n\s*(?:Arguments|Result|Examples):/.test(message);

const lineWith = (part: string, text: string): string => text.split('\n').find((line) => line.includes(part)) ?? text;
