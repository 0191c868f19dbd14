import type { RunningNode, Target } from '../fixtures/targets/types.ts';
import type { Random } from '../fixtures/world/random.ts';
import type { World } from '../fixtures/world/world.ts';
import type { Specification } from '../specs/model/spec.ts';
import type { About } from './identify.ts';
import type { Session, SessionSnapshot } from './session.ts';

/** A state of the node and of the world to which a case can return. */
export interface CaseSnapshot {
  readonly session: SessionSnapshot;
  /** The place of the case in the world, as it was. */
  readonly place: World;
}

export interface TrialOptions {
  readonly claim: { readonly evidence: 'document' | 'standard'; readonly source: string; readonly about?: About };
  readonly world: World;
  readonly node: RunningNode;
  readonly target: Target;
  readonly specification: Specification;
  readonly random: Random;
  /** Neutral ids of methods that the target file lists as absent, with the reason. */
  readonly absent: ReadonlyMap<string, string>;
  readonly timeoutMs?: number;
  /** Restores its node and its world for the case. */
  readonly session?: Pick<Session, 'moment' | 'restore' | 'world'>;
}
