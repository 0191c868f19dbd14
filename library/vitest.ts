import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Secrets } from '../client/mask.ts';
import { openTarget } from '../fixtures/targets/open-target.ts';
import type { Target } from '../fixtures/targets/types.ts';
import { chosenStandard } from '../cli/chosen-standard.ts';
import { DEFAULT_SETTINGS } from '../suites/states/support/settings.ts';
import { registerPlugin } from '../plugins/register-plugin.ts';
import { TARGET_FILE_SUITE } from '../engine/conduct.ts';
import { failuresOf, isDecisive, type FailPolicy } from '../engine/failures.ts';
import { openTrial } from '../engine/open-trial.ts';
import type { Finding, Outcome } from '../engine/outcome.ts';
import type { Plan } from '../engine/plan.ts';
import { DEFAULT_FAIL_ON, isAtLeast } from '../engine/severity.ts';
import { severityOf } from '../engine/severity-of.ts';
import type { Specification } from '../specs/model/spec.ts';
import { UserError } from '../specs/model/user-error.ts';
// Types from the entry point: those of a plug-in are the same in both declarations.
import type { Plugin, Selection, Severity } from './pyx.ts';

export interface TrialTestsOptions {
  /** As for `pyx run --target`. */
  readonly target: string;
  readonly targetFile?: string;
  /** As for `pyx run --standard`, whose cases are the tests: a folder of method files, or an OpenRPC document. */
  readonly standard?: string;
  /** Plug-ins, which the test file imports: their cases, kinds of targets and of values are added. */
  readonly plugins?: readonly Plugin[];
  readonly seed?: number;
  readonly jobs?: number;
  readonly selection?: Selection;
  /** As for `pyx run --fail-on`: findings below it skip their test, with their text. Default: minor. */
  readonly failOn?: Severity;
  /** As for `pyx run --inconclusive`: whether a case that is unstable fails its test (default), or skips it with its text. */
  readonly inconclusive?: 'pass' | 'fail';
}

/**
 * Registers a vitest test for every case of a plan. All tests wait for the outcomes of one run of the engine. An
 * inapplicable case is skipped with its reason. A failed case fails with its evidence, and a case that could not be
 * tried fails with the reason: with either, `pyx run` exits with a code other than 0. What would not change that code skips its test.
 * One more test is about the target file itself.
 */
export function trialTests(options: TrialTestsOptions): void {
  const { specification, planned } = plannedOf(options);
  const outcomes = new Map(planned.cases.map(({ id }) => [id, waiting<Outcome>()]));
  const aboutTargetFile = waiting<readonly Finding[]>();
  const secrets = new Secrets();
  const sentence = ({ message, evidence, source }: Finding): string => secrets.mask(`${message} [${evidence}: ${source}]`);
  const policy: FailPolicy = { failOn: options.failOn ?? DEFAULT_FAIL_ON, inconclusive: options.inconclusive ?? 'fail' };
  const stop = new AbortController();
  let target: Target | undefined;
  let running: Promise<void> | undefined;

  beforeAll(async () => {
    const trial = await withoutStack(async () => {
      target = await openTarget(options.target, { env: process.env, secrets });
      const { targetFile, standard, plugins, seed = 1, jobs } = options;
      return openTrial({ specification, target, targetFile, standard, plugins, seed, jobs, secrets, signal: stop.signal });
    });
    running = withoutStack(async () => {
      for await (const outcome of trial.run(planned)) outcomes.get(outcome.id)?.resolve(outcome);
      aboutTargetFile.resolve(trial.aboutTargetFile(planned));
    }).catch((error: unknown) => {
      for (const open of [...outcomes.values(), aboutTargetFile]) open.reject(error);
    });
  }, WHOLE_RUN_MS);

  afterAll(async () => {
    stop.abort();
    await running;
    await target?.close();
  }, WHOLE_RUN_MS);

  for (const suite of new Set(planned.cases.map((testCase) => testCase.suite))) {
    describe(suite, () => {
      for (const testCase of planned.cases.filter((candidate) => candidate.suite === suite)) {
        test(testCase.id, { timeout: WHOLE_RUN_MS }, async (context) => {
          const outcome = await outcomes.get(testCase.id)?.promise;
          if (!outcome) throw new Error(`${testCase.id} has no outcome`);
          if (outcome.status === 'inapplicable') context.skip(outcome.reason ?? 'inapplicable');
          if (outcome.status === 'skipped') throw new Error(`not tried: ${outcome.reason ?? 'no reason recorded'}`);
          const failing = outcome.status === 'failed' || outcome.status === 'unstable' ? failuresOf(outcome).map(sentence) : [];
          if (failing.length > 0 && !isDecisive(outcome, policy)) context.skip(`does not make the run fail: ${failing.join('; ')}`);
          expect(failing, outcome.replay).toEqual([]);
        });
      }
    });
  }

  test('no accepted difference of the target file is gone, expired or unknown', { timeout: WHOLE_RUN_MS }, async () => {
    expect(
      (await aboutTargetFile.promise)
        .filter((finding) => isAtLeast(severityOf({ suite: TARGET_FILE_SUITE }, finding), policy.failOn))
        .map(sentence),
    ).toEqual([]);
  });
}

/** A stack in Pyx says nothing to a user whose target cannot be tested: the message says what to do. */
function plainError(error: unknown): unknown {
  if (!(error instanceof UserError)) return error;
  const plain = new Error([error.message, ...error.details].join('\n'));
  plain.name = 'Could not be done';
  plain.stack = `${plain.name}: ${plain.message}`;
  return plain;
}

async function withoutStack<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw plainError(error);
  }
}

/** The standard of the options, and the cases that are its tests. */
function plannedOf({ standard, plugins = [], selection = {} }: TrialTestsOptions): { specification: Specification; planned: Plan } {
  try {
    for (const plugin of plugins) registerPlugin(plugin);
    const { specification, cases, plan } = chosenStandard(standard);
    return { specification, planned: plan(cases(DEFAULT_SETTINGS), selection) };
  } catch (error) {
    throw plainError(error);
  }
}

/** A test waits for its case, which may be the last one. Cases, and the start and stop of nodes, have their own time limits. */
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
