import { defined } from '../specs/model/defined.ts';
import type { Wire } from '../specs/model/wire.ts';
import { TargetError } from '../fixtures/targets/types.ts';
import { Random } from '../fixtures/world/random.ts';
import { GivenUp, NotMade, Unavailable, WorldError, notMadeBy } from '../fixtures/world/world-errors.ts';
import type { Specification } from '../specs/model/spec.ts';
import { firstAbsurd } from './absurd.ts';
import { TIME_LIMIT } from './confirmation.ts';
import { followLog } from './followed-log.ts';
import type { HitRecorder } from './hits.ts';
import { isFailing, type Judge } from './judge.ts';
import { latenciesOf } from './latencies.ts';
import { WORLD } from './difference.ts';
import { faultCheck, refusedDifference } from './identify.ts';
import { allMalformed } from './malformed.ts';
import { isException } from './internal-error.ts';
import { findLoss } from './lost-node.ts';
import { whyNotStarted } from './node-life.ts';
import { RefusedError } from './prepare.ts';
import { revealedSecrets } from './revealed-secrets.ts';
import type { Session } from './session.ts';
import { answerOf, requestOf } from './shown-call.ts';
import { CaseOver, Inapplicable, NO_CALL, Trial } from './trial.ts';
import type { CallRecord } from './call-record.ts';
import type { Case } from './case.ts';
import type { Finding, Outcome, Status } from './outcome.ts';

export interface CaseRunner {
  readonly specification: Specification;
  readonly seed: number;
  readonly absent: ReadonlyMap<string, string>;
  readonly absentOptions: ReadonlyMap<string, string>;
  readonly judge: Judge;
  readonly hits: HitRecorder;
  /** Returns the command that runs one case again, with the options that it depends on. */
  readonly replay: (caseId: string, settings?: readonly string[]) => string;
  /** Ends the running case, which is then skipped. */
  readonly signal?: AbortSignal;
  /** Called with the id of each case when it begins, also when it is run again. */
  readonly onBegun?: (id: string) => void;
  /** Called with the name of each node whose end a case accounts for: it has lost it, found it lost, or was meant to end it. */
  readonly onLost?: (node: string) => void;
  /** Called after each case with its calls. */
  readonly onTried?: (testCase: Case, calls: readonly CallRecord[]) => void;
}

/** Default time limit of a whole case. */
const CASE_LIMIT_MS = 90_000;
/** Time added to the limit of a single call, so that a hanging call is detected before the case is aborted. */
const MARGIN_MS = 5_000;

/** The check of the observation that a case could not judge anything. */
export const NOTHING_TO_JUDGE = 'nothing-to-judge';

/** How a case ended, with the reason if it was not complete. */
type Ending =
  | { readonly type: 'done' | 'lost' }
  | {
      readonly type: 'inapplicable' | 'skipped' | 'internal';
      readonly reason: string;
      /** The call of the world that was refused. */
      readonly refused?: CallRecord;
    };

const DONE: Ending = { type: 'done' };
/** Its node was lost: all other findings are consequences. */
const LOST: Ending = { type: 'lost' };

