import type { Topology } from '../topology/types.ts';
import { breakingLinks } from './plan.ts';

/** What a README says of links that break: no engine here breaks connections at random times. Empty where there are none. */
export function breaksNote(topology: Topology): string {
  const links = breakingLinks(topology);
  if (links.length === 0) return '';
  const named = links.map(({ between: [from, to] }) => `${from} to ${to}`).join(', ');
  return `\nNot in these files: the breaks of ${named}.\n`;
}
