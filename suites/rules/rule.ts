import type { Specification } from '../../specs/model/spec.ts';
import { specification } from '../../specs/model/specification.ts';
import type { JudgedId, RuleId } from '../../specs/model/generated/ids.d.ts';
import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import type { ProfileName } from '../../fixtures/targets/types.ts';
import type { Effect } from '../../specs/model/types.ts';
import type { Trial } from '../../engine/trial.ts';
import type { Case } from '../../engine/case.ts';

/** The ids are those of Pyx's standard, or any. */
export interface RuleOptions<Rule extends string = RuleId, Called extends string = MethodId, Judged extends string = JudgedId> {
  /** Id of the rule, or ids of all rules that the case judges; the first one is in the case id. */
  readonly rule: Rule | readonly Rule[];
  /** Suffix of the case id after the rule, for a further case of the same rule. */
  readonly case?: string;
  readonly effect: readonly Effect[];
  readonly profile?: ProfileName;
  readonly ownNode?: boolean;
  /** Other methods that it calls. */
  readonly uses?: readonly Called[];
  /** Rows of other tables that it also judges. */
  readonly judges?: readonly Judged[];
  readonly timeoutMs?: number;
  readonly run: (trial: Trial) => Promise<void>;
}

/** A case that judges rules of a method; their texts are its source. Throws when a rule is not in the specification. */
export const rule = (options: RuleOptions): Case => ruleOf(specification, options);

/** As `rule`, for any standard. */
export function ruleOf({ spec }: Specification, options: RuleOptions<string, string, string>): Case {
  const ids = typeof options.rule === 'string' ? [options.rule] : options.rule;
  const found = ids.map((id) => {
    for (const method of spec.methods) {
      const rule = method.rules.find((candidate) => candidate.id === id);
      if (rule) return { method, rule };
    }
    throw new Error(`no rule ${id} in the specification`);
  });
  const [first] = found;
  if (!first) throw new Error('a rule case must name at least one rule');
  const { document, section } = first.rule.source;
  return {
    id: `rules/${first.rule.id}${options.case === undefined ? '' : `/${options.case}`}`,
    suite: 'rules',
    method: first.method.id,
    kind: 'rule',
    title: first.rule.text,
    effect: options.effect,
    profile: options.profile ?? 'default',
    uses: [...new Set([...found.map(({ method }) => method.id), ...(options.uses ?? [])])],
    judges: [
      ...found.flatMap(({ rule: { id, state } }) => (state === undefined ? [`r:${id}`] : [`r:${id}`, `s:${state}`])),
      ...(options.judges ?? []),
    ],
    about: { rule: first.rule.id },
    evidence: 'document',
    source: `document ${document}, ${section}: ${found.map(({ rule }) => rule.text).join(' ')}`,
    ownNode: options.ownNode,
    timeoutMs: options.timeoutMs,
    run: options.run,
  };
}
