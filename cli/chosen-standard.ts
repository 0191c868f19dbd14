import type { Plugin } from '../plugins/plugin.ts';
import { plugins } from '../plugins/register-plugin.ts';
import { counted } from '../reports/format.ts';
import { ownStandard } from '../specs/model/own-standard.ts';
import { readStandard } from '../specs/model/read-standard.ts';
import type { Specification } from '../specs/model/spec.ts';
import { specification as known } from '../specs/model/specification.ts';
import type { Case } from '../engine/case.ts';
import { plan, type Plan } from '../engine/plan.ts';
import type { Selection } from '../engine/selection.ts';
import { allCases, ownCases, suiteCases } from '../suites/catalog.ts';
import type { ModelSettings } from '../suites/states/support/settings.ts';
import { unjudgedBy, type Unjudged } from './unjudged.ts';

/** The standard of a run, and its cases. */
export interface ChosenStandard {
  readonly specification: Specification;
  readonly cases: (models: ModelSettings) => Case[];
  /** The selected ones of these cases, in the order in which they are run. Throws `SelectionError`. */
  readonly plan: (cases: readonly Case[], selection: Selection) => Plan;
  /** Its sentences and rows that no case judges. */
  readonly unjudged: readonly Unjudged[];
  /** What the user should know about it: its edition, and what was left out of an imported document. */
  readonly notes: readonly string[];
}

/**
 * The standard that `--standard` names, or the one that comes with Pyx. Another standard has the cases that are generated
 * from its methods, and those of its protocol by the public standards; the hand-written rules, relations and models are those of Pyx's own. Throws as `readStandard` does.
 */
export function chosenStandard(name: string | undefined): ChosenStandard {
  if (name === undefined)
    return {
      specification: known,
      cases: (models) => allCases(known, models),
      plan: (cases, selection) => plan(cases, selection, known),
      unjudged: [],
      notes: plugins().map(pluginNote),
    };
  const read = readStandard(name);
  const specification = ownStandard(read, known);
  const { title, edition } = read.spec.edition;
  const unjudged = unjudgedBy(ownCases(specification), specification);
  return {
    specification,
    cases: (models) => ownCases(specification, models),
    plan: (cases, selection) => {
      const planned = plan(cases, selection, specification);
      // A run of this standard shows nothing of the cases of Pyx's own, of which the target file may have waivers.
      return { ...planned, leftOut: [...(planned.leftOut ?? []), ...suiteCases(known).map(({ id }) => id)] };
    },
    unjudged,
    notes: [
      `standard: ${title} ${edition} (${name}), ${counted(read.spec.methods.length, 'method')}`,
      ...(unjudged.length === 0 ? [] : [unjudgedNote(unjudged)]),
      ...plugins().map(pluginNote),
      ...read.leftOut.map((part) => `not imported: ${part}`),
    ],
  };
}

function unjudgedNote(unjudged: readonly Unjudged[]): string {
  const parts = unjudged.map(({ noun, ids }) => counted(ids.length, noun));
  const has = unjudged.length === 1 && unjudged[0]?.ids.length === 1 ? 'has' : 'have';
  return `${parts.join(', ')} of the standard ${has} no case: cases are generated from arguments and results; a plug-in adds others`;
}

/** What a plug-in has added, for reports. */
function pluginNote({ name, cases, reports = {}, targets = [], kinds = {} }: Plugin): string {
  const parts = [
    ...(cases === undefined ? [] : ['cases']),
    ...Object.keys(reports).map((report) => `the report ${report}`),
    ...targets.map(({ form }) => `targets ${form}`),
    ...Object.keys(kinds).map((kind) => `values for ${kind}`),
  ];
  return `plug-in ${name}: ${parts.join(', ') || 'adds nothing'}`;
}
