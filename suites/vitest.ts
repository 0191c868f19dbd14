import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Secrets } from '../client/mask.ts';
import { openTarget } from '../fixtures/targets/open-target.ts';
import type { Target } from '../fixtures/targets/types.ts';
import { ingredients } from '../fixtures/world/ingredients/all.ts';
import { specification } from '../specs/model/specification.ts';
import { allCases } from './catalog.ts';
import { HitRecorder } from '../engine/hits.ts';
import { isFailing, Judge } from '../engine/judge.ts';
import { plan } from '../engine/plan.ts';
import { prepare } from '../engine/prepare.ts';
import { replayCommand } from '../engine/replay.ts';
import { run } from '../engine/run.ts';
import type { Selection } from '../engine/selection.ts';
import { absentMethods, absentOptions, assertKnownMethods, namesOf } from '../engine/target-file.ts';
import type { Finding, Outcome } from '../engine/types.ts';

export interface TrialTestsOptions {
  /** As for `pyx run --target`. */
  readonly target: string;
  readonly targetFile?: string;
  readonly seed?: number;
  readonly jobs?: number;
  readonly selection?: Selection;
}

/**
 * Makes a vitest test of every case of a plan: one run of the engine, whose outcomes the tests wait for. An inapplicable
 * case is skipped with its reason; a failed one fails with its evidence, and one that could not be tried with the
 * reason, as both make `pyx run` end with something else than 0. One more test is about the target file itself.
 */
export function trialTests(options: TrialTestsOptions): void {
  const planned = plan(allCases(specification), options.selection ?? {}, specification);
  const outcomes = new Map(planned.cases.map(({ id }) => [id, waiting<Outcome>()]));
  const aboutTargetFile = waiting<readonly Finding[]>();
  const stop = new AbortController();
  let target: Target | undefined;
  let running: Promise<void> | undefined;

  beforeAll(async () => {
    target = await openTarget(options.target, { env: process.env });
    const { node, info, targetFile, state } = await prepare(target, { readOnly: false, ...(options.targetFile !== undefined && { targetFile: options.targetFile }) });
    assertKnownMethods(targetFile, (method) => specification.find(method) !== undefined);
    const seed = options.seed ?? 1;
    const { name } = target;
    const judge = new Judge(targetFile, new Date().toISOString().slice(0, 10), state);
    const coming = run(planned, target, {
      specification, target, seed, definitions: ingredients, secrets: new Secrets(), names: namesOf(targetFile),
      jobs: options.jobs ?? 1, bail: false, chain: info.chain, absent: absentMethods(targetFile), absentOptions: absentOptions(targetFile),
      judge, hits: new HitRecorder(specification), firstNode: node, signal: stop.signal,
      replay: (id) => replayCommand(id, { target: name, seed, targetFile: options.targetFile }),
    });
    const untried = new Map<string, 'skipped' | 'inapplicable'>();
    running = (async () => {
      for await (const outcome of coming) {
        if (outcome.status === 'skipped' || outcome.status === 'inapplicable') untried.set(outcome.id, outcome.status);
        outcomes.get(outcome.id)?.resolve(outcome);
      }
      aboutTargetFile.resolve(judge.stale({ leftOut: planned.leftOut ?? [], untried, startsNodes: target?.capabilities.startNodes === true }));
    })().catch((error: unknown) => {
      for (const open of [...outcomes.values(), aboutTargetFile]) open.reject(error);
    });
  });

  afterAll(async () => {
    stop.abort();
    await running;
    await target?.close();
  });

  for (const suite of new Set(planned.cases.map((one) => one.suite))) {
    describe(suite, () => {
      for (const one of planned.cases.filter((candidate) => candidate.suite === suite)) {
        test(one.id, { timeout: wholeRunMs }, async (context) => {
          const outcome = await outcomes.get(one.id)?.promise;
          if (!outcome) throw new Error(`${one.id} had no outcome`);
          if (outcome.status === 'inapplicable') context.skip(outcome.reason ?? 'inapplicable');
          if (outcome.status === 'skipped') throw new Error(`not tried: ${outcome.reason ?? 'no reason was given'}`);
          expect(outcome.findings.filter(isFailing).map(sentence), outcome.replay).toEqual([]);
        });
      }
    });
  }

  test('no waiver of the target file is stale or expired', { timeout: wholeRunMs }, async () => {
    expect((await aboutTargetFile.promise).map(sentence)).toEqual([]);
  });
}

/** A test waits for its case, which may come last; every case has a limit of its own. */
const wholeRunMs = 3_600_000;

const sentence = ({ message, evidence, source }: Finding): string => `${message} [${evidence}: ${source}]`;

interface Waiting<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/** A promise that somebody else settles. */
function waiting<T>(): Waiting<T> {
  let resolve: Waiting<T>['resolve'] = () => undefined;
  let reject: Waiting<T>['reject'] = () => undefined;
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  promise.catch(() => undefined); // a test that was filtered out waits for nobody
  return { promise, resolve, reject };
}
