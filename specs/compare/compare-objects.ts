import type { Schema } from '../model/types.ts';
import { join } from '../model/walk.ts';
import { shown } from './change.ts';
import { comparePresence, presenceOf } from './presence.ts';
import type { CompareSchemas, SchemaComparison } from './schema-comparison.ts';

/** How objects are compared. */
interface ObjectComparison extends SchemaComparison {
  /** Compares the schemas of a member that both have. */
  readonly compare: CompareSchemas;
}

/** Reports the differences between the members of two objects. */
export function compareObjects(a: Schema, b: Schema, path: string, comparison: ObjectComparison): void {
  const [before, after] = [a.properties ?? {}, b.properties ?? {}];
  const { direction, report, compare } = comparison;
  const requires = ({ required = [] }: Schema, name: string): boolean => required.includes(name);
  for (const [name, member] of Object.entries(before)) {
    const at = join(path, name);
    const other = Object.hasOwn(after, name) ? after[name] : undefined;
    if (!other) {
      report({ rule: direction === 'result' ? 'field-removed' : 'member-removed', path: at, before: shown(member) });
      continue;
    }
    if (direction === 'result') comparePresence(presenceOf(a, name), presenceOf(b, name), at, report);
    else if (requires(a, name) !== requires(b, name))
      report({ rule: requires(b, name) ? 'member-became-required' : 'member-became-optional', path: at });
    compare(member, other, at, comparison);
  }
  for (const [name, member] of Object.entries(after)) {
    if (Object.hasOwn(before, name)) continue;
    const rule = direction === 'result' ? 'field-added' : requires(b, name) ? 'required-member-added' : 'member-added';
    report({ rule, path: join(path, name), after: shown(member) });
  }
}
