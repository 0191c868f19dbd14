import { Acceptances } from '../../engine/acceptance.ts';
import { AcceptedResults } from '../../engine/accepted-results.ts';
import { openNode, type NodeSettings, type OpenedNode } from '../../engine/open-node.ts';
import { startedTargetForms } from '../../fixtures/targets/open-target.ts';
import { ingredients } from '../../fixtures/world/ingredients/all.ts';
import { ProbeArbitrary } from './arbitraries/probe-arbitrary.ts';
import { ReplayNode } from './replay-node.ts';
import { startedNode, type StartedNode } from './started-node.ts';
import { chosenMethods, FuzzError, type ChosenMethods } from './chosen-methods.ts';
import { isEnding } from './confine.ts';
import { Corpus } from './corpus.ts';
import { endingRuns } from './ending-runs.ts';
import { Finder } from './finder.ts';
import type { FuzzSessionOptions } from './fuzz-session.ts';
import { Job } from './job.ts';
import { KeptCalls } from './kept-calls.ts';
import type { Probe } from './probe.ts';
import { problemDifference } from './properties/problem.ts';
import { CallJudge } from './properties/judge-call.ts';
import type { Finding, FuzzCounts, FuzzRun } from './results.ts';

export interface FuzzSettings extends Omit<NodeSettings, 'readOnly'> {
  readonly seed: number;
  /** Nodes in parallel. */
  readonly jobs: number;
  /** Requests to send. */
  readonly runs: number;
  /** Time after which no request is sent, in milliseconds. */
  readonly timeMs?: number | undefined;
  readonly methods?: readonly string[] | undefined;
  readonly families?: readonly string[] | undefined;
  /** Folder of all corpora; undefined: findings are not kept, and none are replayed. */
  readonly corpus?: string | undefined;
  /** Make only these requests. */
  readonly only?: readonly Probe[] | undefined;
  readonly limits?: Partial<Limits>;
}

/** Limits for one call, and for shortening one finding. */
export interface Limits {
  readonly callTimeoutMs: number;
  readonly attempts: number;
  readonly shortenMs: number;
}

const LIMITS: Limits = { callTimeoutMs: 10_000, attempts: 600, shortenMs: 120_000 };
/** The same for every run: the path of a finding then names the same values. */
const WORLD_SEED = 1;

export interface FuzzListeners {
  /** The node is ready; nothing was sent yet. */
  readonly onReady?: (opened: OpenedNode, chosen: ChosenMethods) => void;
  readonly onFinding?: (finding: Finding) => void;
  readonly onProgress?: (counts: FuzzCounts, findings: number) => void;
}

/**
 * Sends generated requests to nodes of a target, judges each answer, and shortens what fails. Replays the corpus first.
 * Throws `TargetError`, `RefusedError`, `TargetFileError`, `CorpusError` or `FuzzError`. The caller closes the target.
 */
