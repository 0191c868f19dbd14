import type { Plugin } from '../plugins/plugin.ts';
import { plugins } from '../plugins/register-plugin.ts';
import { counted } from '../reports/format.ts';
import { ownStandard } from '../specs/model/own-standard.ts';
import { readStandard } from '../specs/model/read-standard.ts';
import type { Specification } from '../specs/model/spec.ts';
import { specification as known } from '../specs/model/specification.ts';
import type { Case } from '../engine/case.ts';
import { allCases, ownCases, suiteCases } from '../suites/catalog.ts';
import type { ModelSettings } from '../suites/states/support/settings.ts';
import { unjudgedBy, type Unjudged } from './unjudged.ts';

/** The standard of a run, and its cases. */
export interface ChosenStandard {
  readonly specification: Specification;
  readonly cases: (models: ModelSettings) => Case[];
  /**
   * Ids of cases of Pyx's own standard, of which a run of another one shows nothing: the target file of the release may
   * have waivers of them.
   */
  readonly beside: () => readonly string[];
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
      beside: () => [],
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
    beside: () => suiteCases(known).map(({ id }) => id),
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
