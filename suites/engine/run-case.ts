import { toPlain } from '../../fixtures/client/wire-json.ts';
import type { Wire } from '../../fixtures/client/types.ts';
import { Random } from '../../fixtures/world/random.ts';
import { Unavailable, WorldError } from '../../fixtures/world/world.ts';
import type { Specification } from '../../specs/model/spec.ts';
import { variantFor } from '../../specs/model/variants.ts';
import { namedArguments, type HitRecorder } from './hits.ts';
import type { Judge } from './judge.ts';
import type { Session } from './session.ts';
import { CaseOver, Inapplicable, Trial, type CallRecord } from './trial.ts';
import type { Case, Finding, Outcome, ShownAnswer } from './types.ts';

export interface CaseRunner {
  readonly specification: Specification;
  readonly seed: number;
  readonly absent: ReadonlyMap<string, string>;
  readonly absentOptions: ReadonlyMap<string, string>;
  readonly judge: Judge;
  readonly hits: HitRecorder;
  /** Command that tries one case again. */
  readonly replay: (caseId: string) => string;
}

/** How long one case may take in all, unless it says otherwise: nothing may hang. */
const caseLimitMs = 90_000;

interface Ending {
  readonly inapplicable?: string;
  readonly internal?: string;
}

/** Tries one case on a session and says what came of it. Never throws. */
export async function runCase(one: Case, session: Session, runner: CaseRunner): Promise<Outcome> {
  const startedAt = performance.now();
  const trial = new Trial({
    claim: { evidence: one.evidence, source: one.source },
    world: session.world,
    node: session.node,
    target: session.world.target,
    specification: runner.specification,
    random: Random.forCase(runner.seed, one.id),
    absent: runner.absent,
    ...(one.timeoutMs !== undefined && { timeoutMs: one.timeoutMs }),
  });
  const ending = await attempt(one, trial);
  noteDeath(one, session, trial);
  return toOutcome(one, trial, ending, performance.now() - startedAt, runner);
}

/** The outcome of a case that was not tried. */
export function notTried(one: Case, status: 'skipped' | 'inapplicable', reason: string, internal = false): Outcome {
  return {
    id: one.id, suite: one.suite, method: one.method, kind: one.kind, status, durationMs: 0, calls: 0, findings: [], reason, hits: [],
    ...(internal && { internal }),
  };
}

async function attempt(one: Case, trial: Trial): Promise<Ending> {
  const limitMs = one.timeoutMs ?? caseLimitMs;
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<Ending>((resolve) => {
    timer = setTimeout(() => resolve({ internal: `the case took longer than ${limitMs / 1000} s` }), limitMs);
  });
  const trying = one.run(trial).then(() => ({}), (error: unknown) => ended(error, trial));
  try {
    return await Promise.race([trying, limit]);
  } finally {
    clearTimeout(timer);
  }
}

/** What an exception of a case means. */
function ended(error: unknown, trial: Trial): Ending {
  if (error instanceof CaseOver) return {};
  if (error instanceof Inapplicable || error instanceof Unavailable) return { inapplicable: error.message };
  if (error instanceof WorldError) {
    const { reply } = error;
    const fault = reply.type === 'fault' ? reply.fault : undefined;
    const method = trial.specification.find(error.method);
    trial.calls.push({ method: error.method, args: error.params, params: error.params as Wire[], reply });
    trial.report({
      check: 'world',
      evidence: fault?.evidence ?? 'document',
      source: fault?.source ?? (method ? `document ${method.source.document}, ${method.source.section}` : 'the service'),
      message: `what the case needs could not be made: ${error.message}`,
    });
    return {};
  }
  // A case reads answers as the documents describe them. If one was not so, that is why it stumbled.
  const malformed = firstMalformed(trial.calls, trial.specification);
  if (malformed) {
    trial.findings.push(malformed);
    return {};
  }
  return { internal: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

function firstMalformed(calls: readonly CallRecord[], specification: Specification): (Finding & { call: number }) | undefined {
  for (const [index, call] of calls.entries()) {
    if (call.reply.type !== 'result') continue;
    const method = specification.method(call.method);
    const variant = variantFor(method, toPlain(namedArguments(method, call.params) as Wire) as Record<string, unknown>);
    const validate = variant && specification.resultValidator(method, variant);
    if (!validate || validate(toPlain(call.reply.result))) continue;
    const problem = validate.errors?.[0];
    return {
      call: index,
      check: 'type',
      evidence: 'document',
      source: `document ${method.source.document}, ${method.source.section}`,
      path: problem?.instancePath ?? '',
      message: `${method.id} answered something else than is documented: ${problem?.instancePath ?? ''} ${problem?.message ?? ''}`,
    };
  }
  return undefined;
}

/** A node that ended during a case that was not about ending it is a finding, with the call that was in flight. */
function noteDeath(one: Case, session: Session, trial: Trial): void {
  if (session.node.alive() || one.effect.includes('process')) return;
  const last = trial.calls.at(-1);
  const lines = session.node.lastLines().slice(-5);
  trial.report({
    check: 'died',
    evidence: 'health',
    source: 'the node’s process',
    message: `the node ended${last ? ` while ${last.method} was in flight` : ''}; its last lines: ${lines.join(' | ') || 'none'}`,
  });
}

function toOutcome(one: Case, trial: Trial, ending: Ending, durationMs: number, runner: CaseRunner): Outcome {
  const { findings, status } = runner.judge.judge(one.id, one.method, trial.findings);
  const notJudged = ending.inapplicable !== undefined || ending.internal !== undefined;
  const settled = notJudged && trial.findings.length === 0;
  const finalStatus = ending.internal !== undefined && status !== 'failed' ? 'skipped' : settled ? 'inapplicable' : status;
  const shown = finalStatus === 'passed' ? undefined : trial.calls[callOf(findings[0]) ?? trial.calls.length - 1];
  const reason = ending.internal === undefined ? ending.inapplicable : `Pyx itself failed: ${ending.internal}`;
  return {
    id: one.id,
    suite: one.suite,
    method: one.method,
    kind: one.kind,
    status: finalStatus,
    durationMs: Math.round(durationMs * 1000) / 1000,
    calls: trial.calls.length,
    findings: findings.map(({ call: _call, ...finding }: Finding & { call?: number }) => finding),
    ...(reason !== undefined && { reason }),
    ...(ending.internal !== undefined && { internal: true }),
    ...(shown && { request: { method: shown.method, params: shown.params, ...(shown.wallet !== undefined && { wallet: shown.wallet }) }, response: answerOf(shown) }),
    ...(finalStatus !== 'passed' && { replay: runner.replay(one.id) }),
    hits: runner.hits.hitsOf(trial.calls, notJudged || finalStatus === 'skipped' ? [] : one.judges),
  };
}

function callOf(finding: Finding | undefined): number | undefined {
  const call = (finding as { call?: number } | undefined)?.call;
  return call === undefined || call < 0 ? undefined : call;
}

function answerOf({ reply }: CallRecord): ShownAnswer {
  if (reply.type === 'result') return { result: reply.result };
  if (reply.type === 'error') return { error: reply.error };
  return { fault: reply.fault.message, ...(reply.fault.excerpt !== undefined && { excerpt: reply.fault.excerpt }) };
}
