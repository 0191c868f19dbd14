import { UNEXPLAINED } from '../engine/acceptance.ts';
import { choiceText } from '../reports/accept/choice-text.ts';
import type { Choice } from '../reports/accept/choices.ts';
import { coloursFor, type TerminalStream } from '../reports/colours.ts';
import type { Ask } from './questions.ts';

/** What was decided of the choices: those that are accepted, each with its reason, and the number of those that are not. */
export interface Decided {
  readonly accepted: readonly (Choice & { readonly why: string | undefined })[];
  readonly skipped: number;
}

export interface DialogOptions {
  readonly stream: TerminalStream;
  readonly answer: Ask;
  /** The reason that is not asked for. */
  readonly usual?: string | undefined;
}

/** Shows the choices one by one, with their evidence, and asks whether each is accepted, and why. What was accepted before the end is kept. */
export async function decide(choices: readonly Choice[], { stream, answer, usual }: DialogOptions): Promise<Decided> {
  const accepted: (Choice & { readonly why: string | undefined })[] = [];
  const decided = (): Decided => ({ accepted, skipped: choices.length - accepted.length });
  const colours = coloursFor(stream);
  for (const [index, choice] of choices.entries()) {
    stream.write(`\n${choiceText(choice, `[${index + 1}/${choices.length}]`, colours)}\n`);
    let [word = '', reason = ''] = split(await answer('a accept, s skip, q quit: '));
    while (!['a', 's', 'q'].includes(word))
      [word = '', reason = ''] = split(await answer('a, s or q; a REASON accepts with this reason: '));
    if (word === 'q') return decided();
    if (word === 's') continue;
    const why = reason || (usual ?? (await answer(`why (empty: ${UNEXPLAINED}): `)));
    accepted.push({ ...choice, why: why === '' ? undefined : why });
  }
  return decided();
}

/** The first word of a line, and the rest. */
const split = (line: string): readonly string[] => /^(\S*)\s*(.*)$/.exec(line)?.slice(1) ?? [];