export async function fuzz(settings: FuzzSettings, listeners: FuzzListeners = {}): Promise<FuzzRun & { readonly opened: OpenedNode }> {
  const { specification, secrets, signal } = settings;
  if (!settings.target.capabilities.startNodes) {
    throw new FuzzError('pyx fuzz sends requests that may end a node or fill its wallets, and Pyx did not start this one', {
      remedy: `give a target that Pyx can start: ${startedTargetForms()}`,
    });
  }
  const corpus = settings.corpus === undefined ? undefined : new Corpus(settings.corpus, settings.target.name);
  const entries = settings.only ? [] : (corpus?.entries() ?? []);
  const opened = await openNode(settings);
  const { targetFile, absent, absentOptions } = opened;
  const asked = chosenMethods(specification, {
    methods: settings.methods,
    families: settings.families,
    absent,
    absentOptions,
  });
  const { node, chosen } = asked.startOptions.length === 0 ? { node: opened.node, chosen: asked } : await startedWithOptions(opened, asked);
  listeners.onReady?.(opened, chosen);
  const limits = { ...LIMITS, ...settings.limits };
  const session: FuzzSessionOptions = {
    opened,
    session: { definitions: ingredients, seed: WORLD_SEED },
    profile: 'default',
    startOptions: chosen.startOptions,
    absent: new Set(absent.keys()),
    callTimeoutMs: limits.callTimeoutMs,
  };
  const today = new Date().toISOString().slice(0, 10);
  const judge = new CallJudge(specification, new AcceptedResults(targetFile, specification, today));
  const acceptances = new Acceptances(targetFile?.accepted ?? [], today);
  const replayNode = new ReplayNode(session, judge);
  const arbitrary = new ProbeArbitrary(() => {
    throw new Error('it only shrinks');
  });
  const counts: FuzzCounts = { runs: 0, attempts: 0, classes: {}, methods: {}, answerKinds: 0, lostNodes: 0, stateChecks: 0, dropped: {} };
  const finder = new Finder({
    replayNode,
    arbitrary,
    corpus,
    specification,
    secrets,
    limits: { attempts: limits.attempts, durationMs: limits.shortenMs, signal },
    onFinding: (finding) => listeners.onFinding?.(finding),
  });
  const resolved: string[] = [];
  const jobs: Job[] = [];
  /** What is cut short by an interruption fails: its calls were ended. What was found before is kept. */
  const untilAborted = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work();
    } catch (error) {
      if (signal?.aborted !== true) throw error;
    }
  };
  try {
    await untilAborted(async () => {
      if (settings.only) await finder.replay(settings.only, true, undefined);
      for (const { file, probes, signature } of entries) {
        const isFound = await finder.replay(probes, signature.startsWith('state '), file);
        if (signal?.aborted === true) break;
        if (!isFound) resolved.push(file);
      }
    });
    await replayNode.close();
    const methods = settings.only ? [] : chosen.methods;
    const called = methods.filter(({ id }) => !isEnding(id));
    const until = settings.timeMs === undefined ? Infinity : performance.now() + settings.timeMs;
    let left = settings.runs;
    const take = (): boolean => signal?.aborted !== true && performance.now() < until && left-- > 0;
    const kept = new KeptCalls();
    if (called.length === 0) await node.stop();
    for (let job = 0; called.length > 0 && job < settings.jobs; job++) {
      jobs.push(
        new Job({
          session,
          methods: called,
          judge,
          kept,
          counts,
          seed: settings.seed,
          job,
          firstNode: job === 0 ? node : undefined,
          take,
          onProblem: (seen) => finder.report(seen),
          onProgress: () => listeners.onProgress?.(counts, finder.findings.length),
        }),
      );
    }
    await Promise.all(jobs.map((job) => untilAborted(() => job.run())));
    const ending = methods.filter(({ id }) => isEnding(id));
    const { seed, runs } = settings;
    await untilAborted(() => endingRuns({ specification, methods: ending, replayNode, finder, counts, seed, runs, signal }));
    const rate = signal?.aborted === true ? undefined : await jobs[0]?.compareRate();
    return {
      opened,
      findings: finder.findings.map((finding) => withAcceptance(finding, acceptances)),
      resolved,
      replayed: entries.length + (settings.only ? 1 : 0),
      counts: { ...counts, attempts: replayNode.tried },
      methods: methods.map(({ id }) => id),
      leftOut: { ...chosen.leftOut, ...counts.dropped },
      fuzzingMs: Math.max(0, ...jobs.map((job) => job.fuzzingMs)),
      rate,
      memory: jobs.flatMap((job) => job.memory),
    };
  } finally {
    await Promise.all([...jobs.map((job) => job.close()), replayNode.close()]);
  }
}

/** A node with the start options of methods, in place of the first one of the target. */
async function startedWithOptions(opened: OpenedNode, chosen: ChosenMethods): Promise<StartedNode> {
  await opened.node.stop();
  return startedNode(opened, chosen);
}

/** A finding with the reason of the entry that accepts it, if any. A crash is found again in each run, and counts no more. */
function withAcceptance(finding: Finding, acceptances: Acceptances): Finding {
  const why = acceptances.find(problemDifference(finding))?.why;
  return why === undefined ? finding : { ...finding, accepted: why };
}
