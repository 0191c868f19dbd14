import type { Case } from '../../../engine/case.ts';
import type { Specification } from '../../../specs/model/spec.ts';
import { specification as known } from '../../../specs/model/specification.ts';
import { statementOf } from '../../../specs/model/statement.ts';
import { DEFAULT_SETTINGS, settingsOptions, type ModelSettings } from './settings.ts';
import type { StateModel } from './state-model.ts';
import type { Subject } from './subject.ts';
import { tryModel, type AnyModel } from './try-model.ts';

/** Time limits of the case, in ms: a guard against a model that never ends, since every call has its own limit. */
const PREPARED_MS = 120_000;
const RUN_MS = 20_000;

/** The case of a model. Throws when a row or a method is not in the specification. */
export function modelCase<Model extends object, Real extends Subject, Prepared>(
  model: StateModel<Model, Real, Prepared>,
  settings: ModelSettings = DEFAULT_SETTINGS,
): Case {
  return modelCaseOf(known, model, settings);
}

/** As `modelCase`, for any standard. */
export function modelCaseOf<Model extends object, Real extends Subject, Prepared>(
  specification: Specification,
  model: AnyModel<Model, Real, Prepared>,
  settings: ModelSettings = DEFAULT_SETTINGS,
): Case {
  const statements = model.rows.map((id) => statementOf(specification, id));
  const [first] = statements;
  if (!first) throw new Error('a model must name at least one row or rule that it judges');
  return {
    id: `states/${model.id}`,
    suite: 'states',
    method: model.methods[0],
    kind: 'model',
    title: model.text,
    effect: model.effect,
    profile: model.profile ?? 'default',
    uses: model.methods.map((id) => specification.method(id).id),
    judges: statements.flatMap(({ hits }) => hits),
    judgesByReach: true,
    about: { rule: model.id },
    evidence: 'document',
    source: `document ${first.source.document}, ${first.source.section}: ${model.text}`,
    ownNode: model.ownNode,
    limitMs: PREPARED_MS + settings.runs * RUN_MS,
    settings: settingsOptions(settings),
    run: (t) => tryModel(t, model, { ...settings, runs: Math.ceil(settings.runs * (model.share ?? 1)) }),
  };
}
