import type { EmittedFault } from './faults.ts';
import type { Topology } from '../topology/types.ts';

/** What a README says of what is not in the files; empty where all is. No engine here breaks connections at random times. */
export function leftOutNote({ links }: Topology, faults: readonly EmittedFault[]): string {
  const breaking = links
    .filter(({ shaping: { breaks } }) => breaks !== undefined)
    .map(({ between: [from, to] }) => `the breaks of ${from} to ${to}`);
  const left = [...breaking, ...faults.map(({ fault: { text } }) => `\`${text}\``)];
  return left.length === 0 ? '' : `\nNot in these files: ${left.join(', ')}.\n`;
}
