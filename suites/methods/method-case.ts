import { profileWith } from '../../fixtures/targets/profiles.ts';
import { methodIdOf } from '../../specs/model/specification.ts';
import type { Effect, Method } from '../../specs/model/types.ts';
import type { Trial } from '../../engine/trial.ts';
import type { Case, Danger } from '../../engine/types.ts';
import { setupOf } from './setups.ts';
import { slugOf } from './slug.ts';

export interface MethodCaseOptions {
  /** Behind `methods/<method>/`. */
  readonly id: string;
  readonly kind: string;
  readonly title: string;
  readonly effect: readonly Effect[];
  /** The call is to succeed, and so may leave the node as the method leaves it. */
  readonly positive: boolean;
  /** What it stands on, when that is not the method's row in the table. */
  readonly source?: string;
  readonly danger?: Danger | undefined;
  readonly run: (trial: Trial) => Promise<void>;
}

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
    uses: [methodIdOf(method)],
    judges: [],
    generated: true,
    evidence: 'document',
    source: options.source ?? `document ${method.source.document}, ${method.source.section}: the row of ${method.id}`,
    ownNode: options.positive && setup.ownNode === true,
    danger: options.danger,
    run: options.run,
  };
}
