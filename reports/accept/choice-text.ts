import { differenceText } from '../../engine/difference.ts';
import type { Colours } from '../colours.ts';
import { forTerminal } from '../escape.ts';
import { counted } from '../format.ts';
import type { Choice } from './choices.ts';

const LINE_CHARACTERS = 400;
/** Differences of one cause that are listed. */
const LISTED = 12;

/** A cause as it is shown before it is accepted: what differs, and its evidence. */
export function choiceText(choice: Choice, position: string, colours: Colours): string {
  const { headline, place, severity, occurrences, command, differences, absent, details } = choice;
  const what = [...differences.map(differenceText), ...absent.map((method) => `${method} is missing: it is listed as absent`)];
  const more = what.length > LISTED ? [`… and ${counted(what.length - LISTED, 'more')}`] : [];
  const field = (label: string, text: string): string => `   ${colours.dim(label.padEnd(10))} ${forTerminal(text, LINE_CHARACTERS)}`;
  return [
    `${colours.bold(`${position} ${forTerminal(headline, LINE_CHARACTERS)}`)}${colours.dim(` · ${forTerminal(place)} · ${severity} · ${command}, ${occurrences}×`)}`,
    ...[...what.slice(0, LISTED), ...more].map((text, index) => field(index === 0 ? 'differs' : '', text)),
    ...details.map(([label, text]) => field(label, text)),
  ].join('\n');
}
