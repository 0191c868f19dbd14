import { PROFILES } from '../fixtures/targets/profiles.ts';
import type { Target } from '../fixtures/targets/types.ts';
import type { Case, Danger } from './case.ts';

export interface Limits {
  /** Neutral ids of methods that the target file lists as absent, with the reason. */
  readonly absent: ReadonlyMap<string, string>;
  /** Start options that the target file lists as absent, with the reason. */
  readonly absentOptions: ReadonlyMap<string, string>;
  /** Run dangerous cases also on a node that Pyx did not start. */
  readonly stress?: boolean;
}

const DANGERS: { readonly [danger in Danger]: string } = {
  size: 'the size of its requests',
  depth: 'the nesting of its requests',
  bytes: 'malformed bytes in its requests',
};

/** Why a case cannot be run on this target; undefined if it can. */
export function inapplicableTo(target: Target, { absent, absentOptions, stress }: Limits, testCase: Case): string | undefined {
  const missing = absenceFor(testCase, absent);
  if (missing !== undefined) return missing;
  const { capabilities } = target;
  if (testCase.profile !== 'default' && !capabilities.startNodes)
    return `it needs a node started with the profile "${testCase.profile}", and this target cannot start nodes`;
  if (testCase.ownNode === true && !capabilities.startNodes)
    return 'it stops or changes the whole node, and this target cannot start a separate node for it';
  if (testCase.danger !== undefined && !capabilities.startNodes && stress !== true)
    return `${DANGERS[testCase.danger]} can crash or block a node, and Pyx did not start this one; use --stress to run the case anyway`;
  for (const option of PROFILES[testCase.profile]) {
    const reason = absentOptions.get(option) ?? absentOptions.get(option.split('=', 1)[0] ?? '');
    if (reason !== undefined) return `the target has no ${option}: ${reason}`;
  }
  return undefined;
}

/** Why a case is inapplicable to a target without the absent methods; undefined if it is not. */
export function absenceFor({ uses }: Pick<Case, 'uses'>, absent: Limits['absent']): string | undefined {
  const missing = uses.find((method) => absent.has(method));
  return missing === undefined ? undefined : `the target has no ${missing}: ${absent.get(missing)}`;
}
