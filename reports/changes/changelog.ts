import type { Change } from '../../specs/compare/change.ts';
import { changeRules, type ChangeClass } from '../../specs/compare/change-rules.ts';
import type { Edition } from '../../specs/model/types.ts';
import { codeSpan } from '../escape.ts';
import { counted } from '../format.ts';

const classes: readonly { readonly name: ChangeClass; readonly title: string; readonly note: string }[] = [
  { name: 'breaking', title: 'Breaking', note: 'Existing clients may fail.' },
  { name: 'unclassified', title: 'Unclassified', note: 'Whether existing clients may fail cannot be decided by rule.' },
  { name: 'compatible', title: 'Compatible', note: 'Existing clients work as before.' },
];
/** Methods named with a shape; the JSON output has all. */
const METHODS = 8;

/** A changelog as Markdown: the changes by class, then by what they are about. Texts of the documents are in code spans. */
export function changelog(changes: readonly Change[], before: Edition, after: Edition): string {
  const counts = classes.map(({ name }) => `${changes.filter((change) => change.class === name).length} ${name}`).join(', ');
  return [
    `# Changes from ${codeSpan(`${before.title} ${before.edition}`)} to ${codeSpan(`${after.title} ${after.edition}`)}`,
    changes.length === 0 ? 'No change.' : `${counted(changes.length, 'change')}: ${counts}.`,
    ...classes.flatMap(({ name, title, note }) => {
      const ones = changes.filter((change) => change.class === name);
      return ones.length === 0 ? [] : [`## ${title}`, note, bySubject(ones)];
    }),
  ]
    .join('\n\n')
    .concat('\n');
}

function bySubject(changes: readonly Change[]): string {
  const subjects = new Map<string, Change[]>();
  for (const change of changes) {
    const ofSubject = subjects.get(change.subject);
    if (ofSubject) ofSubject.push(change);
    else subjects.set(change.subject, [change]);
  }
  return [...subjects]
    .map(([subject, ofSubject]) =>
      [`- ${codeSpan(subject)}${usersOf(ofSubject)}`, ...ofSubject.map((change) => `  - ${line(change)}`)].join('\n'),
    )
    .join('\n');
}

function usersOf([first]: readonly Change[]): string {
  if (!first?.subject.startsWith('shape ')) return '';
  const more = first.methods.length - METHODS;
  return ` in ${first.methods
    .slice(0, METHODS)
    .map((method) => codeSpan(method))
    .join(', ')}${more > 0 ? ` and ${counted(more, 'more method')}` : ''}`;
}

function line({ rule, path, before, after }: Change): string {
  const place = path === '' ? '' : ` ${codeSpan(path)}`;
  const values = [before === '' ? '' : `before ${codeSpan(before)}`, after === '' ? '' : `now ${codeSpan(after)}`].filter(
    (text) => text !== '',
  );
  return `${changeRules[rule].text.replace(/\.$/, '')}${place}${values.length > 0 ? `: ${values.join(', ')}` : ''} (${codeSpan(rule)})`;
}
