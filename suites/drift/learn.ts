import { Document } from 'yaml';
import { openNode } from '../../engine/open-node.ts';
import { openTrial, type TrialSettings } from '../../engine/open-trial.ts';
import type { TargetFile } from '../../engine/target-file.ts';
import type { Family } from '../../specs/model/families.ts';
import type { Method } from '../../specs/model/types.ts';
import { AskedNode } from './asked-node.ts';
import { brandOf } from './brand-of.ts';
import type { LostNode } from '../support/lost-nodes.ts';
import { learnStartOptions, type LearntOptions } from './start-options.ts';
import { surveyItems } from './survey-items.ts';
import { surveyNode } from './survey.ts';

/** The draft of a target file. */
export interface LearntTarget {
  /** YAML, with the reasons as comments where the format has no place for them. */
  readonly text: string;
  readonly absent: readonly string[];
  readonly options: LearntOptions;
  /** Nodes that died or stopped answering; what they were asked was asked of others. */
  readonly lost: readonly LostNode[];
}

/**
 * Drafts the target file of a release that Pyx does not know: its version, its brand, the start options that a trial
 * needs, the options and methods that it does not have. Every entry was observed on nodes started for it. Throws as
 * `openTrial` does.
 */
export async function learnTarget(settings: TrialSettings, onNote: (text: string) => void): Promise<LearntTarget> {
  const { specification, target, readOnly = false } = settings;
  const options = target.capabilities.startNodes && !readOnly ? await onFreshNodes(settings, onNote) : NOT_TRIED;
  const startOptions = options.wanted.map(({ option }) => option);
  const file: TargetFile = { file: 'the draft', name: 'the draft', startOptions };
  const trial = await openTrial({ ...settings, targetFile: file });
  const { node, info } = trial.opened;
  const asked = new AskedNode(node, target.capabilities.startNodes ? () => trial.options.target.start('default') : undefined);
  const survey = { specification, callUnknown: false, readOnly };
  const listed = await surveyNode(asked, { ...survey, names: trial.names });
  const names = brandOf(settings, listed, trial.names);
  const seen = names === trial.names ? listed : await surveyNode(asked, { ...survey, names });
  const missing = new Set(
    surveyItems(specification, seen, names, new Map())
      .filter(({ change }) => change === 'method-removed')
      .map(({ method }) => method),
  );
  await asked.node.stop();
  const absent = specification.documented.filter(({ id }) => missing.has(id));
  const unused = unusedOptions(specification.documented, missing);
  const refused = [...new Set([...options.refused, ...unused])];
  return {
    text: textOf({ info, names, options: { ...options, refused }, absent }),
    absent: absent.map(({ id }) => id),
    options,
    lost: [...options.lost, ...asked.lost],
  };
}

const NOT_TRIED: LearntOptions = { wanted: [], refused: [], open: [], lost: [] };

async function onFreshNodes(settings: TrialSettings, onNote: (text: string) => void): Promise<LearntOptions> {
  const opened = await openNode({ ...settings, targetFile: 'none' });
  await opened.node.stop();
  onNote('trying start options on fresh nodes');
  return learnStartOptions(opened.target);
}

/** Options that only missing methods require. */
function unusedOptions(methods: readonly Method[], missing: ReadonlySet<string>): string[] {
  const required = [...new Set(methods.flatMap(({ requiresOption }) => requiresOption ?? []))];
  return required.filter((option) => methods.every(({ id, requiresOption }) => requiresOption !== option || missing.has(id)));
}

function textOf({
  info,
  names,
  options,
  absent,
}: {
  readonly info: { readonly subversion: string };
  readonly names: NonNullable<TargetFile['names']>;
  readonly options: LearntOptions;
  readonly absent: readonly Method[];
}): string {
  const [, name = 'unknown', version = ''] = /^\/([^:/]+):([^/]*)\//.exec(info.subversion) ?? [];
  const [major = '', minor = ''] = version.split('.');
  const own = Object.fromEntries(Object.entries(names).filter(([token, word]) => token !== word));
  const families = new Map<Family, string[]>();
  for (const { id, family } of absent) families.set(family, [...(families.get(family) ?? []), id]);
  const blocks = [
    ...[...families].map(([family, methods]) => ({ reason: `Not found when they are called (${family}).`, methods })),
    ...(options.refused.length > 0
      ? [{ reason: 'The node does not start with them, or has no method that needs them.', options: options.refused }]
      : []),
  ];
  const document = new Document({
    name: `${name} ${version}`.trim(),
    match: `^/${escaped(name)}:${escaped([major, minor].join('.'))}\\.`,
    ...(Object.keys(own).length > 0 && { names: own }),
    ...(options.wanted.length > 0 && { startOptions: options.wanted.map(({ option }) => option) }),
    ...(blocks.length > 0 && { absent: blocks }),
  });
  const comments = [
    'Drafted by pyx drift --learn from what the node showed. Replace the reasons by why it is so.',
    ...options.wanted.map(({ option, reason }) => `${option}: ${reason}`),
    ...options.open.map((what) => `No known option helps: ${what}`),
  ];
  return `${comments.map((line) => `# ${line.replaceAll('\n', ' ')}`).join('\n')}\n${document.toString({ lineWidth: 120 })}`;
}

const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\*]/g, '\\$&');
