import { visible } from '../escape.ts';
import { count, shortened } from '../format.ts';
import type { GateResults } from './results.ts';

/** GitHub shows ten errors of a step; the last line counts the others. */
const SHOWN = 10;
const MESSAGE_CHARACTERS = 1_000;

/** Workflow commands that GitHub shows as annotations in a pull request, one a line. A passed gate has none. */
export function gateAnnotations({ problems, parts, policy }: GateResults): string[] {
  const errors = [
    ...parts
      .filter(({ exitCode }) => exitCode !== null && exitCode >= 2)
      .map(({ name, title, reasons }) => command(policy, `Pyx: ${name}: ${title}`, reasons.join(' '))),
    ...problems.map(({ at, title, place, message, replay, part }) =>
      command(at, `Pyx: ${title} (${place})`, `${part}: ${message}${replay === null ? '' : `\nreplay: ${replay}`}`),
    ),
  ];
  if (errors.length <= SHOWN) return errors;
  const more = `${count(errors.length - SHOWN + 1)} more problems, all in the reports of this gate`;
  return [...errors.slice(0, SHOWN - 1), command(policy, 'Pyx', more)];
}

function command({ file, line }: { readonly file: string; readonly line: number }, title: string, message: string): string {
  const properties = `file=${property(file)},line=${line},title=${property(shortened(title, 200))}`;
  return `::error ${properties}::${data(shortened(message, MESSAGE_CHARACTERS))}`;
}

/** A text after `::`: on one line, as GitHub decodes it. */
function data(text: string): string {
  return visible(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
