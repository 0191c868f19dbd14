import { isLosslessNumber } from 'lossless-json';
import type { Secrets } from '../client/mask.ts';
import { freeName } from '../client/mask-data.ts';
import type { WrittenLine } from './journal-lines.ts';

/** Members with a closed list of values: a secret that equals one of them need not be masked there. */
const CLOSED_LISTS = new Set(['t', 'status', 'evidence', 'failOn']);
/** Members with data of the node or the user: numbers and names of members in them can be secrets too. */
const FOREIGN = new Set(['request', 'response', 'suites', 'untestable', 'families']);

/** Returns the line with every secret masked. Numbers and names of members that the reports rely on are unchanged. */
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
      masked[foreign ? freeName(secrets.mask(name), masked) : name] =
        CLOSED_LISTS.has(name) && !foreign ? member : visit(member, foreign || FOREIGN.has(name));
    }
    return masked;
  };
  return visit(line, false) as WrittenLine;
}
