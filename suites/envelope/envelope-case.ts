import type { Effect } from '../../specs/model/types.ts';
import type { EnvelopeRowId } from '../../specs/model/generated/ids.d.ts';
import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import type { Case, Danger } from '../../engine/case.ts';
import type { Trial } from '../../engine/trial.ts';

/** The sections of document 1 on calls and on authentication. */
export const CALL_ENVELOPE = 'document 1, Call envelope';
export const AUTHENTICATION = 'document 1, Authentication';

export interface EnvelopeCase {
  /** The id after `envelope/`. */
  readonly slug: string;
  readonly title: string;
  /** The statement: `document 1, …`, or a public standard with its section. */
  readonly source: string;
  /** Ids of the envelope rows that it judges. */
  readonly rows?: readonly EnvelopeRowId[];
  readonly effect?: readonly Effect[];
  /** Neutral id of the method under test; null when the case is about calls in general. */
  readonly method?: MethodId | null;
  readonly uses?: readonly MethodId[];
  readonly ownNode?: boolean;
  readonly danger?: Danger | undefined;
  readonly run: (t: Trial) => Promise<void>;
}

/** A case of the envelope suite. Its default effect is `read`. */
export function envelopeCase(options: EnvelopeCase): Case {
  const { slug, title, source, rows = [], effect = ['read'], method = null, uses = ['getblockcount'], ownNode, danger, run } = options;
  return {
    id: `envelope/${slug}`,
    suite: 'envelope',
    method,
    kind: 'envelope',
    title,
    effect,
    profile: 'default',
    uses,
    judges: rows.map((row) => `v:${row}`),
    about: { rule: slug },
    evidence: source.startsWith('document ') ? 'document' : 'standard',
    source,
    ownNode,
    danger,
    run,
  };
}
