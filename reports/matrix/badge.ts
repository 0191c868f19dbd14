import { escapeXml, oneLine } from '../escape.ts';
import { count, shortened } from '../format.ts';
import type { MatrixColumn } from './results.ts';

/** A badge as other sites draw it: the form of an endpoint of shields.io. */
export interface BadgeData {
  readonly schemaVersion: 1;
  readonly label: string;
  readonly message: string;
  /** Six hexadecimal digits. */
  readonly color: string;
}

const LABEL_CHARACTERS = 40;
const HEIGHT = 20;
const PADDING = 6;
/** Dark enough for white text. */
const COLOURS = { all: '1f7a4a', most: '5b7a1f', some: '9a6410', few: 'b3261e', none: '5b6470' } as const;

/** What a release supports, for its badge: `Acme 1.2 | 152 of 166 methods`. */
export function badgeData({ label, run, support: { methods, total } }: Pick<MatrixColumn, 'label' | 'run' | 'support'>): BadgeData {
  const shown = { schemaVersion: 1, label: shortened(oneLine(label), LABEL_CHARACTERS) } as const;
  if (!run || total === 0) return { ...shown, message: 'no result', color: COLOURS.none };
  const share = methods / total;
  const color = share === 1 ? COLOURS.all : share >= 0.9 ? COLOURS.most : share >= 0.5 ? COLOURS.some : COLOURS.few;
  // Of a part of the cases, or of a run that did not end, nobody should think that it is the whole.
  const part = run.whole && run.complete ? '' : ' (a part)';
  return { ...shown, message: `${count(methods)} of ${count(total)} methods${part}`, color };
}

/** The badge as a picture of its own, which loads nothing. */
export function badgeSvg({ label, message, color }: BadgeData): string {
  const [left, right] = [width(label), width(message)];
  const whole = left + right;
  const title = escapeXml(`${label}: ${message}`);
  const text = (words: string, from: number, wide: number): string =>
    `<text x="${from + wide / 2}" y="14" textLength="${wide - 2 * PADDING}" lengthAdjust="spacingAndGlyphs">${escapeXml(words)}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${whole}" height="${HEIGHT}" role="img" aria-label="${title}"><title>${title}</title><rect width="${left}" height="${HEIGHT}" fill="#3b4149"/><rect x="${left}" width="${right}" height="${HEIGHT}" fill="#${color}"/><g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11">${text(label, 0, left)}${text(message, left, right)}</g></svg>\n`;
}

/** About the width of a text in Verdana, in pixels; `textLength` fits the text to it. */
function width(text: string): number {
  const ofCharacter = (character: string): number =>
    /[ilj.,:;'|!()[\] ]/.test(character)
      ? 4
      : /[mwMW@%]/.test(character)
        ? 10
        : /[A-Z]/.test(character)
          ? 8
          : character < '\u0100'
            ? 7
            : 11;
  return (
    Math.max(
      1,
      [...text].reduce((sum, character) => sum + ofCharacter(character), 0),
    ) +
    2 * PADDING
  );
}
