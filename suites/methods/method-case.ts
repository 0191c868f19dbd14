import { profileWith } from '../../fixtures/targets/profiles.ts';
import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import type { Effect, Method } from '../../specs/model/types.ts';
import type { Trial } from '../../engine/trial.ts';
import type { Case, Danger } from '../../engine/case.ts';
import { setupOf } from './setups.ts';
import { slugOf } from './slug.ts';

export interface MethodCaseOptions {
  /** The part of the case id after `methods/<method>/`. */
  readonly id: string;
  readonly kind: string;
  /** Follows the id of the method: `succeeds with verbosity`. */
  readonly title: string;
  readonly effect: readonly Effect[];
  /** The call must succeed, so it may change the state of the node. */
  readonly positive: boolean;
  /** Source of the claim. Default: the row of the method in its table. */
  readonly source?: string;
  /** The argument that the call is about, and how it is given. */
  readonly about?: Case['about'];
  readonly danger?: Danger | undefined;
  /** See `Case.checksResult`. */
  readonly checksResult?: boolean;
  readonly run: (trial: Trial) => Promise<void>;
}

/** The argument of a call that has every one, in the identity of its findings. */
export const EVERY = '*';

/** A generated case about one method. */
export function methodCase(method: Method, options: MethodCaseOptions): Case {
  const setup = setupOf(method.id);
  return {
    id: `methods/${slugOf(method.id)}/${slugOf(options.id)}`,
    suite: 'methods',
    method: method.id,
    kind: options.kind,
    title: `${method.id} ${options.title}`,
    effect: options.effect,
    profile: setup.profile ?? (method.requiresOption === undefined ? 'default' : profileWith(method.requiresOption)),
    uses: [method.id as MethodId], // or of another standard
    judges: [],
    generated: true,
    checksResult: options.checksResult === true,
    ...(options.about && { about: options.about }),
    evidence: 'document',
    source: options.source ?? `document ${method.source.document}, ${method.source.section}: the row of ${method.id}`,
    ownNode: options.positive && setup.ownNode === true,
    danger: options.danger,
    run: options.run,
  };
}
