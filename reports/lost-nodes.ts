import type { ReportedLoss } from '../specs/model/generated/results/shared.d.ts';
import { forTerminal, escapeHtml } from './escape.ts';
import type { Colours } from './colours.ts';
import { count } from './format.ts';

export type { ReportedLoss };

const LINE_CHARACTERS = 700;

const headlineOf = ({ method }: ReportedLoss): string => `A node died or stopped answering${method === null ? '' : ` in ${method}`}`;

/** What shows it, as labelled texts. */
function linesOf({ node, during, message, replay }: ReportedLoss): [string, string][] {
  const lines: [string, string | undefined][] = [
    ['target', node],
    ['in', during],
    ['health', message],
    ['replay', replay],
  ];
  return lines.filter((line): line is [string, string] => line[1] !== undefined);
}

/** A lost node for the terminal. */
export function lossText(loss: ReportedLoss, colours: Colours): string {
  const lines = linesOf(loss).map(([label, text]) => `   ${label.padEnd(10)} ${forTerminal(text, LINE_CHARACTERS)}`);
  return [`${colours.red('LOST')} ${forTerminal(headlineOf(loss))}`, ...lines].join('\n');
}

/** The section of a page with the lost nodes; empty if there are none. */
export function lostSection(lost: readonly ReportedLoss[]): string {
  if (lost.length === 0) return '';
  const parts = lost.map((loss) => {
    const lines = linesOf(loss).map(([label, text]) => `<dt>${label}</dt><dd><pre>${escapeHtml(text)}</pre></dd>`);
    return `<h3>${escapeHtml(headlineOf(loss))}</h3>\n<dl>${lines.join('')}</dl>`;
  });
  return `<section><h2>Lost nodes <small>${count(lost.length)} · what they would have shown is not known</small></h2>${parts.join('\n')}</section>`;
}

/** `1 node was lost (died or stopped answering), so the comparison is not complete.` */
export function lostSentence(lost: readonly ReportedLoss[]): string {
  return `${lost.length === 1 ? '1 node was' : `${count(lost.length)} nodes were`} lost (died or stopped answering), so the comparison is not complete.`;
}
