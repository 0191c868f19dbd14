import type { Colours } from './colours.ts';
import { forTerminal } from './escape.ts';
import { count } from './format.ts';

/** Maximum number of lines of a list. */
const LISTED = 20;
const LINE_CHARACTERS = 150;

/** A list of limited length for a terminal; `rest` names the files that have all of it. Each line has a name and a text, which may be empty. */
export const listIn =
  (rest: string) =>
  (title: string, lines: readonly (readonly [name: string, text: string])[], colours: Colours): string => {
    if (lines.length === 0) return '';
    return [
      colours.bold(title),
      ...lines
        .slice(0, LISTED)
        .map(
          ([name, text]) =>
            `   ${forTerminal(name, LINE_CHARACTERS)}${text === '' ? '' : `  ${colours.dim(forTerminal(text, LINE_CHARACTERS))}`}`,
        ),
      ...(lines.length > LISTED ? [colours.dim(`   … and ${count(lines.length - LISTED)} more, in ${rest}`)] : []),
    ].join('\n');
  };
