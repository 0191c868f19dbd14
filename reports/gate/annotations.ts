import { isAtLeast } from '../../engine/severity.ts';
import { visible } from '../escape.ts';
import { count, shortened } from '../format.ts';
import type { GateResults } from './results.ts';

/** GitHub shows ten annotations of each level; the last one counts the others. */
const SHOWN = 10;
const MESSAGE_CHARACTERS = 1_000;

/** Workflow commands that GitHub shows as annotations in a pull request, one a line. A passed gate has none. */
export function gateAnnotations({ problems, parts, policy, failOn }: GateResults): string[] {
  const lines = [
    ...parts
      .filter(({ exitCode }) => exitCode !== null && exitCode >= 2)
      .map(({ name, title, reasons }) => command(policy, `Pyx: ${name}: ${title}`, reasons.join(' '))),
    ...problems.map(({ at, severity, title, place, message, replay, part }) =>
      command(
        at,
        `Pyx: ${title} (${place})`,
        `${part}: ${message}${replay === null ? '' : `\nreplay: ${replay}`}`,
        isAtLeast(severity, failOn) ? 'error' : 'notice',
      ),
    ),
  ];
  if (lines.length <= SHOWN) return lines;
  const more = `${count(lines.length - SHOWN + 1)} more problems, all in the reports of this gate`;
  return [...lines.slice(0, SHOWN - 1), command(policy, 'Pyx', more)];
}

function command(
  { file, line }: { readonly file: string; readonly line: number },
  title: string,
  message: string,
  level: 'error' | 'notice' = 'error',
): string {
  const properties = `file=${property(file)},line=${line},title=${property(shortened(title, 200))}`;
  return `::${level} ${properties}::${data(shortened(message, MESSAGE_CHARACTERS))}`;
}

/** A text after `::`: on one line, as GitHub decodes it. */
function data(text: string): string {
  return visible(text).replaceAll('%', '%25').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
