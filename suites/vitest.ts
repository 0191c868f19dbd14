import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Secrets } from '../fixtures/client/mask.ts';
import { openTarget } from '../fixtures/targets/open-target.ts';
import type { Target } from '../fixtures/targets/types.ts';
import { ingredients } from '../fixtures/world/ingredients/all.ts';
import { specification } from '../specs/model/specification.ts';
import { allCases } from './catalog.ts';
import { HitRecorder } from './engine/hits.ts';
import { Judge } from './engine/judge.ts';
import { plan, type Selection } from './engine/plan.ts';
import { prepare } from './engine/prepare.ts';
import { run } from './engine/run.ts';
import { absentMethods, absentOptions, namesOf } from './engine/target-file.ts';
import type { Outcome } from './engine/types.ts';

export interface TrialTestsOptions {
  /** As for `pyx run --target`. */
  readonly target: string;
  readonly targetFile?: string;
  readonly seed?: number;
  readonly jobs?: number;
  readonly selection?: Selection;
}

/**
 * Makes a vitest test of every case of a plan: one run of the engine, whose outcomes the tests wait for. A case that
 * is inapplicable or skipped is skipped with its reason, a failed one fails with its evidence.
 */
export function trialTests(options: TrialTestsOptions): void {
  const planned = plan(allCases(specification), options.selection ?? {}, specification);
  const outcomes = new Map(planned.cases.map(({ id }) => [id, waiting<Outcome>()]));
  let target: Target | undefined;
  const stop = new AbortController();

  beforeAll(async () => {
    target = await openTarget(options.target, { env: process.env });
    const { node, targetFile } = await prepare(target, { readOnly: false, ...(options.targetFile !== undefined && { targetFile: options.targetFile }) });
    const seed = options.seed ?? 1;
    const running = run(planned, target, {
      specification, target, seed, definitions: ingredients, secrets: new Secrets(), names: namesOf(targetFile),
      jobs: options.jobs ?? 1, bail: false, absent: absentMethods(targetFile), absentOptions: absentOptions(targetFile),
      judge: new Judge(targetFile, new Date().toISOString().slice(0, 10)), hits: new HitRecorder(specification),
      replay: (id) => `npx pyx run --target ${options.target} --case ${id} --seed ${seed}`, firstNode: node, signal: stop.signal,
    });
    void (async () => {
      try {
        for await (const outcome of running) outcomes.get(outcome.id)?.resolve(outcome);
      } catch (error) {
        for (const open of outcomes.values()) open.reject(error);
      }
    })();
  });

  afterAll(async () => {
    stop.abort();
    await target?.close();
  });

  for (const suite of new Set(planned.cases.map((one) => one.suite))) {
    describe(suite, () => {
      for (const one of planned.cases.filter((candidate) => candidate.suite === suite)) {
        test(one.id, async (context) => {
          const outcome = await outcomes.get(one.id)?.promise;
          if (!outcome) throw new Error(`${one.id} had no outcome`);
          if (outcome.status === 'inapplicable' || outcome.status === 'skipped') context.skip(outcome.reason ?? 'not tried');
          const told = outcome.findings.filter((finding) => finding.evidence !== 'observation' && finding.waiver === undefined);
          expect(told.map((finding) => `${finding.message} [${finding.evidence}: ${finding.source}]`), outcome.replay).toEqual([]);
        });
      }
    });
  }
}

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
