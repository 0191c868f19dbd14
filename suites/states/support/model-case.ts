import type { Case } from '../../../engine/case.ts';
import { methodIdOf } from '../../../specs/model/specification.ts';
import { judgedBy, placeOf } from './rows.ts';
import { settingsOptions, type ModelSettings } from './settings.ts';
import type { StateModel } from './state-model.ts';
import type { Subject } from './subject.ts';
import { tryModel } from './try-model.ts';

/** Time limits of the case, in ms: a guard against a model that never ends, since every call has its own limit. */
const PREPARED_MS = 120_000;
const RUN_MS = 20_000;

/** The case of a model. */
export function modelCase<Model extends object, Real extends Subject, Prepared>(
  model: StateModel<Model, Real, Prepared>,
  settings: ModelSettings,
): Case {
  const [first] = model.rows;
  const source = placeOf(first);
  return {
    id: `states/${model.id}`,
    suite: 'states',
    method: model.methods[0],
    kind: 'model',
    title: model.text,
    effect: model.effect,
    profile: model.profile ?? 'default',
    uses: model.methods.map((id) => methodIdOf({ id })),
    judges: model.rows.flatMap(judgedBy),
    judgesByReach: true,
    about: { rule: model.id },
    evidence: 'document',
    source: `document ${source.document}, ${source.section}: ${model.text}`,
    ownNode: model.ownNode,
    limitMs: PREPARED_MS + settings.runs * RUN_MS,
    settings: settingsOptions(settings),
    run: (t) => tryModel(t, model, { ...settings, runs: Math.ceil(settings.runs * (model.share ?? 1)) }),
  };
}
