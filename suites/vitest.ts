import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Secrets } from '../client/mask.ts';
import { openTarget } from '../fixtures/targets/open-target.ts';
import type { Target } from '../fixtures/targets/types.ts';
import { specification } from '../specs/model/specification.ts';
import { allCases } from './catalog.ts';
import { isFailing } from '../engine/judge.ts';
import { openTrial } from '../engine/open-trial.ts';
import { plan } from '../engine/plan.ts';
import type { Selection } from '../engine/selection.ts';
import type { Finding, Outcome } from '../engine/outcome.ts';

export interface TrialTestsOptions {
  /** As for `pyx run --target`. */
  readonly target: string;
  readonly targetFile?: string;
  readonly seed?: number;
  readonly jobs?: number;
  readonly selection?: Selection;
}

/**
 * Registers a vitest test for every case of a plan. All tests wait for the outcomes of one run of the engine. An
 * inapplicable case is skipped with its reason. A failed case fails with its evidence, and a case that could not be
 * tried fails with the reason: with either, `pyx run` exits with a code other than 0. One more test is about the target
 * file itself.
 */
export function trialTests(options: TrialTestsOptions): void {
  const planned = plan(allCases(specification), options.selection ?? {}, specification);
  const outcomes = new Map(planned.cases.map(({ id }) => [id, waiting<Outcome>()]));
  const aboutTargetFile = waiting<readonly Finding[]>();
  const secrets = new Secrets();
  const sentence = ({ message, evidence, source }: Finding): string => secrets.mask(`${message} [${evidence}: ${source}]`);
  const stop = new AbortController();
  let target: Target | undefined;
  let running: Promise<void> | undefined;

  beforeAll(async () => {
    target = await openTarget(options.target, { env: process.env, secrets });
    const { targetFile, seed = 1, jobs } = options;
    const trial = await openTrial({ specification, target, targetFile, seed, jobs, secrets, signal: stop.signal });
    running = (async () => {
      for await (const outcome of trial.run(planned)) outcomes.get(outcome.id)?.resolve(outcome);
      aboutTargetFile.resolve(trial.aboutTargetFile(planned));
    })().catch((error: unknown) => {
      for (const open of [...outcomes.values(), aboutTargetFile]) open.reject(error);
    });
  });

  afterAll(async () => {
    stop.abort();
    await running;
    await target?.close();
  });

  for (const suite of new Set(planned.cases.map((testCase) => testCase.suite))) {
    describe(suite, () => {
      for (const testCase of planned.cases.filter((candidate) => candidate.suite === suite)) {
        test(testCase.id, { timeout: WHOLE_RUN_MS }, async (context) => {
          const outcome = await outcomes.get(testCase.id)?.promise;
          if (!outcome) throw new Error(`${testCase.id} has no outcome`);
          if (outcome.status === 'inapplicable') context.skip(outcome.reason ?? 'inapplicable');
          if (outcome.status === 'skipped') throw new Error(`not tried: ${outcome.reason ?? 'no reason recorded'}`);
          expect(outcome.findings.filter(isFailing).map(sentence), outcome.replay).toEqual([]);
        });
      }
    });
  }

  test('no accepted difference of the target file is gone, expired or unknown', { timeout: WHOLE_RUN_MS }, async () => {
    expect((await aboutTargetFile.promise).map(sentence)).toEqual([]);
  });
}

/** A test waits for its case, which may be the last one; every case has its own time limit. */
const WHOLE_RUN_MS = 3_600_000;

interface Waiting<T> {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (error: unknown) => void;
}

/** A promise with its resolve and reject functions. */
function waiting<T>(): Waiting<T> {
  let resolve: Waiting<T>['resolve'] = () => undefined;
  let reject: Waiting<T>['reject'] = () => undefined;
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue;
    reject = onError;
  });
  promise.catch(() => undefined); // no test waits for the outcome of a test that was filtered out
  return { promise, resolve, reject };
}
