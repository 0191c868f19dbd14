import type { JudgedId } from '../../specs/model/generated/ids.d.ts';
import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import type { ProfileName } from '../../fixtures/targets/types.ts';
import type { Effect } from '../../specs/model/types.ts';
import type { Trial } from '../../engine/trial.ts';
import type { Case } from '../../engine/case.ts';

/** The ids are those of Pyx's standard, or any. */
export interface InvariantOptions<Called extends string = MethodId, Judged extends string = JudgedId> {
  /** `<topic>/<slug>`; the case is `invariants/<topic>/<slug>`. */
  readonly id: string;
  /** The relation in one sentence; the title of the case. */
  readonly text: string;
  /** Methods that it relates, the main one first, and other methods that it calls. */
  readonly methods: readonly [Called, ...Called[]];
  readonly effect: readonly Effect[];
  /** `document` with its place, or `standard` with its name (`BIP 141`, `arithmetic`). */
  readonly evidence: 'document' | 'standard';
  readonly source: string;
  /** Rules, rows and limits that it also judges: `r:getblock/confirmations`. */
  readonly judges?: readonly Judged[];
  readonly profile?: ProfileName;
  readonly ownNode?: boolean;
  readonly basic?: boolean;
  readonly timeoutMs?: number;
  /** Time limit of the whole case; see `Case`. */
  readonly limitMs?: number;
  readonly run: (trial: Trial) => Promise<void>;
}

/** A case that checks a relation between methods, or between an answer and an independent recomputation. */
export const invariant = (options: InvariantOptions): Case => invariantOf(options);

/** As `invariant`, for any standard. */
export function invariantOf(options: InvariantOptions<string, string>): Case {
  return {
    id: `invariants/${options.id}`,
    suite: 'invariants',
    method: options.methods[0],
    kind: 'relation',
    title: options.text,
    effect: options.effect,
    profile: options.profile ?? 'default',
    uses: options.methods,
    judges: options.judges ?? [],
    about: { rule: options.id },
    evidence: options.evidence,
    source: `${options.source}: ${options.text}`,
    ownNode: options.ownNode,
    basic: options.basic,
    timeoutMs: options.timeoutMs,
    limitMs: options.limitMs,
    run: options.run,
  };
}
