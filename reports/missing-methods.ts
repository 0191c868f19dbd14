import { MISSING_METHOD } from './cause-of.ts';
import type { FindingGroup } from './group-findings.ts';
import { counted } from './format.ts';

const LINE_CHARACTERS = 80;
const FIRST_CASES = 5;

/**
 * The groups, with all missing methods merged into one that has the text for a target file. A method that was answered
 * in other calls (`covered`) is not missing and keeps its own group.
 */
export function withMissingMethods(groups: readonly FindingGroup[], covered: (method: string) => boolean): FindingGroup[] {
  const missing = groups.filter(({ key, methods }) => isMissing(key) && methods.every((method) => !covered(method)));
  const [first] = missing;
  if (!first) return groups.map(unlessMissing);
  const methods = missing.flatMap((group) => group.methods).sort();
  const headline = `${counted(methods.length, 'documented method is', 'documented methods are')} missing`;
  const merged: FindingGroup = {
    ...first,
    key: MISSING_METHOD,
    headline,
    methods,
    cases: missing.reduce((sum, group) => sum + group.cases, 0),
    firstCases: missing.flatMap((group) => group.firstCases.slice(0, 1)).slice(0, FIRST_CASES),
    samples: first.samples.slice(0, 1),
    absent: absentBlock(methods),
  };
  return groups.flatMap((group) => (group === first ? [merged] : missing.includes(group) ? [] : [unlessMissing(group)]));
}

function unlessMissing(group: FindingGroup): FindingGroup {
  return isMissing(group.key) ? { ...group, rank: 4, headline: 'reported as not found, but answered in other calls' } : group;
}

const isMissing = (key: string): boolean => key.startsWith(`${MISSING_METHOD} · `);

/** The lines of a target file for methods that a release does not have, or not by their documented names. */
export function absentBlock(methods: readonly string[], reason = 'This release does not have these methods.'): string {
  const lines = [''];
  for (const [index, method] of methods.entries()) {
    const word = `${method}${index < methods.length - 1 ? ',' : ''}`;
    const line = lines.at(-1) as string;
    if (line !== '' && line.length + word.length > LINE_CHARACTERS) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return ['absent:', '  - methods: [', ...lines.map((line) => `      ${line}`), '      ]', `    reason: ${reason}`].join('\n');
}