/** Runs one case on a session and returns its outcome. Does not throw. */
export async function runCase(testCase: Case, session: Session, runner: CaseRunner): Promise<Outcome> {
  const startedAt = performance.now();
  runner.onBegun?.(testCase.id);
  const trial = new Trial({
    claim: {
      evidence: testCase.evidence,
      source: testCase.source,
      about: { method: testCase.method ?? undefined, ...testCase.about },
    },
    world: session.world.at(testCase.id),
    node: session.node,
    target: session.world.target,
    specification: runner.specification,
    random: Random.forCase(runner.seed, testCase.id),
    absent: runner.absent,
    session,
    ...(testCase.timeoutMs !== undefined && { timeoutMs: testCase.timeoutMs }),
  });
  session.world.calls.length = 0;
  session.world.service.refused.length = 0;
  const log = followLog(session.node);
  const wasAlive = session.node.alive();
  let ending = wasAlive ? await attempt(testCase, trial, runner.signal) : DONE;
  session.touched ||= trial.calls.some((call) => changes(call, runner.specification));
  if (trial.notStarted && !session.node.alive()) session.notRestarted = true;
  const loss = session.notRestarted ? undefined : await findLoss(testCase, session, trial, wasAlive);
  if (loss) {
    trial.lose(loss);
    session.lost = true;
    runner.onLost?.(session.node.name);
    session.lostBy = trial.worldCall;
    ending = LOST;
  }
  if (testCase.effect.includes('process') && !session.node.alive()) runner.onLost?.(session.node.name);
  if (!loss && ending.type !== 'internal') noteException(trial);
  session.lastCase = testCase.id;
  for (const secret of revealedSecrets(trial.calls, trial.specification)) trial.world.secrets.add(secret);
  runner.onTried?.(testCase, trial.calls);
  const outcome = toOutcome(testCase, trial, ending, performance.now() - startedAt, runner);
  return outcome.status === 'failed' ? { ...outcome, ...defined({ nodeLog: log() }) } : outcome;
}

/** The outcome of a case that was not run. */
export function notTried(testCase: Case, status: 'skipped' | 'inapplicable', reason: string): Outcome {
  return {
    id: testCase.id,
    suite: testCase.suite,
    method: testCase.method,
    kind: testCase.kind,
    status,
    durationMs: 0,
    calls: 0,
    findings: [],
    reason,
    hits: [],
  };
}

async function attempt(testCase: Case, trial: Trial, signal: AbortSignal | undefined): Promise<Ending> {
  if (signal?.aborted) return interruptedBy(signal);
  const plainLimitMs = testCase.limitMs ?? (testCase.timeoutMs === undefined ? CASE_LIMIT_MS : testCase.timeoutMs + MARGIN_MS);
  const limitMs = plainLimitMs * trial.world.service.pace.factor;
  let timer: NodeJS.Timeout | undefined;
  const over = new AbortController();
  try {
    return await new Promise<Ending>((end, fail) => {
      timer = setTimeout(() => {
        const waiting = trial.noteHanging();
        // The node answers, but slowly: many calls, or prerequisites that take long.
        end(
          waiting ? DONE : { type: 'skipped', reason: `the case took longer than ${limitMs / 1000} s; no call of it was left unanswered` },
        );
      }, limitMs);
      signal?.addEventListener('abort', () => end(interruptedBy(signal)), { once: true, signal: over.signal });
      testCase
        .run(trial)
        .then(
          () => DONE,
          (error: unknown) => endingOf(error, trial, testCase),
        )
        .then(end, fail);
    });
  } finally {
    clearTimeout(timer);
    over.abort();
    trial.close();
  }
}

function interruptedBy({ reason }: AbortSignal): Ending {
  return { type: 'skipped', reason: reason instanceof RefusedError ? reason.message : 'the run was interrupted' };
}

