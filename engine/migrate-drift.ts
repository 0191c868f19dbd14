import type { AcceptedDrift } from './target-file.ts';
import type { NewEntry } from './extend-target-file.ts';
import { DESCRIBED } from './checks.ts';
import type { What } from './difference.ts';

/** The entries for accepted drift that an earlier release wrote, and what has no entry: it depends on a case. */
export interface MigratedDrift {
  readonly entries: readonly NewEntry[];
  readonly left: readonly AcceptedDrift[];
}

/** What the fields of a result show. */
const OF_FIELDS: { readonly [change in AcceptedDrift['change']]?: Pick<What, 'check' | 'found'> } = {
  'field-added': { check: 'undocumented-field' },
  'field-removed': { check: 'presence', found: 'missing' },
  'field-condition-changed': { check: 'presence', found: 'present' },
  'type-changed': { check: 'type' },
  'value-added': { check: 'value' },
  'pattern-removed': { check: 'value' },
  'unit-changed': { check: 'amount' },
  'columns-changed': { check: 'column' },
};

/** Moves accepted drift to entries: one for each. */
export function migrateDrift(drift: readonly AcceptedDrift[]): MigratedDrift {
  const entries: NewEntry[] = [];
  const left: AcceptedDrift[] = [];
  for (const entry of drift) {
    const differences = differencesOf(entry);
    if (differences) entries.push({ differences, why: entry.reason });
    else left.push(entry);
  }
  return { entries, left };
}

function differencesOf({ change, found, methods = [], places = {} }: AcceptedDrift): What[] | undefined {
  const whole = methods.map((method): What => ({ method, check: change, ...(found !== undefined && { found }) }));
  const parts = Object.entries(places).flatMap(([method, paths]) => paths.map((path) => whatOf(method, path, change, found)));
  return parts.includes(undefined) ? undefined : [...whole, ...parts.filter((what) => what !== undefined)];
}

/** What differs at an argument, a field or in a case; undefined if the name of the case does not say it. */
function whatOf(method: string, path: string, change: AcceptedDrift['change'], found: string | undefined): What | undefined {
  const argument = /^argument (.+)$/.exec(path)?.[1];
  if (DESCRIBED.has(change) || argument !== undefined)
    return { method, check: change, argument: argument ?? path, ...(found !== undefined && { found }) };
  const ofField = OF_FIELDS[change];
  if (ofField) return { method, path, ...ofField };
  const [, kind = '', name = '', value] = /^([\w-]+)\/([\w.]+)(?:[=:](.+))?$/.exec(path) ?? [];
  const at = { method, argument: name, ...(value !== undefined && { value }) };
  if (change === 'param-refused' && name !== '') return { ...at, check: 'refused' };
  if (change === 'default-changed' && kind === 'default') return { ...at, check: 'default' };
  if (change === 'invalid-accepted' && name !== '') return { ...at, check: 'refusal', ...(kind === 'missing' && { value: 'missing' }) };
  return undefined;
}
