import { Document } from 'yaml';
import type { Target } from '../../fixtures/targets/types.ts';
import type { SpokenName } from '../../specs/model/guess-names.ts';
import { neutralNames, type Names } from '../../specs/model/names.ts';
import { spokenText } from './brand-of.ts';
import type { DraftChecked } from './check-draft.ts';
import type { AbsentMethod } from './draft.ts';
import { clientOf, releaseName } from './release-name.ts';
import type { LearntOptions } from './start-options.ts';

/** What a draft is written from. */
export interface DraftContent {
  readonly subversion: string;
  readonly target: Pick<Target, 'kind' | 'name'>;
  readonly names: Names;
  readonly spoken: readonly SpokenName[];
  readonly options: LearntOptions;
  readonly absent: readonly AbsentMethod[];
  readonly checked: Pick<DraftChecked, 'cases' | 'failed'>;
  readonly doubts: readonly string[];
}

/** The text of a target file: its entries, with their reasons and the doubts as comments. */
export function draftText({ subversion, target, names, spoken, options, absent, checked, doubts }: DraftContent): string {
  const { client, version } = clientOf(subversion);
  const [major = '', minor = ''] = version.split('.');
  const own = Object.fromEntries(Object.entries(names).filter(([token, word]) => neutralNames[token as keyof Names] !== word));
  const { name, from } = releaseName(subversion, names, target);
  const blocks = [
    ...absentBlocks(absent),
    ...(options.refused.length > 0
      ? [{ reason: 'The node does not start with them, or has no method that needs them.', options: options.refused }]
      : []),
  ];
  const document = new Document({
    name,
    match: `^/${escaped(client)}:${escaped([major, minor].join('.'))}\\.`,
    ...(Object.keys(own).length > 0 && { names: own }),
    ...(options.wanted.length > 0 && { startOptions: options.wanted.map(({ option }) => option) }),
    ...(blocks.length > 0 && { absent: blocks }),
  });
  const comments = [
    'Drafted by pyx drift --learn from what the node showed. Replace the reasons by why it is so.',
    ...(from === undefined ? [] : [`name: ${from}. Write the name of the release.`]),
    ...(Object.keys(own).length > 0 ? spoken.map((one) => `names: ${spokenText(one)}`) : []),
    ...options.wanted.map(({ option, reason }) => `${option}: ${reason}`),
    ...options.open.map((what) => `No known option helps: ${what}`),
    `Checked by the first ${checked.cases} cases of the suites, of which ${checked.failed} failed; pyx run shows why.`,
    ...doubts.map((doubt) => `Doubtful: ${doubt}`),
  ];
  // What a node answers may have anything in it.
  const plain = (line: string): string => line.replaceAll(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();
  return `${comments.map((line) => `# ${plain(line)}`).join('\n')}\n${document.toString({ lineWidth: 120 })}`;
}

function absentBlocks(absent: readonly AbsentMethod[]): { readonly reason: string; readonly methods: readonly string[] }[] {
  const families = new Map<string, string[]>();
  for (const { method, renamed } of absent)
    if (renamed === undefined) families.set(method.family, [...(families.get(method.family) ?? []), method.id]);
  const others = absent.flatMap(({ method, renamed }) => (renamed === undefined ? [] : [{ id: method.id, renamed }]));
  return [
    ...[...families].map(([family, methods]) => ({ reason: `Not found when they are called (${family}).`, methods })),
    ...(others.length > 0
      ? [
          {
            reason: `The node has them under other names: ${others.map(({ id, renamed }) => `${id} is ${renamed}`).join(', ')}.`,
            methods: others.map(({ id }) => id),
          },
        ]
      : []),
  ];
}

const escaped = (text: string): string => text.replace(/[.+?^${}()|[\]\\*]/g, '\\$&');
