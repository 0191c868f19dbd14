import type { Colours } from './colours.ts';

/** Characters of a bar on a terminal. */
export const BAR_WIDTH = 24;

/** A bar that is as full as `part` of `whole`. A full bar means complete; a part above 0 is visible. Of nothing there is no bar. */
export function bar(part: number, whole: number, colours: Colours): string {
  if (whole === 0) return ' '.repeat(BAR_WIDTH);
  const filled = part === 0 ? 0 : Math.max(1, Math.floor((part / whole) * BAR_WIDTH));
  return `${colours.cyan('█'.repeat(filled))}${colours.dim('░'.repeat(BAR_WIDTH - filled))}`;
}
