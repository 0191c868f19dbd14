import type { Definitions } from '../../fixtures/world/world.ts';
import { runCase } from '../run-case.ts';
import { Session } from '../session.ts';
import type { TargetFile } from '../target-file.ts';
import type { Case } from '../case.ts';
import type { Outcome } from '../outcome.ts';
import { fakeDefinitions, FakeTarget, runOptions, type Answers } from './fakes.ts';

/** What a case is run on: by default a node that answers each call with an empty object. */
export interface Setting {
  readonly answers?: Answers;
  readonly targetFile?: TargetFile;
  readonly absent?: ReadonlyMap<string, string>;
  readonly definitions?: Partial<Definitions>;
  readonly readOnly?: boolean;
}

/** Runs one case on a new node. */
export async function tried(testCase: Case, setting: Setting = {}): Promise<Outcome> {
  const { answers, definitions, ...rest } = setting;
  const target = new FakeTarget(answers);
  const options = runOptions(target, { ...rest, definitions: fakeDefinitions(definitions) });
  return runCase(testCase, await Session.open(options, 'default'), options);
}
