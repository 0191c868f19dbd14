import type { Totals } from '../digest.ts';

/** Number of shades between all failed and all passed; the style sheet has as many. */
export const SHADES = 10;

/** The style-sheet class for the share of the judged cases that passed; undefined if none was judged. A failure is never shown as full. */
export function shadeOf({ passed, failed, waived }: Totals): string | undefined {
  const judged = passed + failed + waived;
  return judged === 0 ? undefined : `share-${Math.floor((SHADES * passed) / judged)}`;
}

const step = (share: number): string => {
  const hue = `color-mix(in srgb, var(--passed) ${(100 * share) / SHADES}%, var(--failed))`;
  return `.share-${share} { background: color-mix(in srgb, ${hue} ${share === SHADES ? 28 : 34}%, var(--card)); }`;
};

/** Pale, so that the text on them has its usual contrast in light and dark. */
export const shadeStyles = `
${Array.from({ length: SHADES + 1 }, (_, share) => step(share)).join('\n')}
.shade-observed { background: color-mix(in srgb, var(--observed) 30%, var(--card)); } .shade-skipped { background: color-mix(in srgb, var(--skipped) 30%, var(--card)); } .shade-inapplicable { background: color-mix(in srgb, var(--inapplicable) 30%, var(--card)); } .shade-untried { background: var(--untried); }
`;
