import { isLosslessNumber } from 'lossless-json';
import type { Secrets } from '../client/mask.ts';
import type { WrittenLine } from './journal.ts';

/** Words of closed lists: a secret that happens to be one of them is not given away by it. */
const OURS = new Set(['t', 'status', 'evidence']);
/** What the node or a person wrote: numbers and names within can be secrets too. */
const FOREIGN = new Set(['request', 'response', 'suites', 'untestable', 'families']);

/** The line with every secret masked, still a line: numbers and names that the reports rely on are left alone. */
export function maskLine(line: WrittenLine, secrets: Secrets): WrittenLine {
  const visit = (value: unknown, foreign: boolean): unknown => {
    if (typeof value === 'string') return secrets.mask(value);
    if (isLosslessNumber(value) || typeof value === 'number') {
      const text = String(value);
      return foreign && secrets.mask(text) !== text ? secrets.mask(text) : value;
    }
    if (Array.isArray(value)) return value.map((item) => visit(item, foreign));
    if (value === null || typeof value !== 'object') return value;
    const masked: Record<string, unknown> = {};
    for (const [name, member] of Object.entries(value)) {
      masked[foreign ? unused(secrets.mask(name), masked) : name] =
        OURS.has(name) && !foreign ? member : visit(member, foreign || FOREIGN.has(name));
    }
    return masked;
  };
  return visit(line, false) as WrittenLine;
}

/** Two secrets as names in one object must not become one name: JSON with a name twice is refused when it is read. */
function unused(name: string, taken: Record<string, unknown>): string {
  let free = name;
  while (Object.hasOwn(taken, free)) free += '*';
  return free;
}
