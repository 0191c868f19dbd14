import type { FindingGroup } from './group-findings.ts';

/** The groups; a field that is missing, and that the same methods return in other letter case, names the spelling of the node. */
export function withOtherSpellings(missing: readonly FindingGroup[], observed: readonly FindingGroup[]): FindingGroup[] {
  const spelt = new Map<string, string>();
  for (const { check, methods, paths } of observed) {
    if (check !== 'undocumented-field') continue;
    for (const method of methods) for (const path of paths) spelt.set(`${method} ${path.toLowerCase()}`, nameAt(path));
  }
  return missing.map((group) => {
    for (const method of group.methods)
      for (const path of group.paths) {
        const name = spelt.get(`${method} ${path.toLowerCase()}`);
        if (name !== undefined && group.headline === `${nameAt(path)} is missing`)
          return { ...group, headline: `${nameAt(path)} is spelt ${name}` };
      }
    return group;
  });
}

const nameAt = (path: string): string => path.split('.').at(-1) ?? path;
