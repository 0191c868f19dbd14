import type { Colours } from './colours.ts';
import type { Changes, ChangedCase } from './changed-cases.ts';
import { codeSpan, forTerminal } from './escape.ts';
import { count, counted } from './format.ts';

/** Cases listed of each kind of change. */
const LISTED = 15;
const MESSAGE_CHARACTERS = 120;

/** The kinds of changes, most important first. */
export const changeKinds = [
  { kind: 'added', title: 'new' },
  { kind: 'fixed', title: 'fixed' },
  { kind: 'stillFailing', title: 'still failing' },
  { kind: 'notRun', title: 'failed before, not run now' },
] as const satisfies readonly { readonly kind: keyof Changes; readonly title: string }[];

/** `2 new, 1 fixed, 5 still failing` */
export function changesSummary(changes: Changes): string {
  const parts = changeKinds.filter(({ kind }) => kind !== 'notRun' || changes.notRun.length > 0);
  return parts.map(({ kind, title }) => `${count(changes[kind].length)} ${title}`).join(', ');
}

/** The changes for a terminal. */
export function changesForTerminal(folder: string, changes: Changes, colours: Colours): string {
  const colour = { added: colours.red, fixed: colours.green, stillFailing: colours.yellow, notRun: colours.dim };
  return [
    colours.bold(`Against ${forTerminal(folder)}: ${changesSummary(changes)}`),
    ...changeKinds.flatMap(({ kind, title }) =>
      listed(
        changes[kind],
        ({ id, message }) => `   ${colour[kind](title)}  ${forTerminal(id)}  ${colours.dim(forTerminal(message, MESSAGE_CHARACTERS))}`,
      ),
    ),
  ].join('\n');
}

/** The changes as Markdown. */
export function changesForMarkdown(folder: string, changes: Changes): string {
  return [
    `## Against ${codeSpan(folder)}: ${changesSummary(changes)}`,
    '',
    ...changeKinds.flatMap(({ kind, title }) =>
      listed(changes[kind], ({ id, message }) => `- ${title}: ${codeSpan(id)} ${codeSpan(message.slice(0, MESSAGE_CHARACTERS))}`),
    ),
  ].join('\n');
}

function listed(cases: readonly ChangedCase[], line: (changed: ChangedCase) => string): string[] {
  const rest = cases.length > LISTED ? [`   … and ${counted(cases.length - LISTED, 'more case')}, in index.html and results.json`] : [];
  return [...cases.slice(0, LISTED).map(line), ...rest];
}
