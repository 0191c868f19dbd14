import { methodIdOf, specification } from '../../specs/model/specification.ts';
import type { OpenQuestionId } from '../../specs/model/generated/ids.d.ts';
import type { MethodId } from '../../specs/model/generated/wire.d.ts';
import type { ProfileName } from '../../fixtures/targets/types.ts';
import type { Effect } from '../../specs/model/types.ts';
import type { Trial } from '../../engine/trial.ts';
import type { Case } from '../../engine/case.ts';

export interface OpenQuestionOptions {
  readonly question: OpenQuestionId;
  readonly effect: readonly Effect[];
  readonly profile?: ProfileName;
  readonly ownNode?: boolean;
  /** Methods that it calls besides the method of the question. */
  readonly uses?: readonly MethodId[];
  readonly timeoutMs?: number;
  /** Returns what the node did, free of values that differ from run to run: a baseline keeps it. */
  readonly run: (trial: Trial) => Promise<string>;
}

/** A case that observes what a node does where the documents leave it open (`specs/beyond/unstated`). It never fails a node. */
export function openQuestion({ question, effect, profile, ownNode, uses = [], timeoutMs, run }: OpenQuestionOptions): Case {
  for (const method of specification.spec.methods) {
    const found = method.own?.questions?.find(({ id }) => id === question);
    if (!found) continue;
    const { document, section } = method.source;
    return {
      id: `rules/${question}`,
      suite: 'rules',
      method: method.id,
      kind: 'unstated',
      title: found.text,
      effect,
      profile: profile ?? 'default',
      uses: [...new Set([methodIdOf(method), ...uses])],
      judges: [],
      about: { rule: question },
      evidence: 'document',
      source: `document ${document}, ${section}`,
      ownNode,
      timeoutMs,
      run: async (t) => {
        const observed = await run(t);
        t.observe('unstated', observed, `${found.text} ${observed}`);
      },
    };
  }
  throw new Error(`no question ${question} in the specification`);
}
