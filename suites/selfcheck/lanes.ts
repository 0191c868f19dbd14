import { profileNames } from '../../fixtures/targets/profiles.ts';
import type { ProfileName } from '../../fixtures/targets/types.ts';
import type { Case } from '../../engine/case.ts';

/** Cases that run on one node, one after another, or (`ownNode`) on a node each. */
export interface Lane {
  readonly profile: ProfileName;
  readonly ownNode: boolean;
}

/** A part of the work. Parts run one after another, the lanes of a part in parallel. */
export interface Part {
  /** Follows the words "cases". */
  readonly name: string;
  readonly lanes: readonly Lane[];
}

const others = profileNames.filter((name) => name !== 'default');

/** The cases of most methods are in the first part; a run of a case of the last one takes longest. */
export const parts: readonly Part[] = [
  { name: 'of the default profile', lanes: [{ profile: 'default', ownNode: false }] },
  { name: 'of other profiles', lanes: others.map((profile) => ({ profile, ownNode: false })) },
  { name: 'with a node each', lanes: profileNames.map((profile) => ({ profile, ownNode: true })) },
];

export function isInLane(testCase: Pick<Case, 'profile' | 'ownNode'>, { profile, ownNode }: Lane): boolean {
  return testCase.profile === profile && (testCase.ownNode === true) === ownNode;
}