/** How a case ended that threw an exception. */
function endingOf(error: unknown, trial: Trial, { plugin }: Pick<Case, 'plugin'>): Ending {
  if (error instanceof CaseOver) return DONE;
  if (error instanceof Inapplicable || error instanceof Unavailable) return { type: 'inapplicable', reason: error.message };
  if (error instanceof GivenUp) return { type: 'skipped', reason: error.message, refused: callOf(error.cause) };
  if (error instanceof RefusedError || error instanceof NotMade) return { type: 'skipped', reason: error.message };
  if (error instanceof WorldError) return endingWithoutWorld(error, trial);
  if (error instanceof TargetError) return endingWithoutNode(error, trial);
  // A case relies on documented answers. If an answer differs from the documents, that is the cause of the exception.
  const malformed = malformedAnswers(trial);
  if (malformed.length > 0) {
    trial.findings.push(...malformed);
    return DONE;
  }
  const where = plugin === undefined ? 'internal error in Pyx (please report it)' : `error in the plug-in ${plugin}`;
  return {
    type: 'internal',
    reason: `${where}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  };
}

/** A node that the case started or restarted did not start. */
function endingWithoutNode(error: TargetError, trial: Trial): Ending {
  trial.notStarted = true;
  const { refusal } = error;
  const why = whyNotStarted(error);
  if (refusal && refusal.options.length > 0)
    return { type: 'inapplicable', reason: `the node does not start with ${refusal.options.join(' ')}: ${why}` };
  if (!refusal?.again) return { type: 'skipped', reason: `a node that the case needs could not be started: ${why}` };
  trial.report({
    check: 'start-again',
    evidence: 'health',
    source: 'the node’s process',
    message: `the node did not restart with its data directory: ${why}`,
  });
  return DONE;
}

type CallFinding = Finding & { readonly call: number };
/** One that the judge returns has no call in its type. */
type MadeFinding = Finding & { readonly call?: number };

/** Findings for malformed or absurd answers to the calls of the case; without any, to those that the world made for it. */
function malformedAnswers(trial: Trial): readonly CallFinding[] {
  const own = malformedIn(trial.calls, trial.specification);
  return own.length > 0 ? own : malformedInWorld(trial);
}

function malformedIn(calls: readonly CallRecord[], specification: Specification): readonly CallFinding[] {
  const malformed = allMalformed(calls, specification);
  const absurd = malformed.length > 0 ? undefined : firstAbsurd(calls, specification);
  return absurd ? [absurd] : malformed;
}

/** The calls that are shown are added to those of the case. */
function malformedInWorld(trial: Trial): readonly CallFinding[] {
  const { calls } = trial.world;
  return malformedIn(calls, trial.specification).map((finding) => {
    trial.calls.push(calls[finding.call] as CallRecord);
    return { ...finding, call: trial.calls.length - 1 };
  });
}

const callOf = ({ method, params, reply }: WorldError): CallRecord => ({ method, args: params, params: params as Wire[], reply });

/** A prerequisite of the case could not be made. That is a finding, unless the failed call is not in the documents. */
function endingWithoutWorld(error: WorldError, trial: Trial): Ending {
  const { reply } = error;
  const fault = reply.type === 'fault' ? reply.fault : undefined;
  const method = trial.specification.find(error.method);
  const reason = notMadeBy(error);
  if (!fault && (!method || method.beyond)) return { type: 'skipped', reason, refused: callOf(error) };
  trial.worldCall = error.method;
  trial.calls.push(callOf(error));
  trial.report({
    check: fault?.kind === 'timeout' ? TIME_LIMIT : 'world',
    circumstance: 'state',
    evidence: fault?.evidence ?? 'document',
    source: fault?.source ?? (method ? `document ${method.source.document}, ${method.source.section}` : 'the service'),
    message: reason,
    difference:
      reply.type === 'error'
        ? {
            ...refusedDifference(trial.specification, { method: error.method, params: error.params as Wire[] }, reply.error, {}),
            check: WORLD,
          }
        : { method: error.method, check: fault ? faultCheck(fault.kind) : WORLD },
  });
  return DONE;
}

/**
 * A finding for a call that failed by an exception in the node, also where a refusal was expected, or where it was a call of the world:
 * to fail is not to refuse. None if a finding is about that call anyway.
 */
function noteException({ calls, findings, world }: Trial): void {
  const failed = world.service.refused.find(({ reply }) => isException(reply.error));
  if (failed === undefined) return;
  const { id: method, params, reply } = failed;
  const known = calls.findIndex((call) => call.reply === reply);
  const call = known >= 0 ? known : calls.push({ method, args: params, params, reply }) - 1;
  if (findings.some((finding) => finding.call === call && isFailing(finding))) return;
  const { code, message } = reply.error;
  const [first = ''] = message.split('\n', 1);
  findings.push({
    check: 'internal-error',
    evidence: 'health',
    source: 'an internal error of the node',
    message: `${method} failed with an internal error: ${code} (${first})`,
    // Without values, which differ between runs.
    difference: { method, check: 'internal-error', found: first.replaceAll(/"[^"]*"|'[^']*'|\d+/g, '…') },
    call,
  });
}

/** Whether a call may have changed the node. A refused call was not executed. */
function changes({ method, reply }: CallRecord, specification: Specification): boolean {
  return (
    reply.type !== 'error' &&
    specification.find(method)?.variants.every((variant) => variant.effect.every((effect) => effect === 'read')) !== true
  );
}

function toOutcome(testCase: Case, trial: Trial, ending: Ending, durationMs: number, runner: CaseRunner): Outcome {
  const ran = ending.type === 'done';
  const judged = runner.judge.judge(testCase, trial.findings, ran);
  const unseen = ran && judged.status === 'passed' ? nothingJudged(trial) : undefined;
  const status = unseen ? 'observed' : statusOf(ending, judged.status);
  const findings: MadeFinding[] = unseen ? [unseen] : judged.findings;
  const refused = 'refused' in ending && status === 'skipped' ? ending.refused : undefined;
  const shown = refused ?? shownCall(testCase, trial, status, findings);
  return {
    id: testCase.id,
    suite: testCase.suite,
    method: testCase.method,
    kind: testCase.kind,
    status,
    durationMs: Math.round(durationMs * 1000) / 1000,
    calls: trial.calls.length,
    findings: findings.map(({ call: _call, ...finding }) => finding),
    ...('reason' in ending && { reason: ending.reason }),
    ...(ending.type === 'internal' && status === 'skipped' && { internal: true }),
    ...(shown && { request: requestOf(shown, trial.specification), response: answerOf(shown) }),
    ...(status !== 'passed' && { replay: runner.replay(testCase.id, testCase.settings) }),
    ...defined({ latencies: latenciesOf(trial.calls) }),
    node: trial.node.name,
    hits: runner.hits.hitsOf(trial.calls, ran && !unseen ? judgedIn(testCase, trial) : []),
  };
}

/** The call to show: that of the main finding, else the last one; of a passed case the one whose result was checked, for `rejudge`. */
function shownCall(testCase: Case, trial: Trial, status: Status, findings: readonly MadeFinding[]): CallRecord | undefined {
  if (status === 'passed') return testCase.checksResult === true ? trial.calls[trial.checkedCall ?? NO_CALL] : undefined;
  const main = findings.find(isFailing) ?? findings[0];
  const call = main?.call ?? -1;
  return call === NO_CALL ? undefined : trial.calls.at(call);
}

/** A case that made no check, or saw none of the items that it is about, has not passed. */
function nothingJudged({ checks, unseen }: Trial): Finding | undefined {
  if (checks > 0 && unseen.length === 0) return undefined;
  const what = unseen.length > 0 ? `the node returned no ${[...new Set(unseen)].join(', no ')}` : 'the case came to no check';
  return {
    check: NOTHING_TO_JUDGE,
    evidence: 'observation',
    source: 'nothing was returned that the documents describe',
    message: `nothing to judge: ${what}`,
  };
}

function judgedIn({ judges, judgesByReach }: Case, { reached }: Trial): readonly string[] {
  return judgesByReach === true ? judges.filter((id) => reached.has(id)) : judges;
}

/** A failure remains a failure; a case that was not complete has not passed. */
function statusOf(ending: Ending, judged: Outcome['status']): Outcome['status'] {
  if (!('reason' in ending) || judged === 'failed') return judged;
  if (ending.type !== 'inapplicable') return 'skipped';
  return judged === 'passed' ? 'inapplicable' : judged;
}
