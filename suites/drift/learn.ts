import { openNode } from '../../engine/open-node.ts';
import { openTrial, type OpenedTrial, type TrialSettings } from '../../engine/open-trial.ts';
import { isOutOfReach } from '../../specs/compare/change-rules.ts';
import type { SpokenName } from '../../specs/model/guess-names.ts';
import type { Method } from '../../specs/model/types.ts';
import type { LostNode } from '../support/lost-nodes.ts';
import { AskedNode } from './asked-node.ts';
import { brandOf, otherSpellings } from './brand-of.ts';
import { checkDraft, type DraftChecked } from './check-draft.ts';
import { draftFile, type AbsentMethod, type LearnListeners, type LearnSettings } from './draft.ts';
import { draftText } from './draft-text.ts';
import { learnStartOptions, type LearntOptions } from './start-options.ts';
import { surveyItems } from './survey-items.ts';
import { surveyNode } from './survey.ts';

/** The draft of a target file. */
export interface LearntTarget {
  /** YAML, with the reasons as comments where the format has no place for them. */
  readonly text: string;
  readonly absent: readonly string[];
  readonly options: LearntOptions;
  /** What speaks for each brand. */
  readonly spoken: readonly SpokenName[];
  /** What the first cases showed of the draft. */
  readonly checked: DraftChecked;
  /** Nodes that died or stopped answering; what they were asked was asked of others. */
  readonly lost: readonly LostNode[];
}

/**
 * Drafts the target file of a release that Pyx does not know: its version, its brand, the start options that a trial
 * needs, the options and methods that it does not have. Every entry was observed on nodes started for it, and the first cases of each
 * suite were run with it. Throws as `openTrial` does.
 */
export async function learnTarget(settings: LearnSettings, listeners: LearnListeners): Promise<LearntTarget> {
  const { specification, target, readOnly = false } = settings;
  const startsNodes = target.capabilities.startNodes;
  const tried = startsNodes && !readOnly ? await onFreshNodes(settings, listeners.onNote) : NOT_TRIED;
  const trial = await openTrial({ ...settings, targetFile: draftFile(tried.wanted.map(({ option }) => option)) });
  const asked = new AskedNode(trial.opened.node, startsNodes ? () => trial.options.target.start('default') : undefined);
  const { names, spoken, survey } = await surveyed(settings, trial, asked, listeners.onNote);
  const gone = surveyItems(specification, survey, names, new Map()).filter(({ change }) => isOutOfReach(change));
  const renamed = new Map(gone.flatMap(({ change, method, after }) => (change === 'wire-name-changed' ? [[method, after] as const] : [])));
  const missing = new Set(gone.map(({ method }) => method));
  const spellings = otherSpellings(specification, survey, names, missing);
  for (const method of spellings.keys()) missing.delete(method);
  const checked = await checkDraft({ settings, trial, asked, listeners, draft: { names, missing, options: tried } });
  const absent = specification.documented
    .filter(({ id }) => missing.has(id) && !checked.found.includes(id))
    .map((method): AbsentMethod => ({ method, ...(renamed.has(method.id) && { renamed: renamed.get(method.id) as string }) }));
  const absentIds = new Set(absent.map(({ method }) => method.id));
  const options = {
    ...checked.options,
    refused: [...new Set([...checked.options.refused, ...unusedOptions(specification.documented, absentIds)])],
  };
  const doubts = [
    ...[...spellings].map(([method, own]) => `${method} may be ${own}, whose brand is another one: it is not written as absent.`),
    ...checked.doubts,
  ];
  const { subversion } = trial.opened.info;
  return {
    text: draftText({ subversion, target, names, spoken, options, absent, doubts, checked }),
    absent: [...absentIds],
    options,
    spoken,
    checked: { ...checked, doubts },
    lost: [...tried.lost, ...asked.lost],
  };
}

const NOT_TRIED: LearntOptions = { wanted: [], refused: [], open: [], lost: [] };

async function onFreshNodes(settings: TrialSettings, onNote: (text: string) => void): Promise<LearntOptions> {
  const opened = await openNode({ ...settings, targetFile: 'none' });
  await opened.node.stop();
  return learnStartOptions(opened.target, onNote);
}

/** What the node reports about itself, by its own brand. */
async function surveyed(
  settings: TrialSettings,
  trial: OpenedTrial,
  asked: AskedNode,
  onNote: (text: string) => void,
): Promise<ReturnType<typeof brandOf> & { readonly survey: Awaited<ReturnType<typeof surveyNode>> }> {
  onNote('asking the node what it offers');
  const { specification, readOnly = false } = settings;
  const options = { specification, callUnknown: false, readOnly };
  const listed = await surveyNode(asked, { ...options, names: trial.names });
  const brand = brandOf(settings, listed, trial.names);
  return { ...brand, survey: brand.names === trial.names ? listed : await surveyNode(asked, { ...options, names: brand.names }) };
}

/** Options that only missing methods require. */
function unusedOptions(methods: readonly Method[], missing: ReadonlySet<string>): string[] {
  const required = [...new Set(methods.flatMap(({ requiresOption }) => requiresOption ?? []))];
  return required.filter((option) => methods.every(({ id, requiresOption }) => requiresOption !== option || missing.has(id)));
}
