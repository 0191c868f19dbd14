import type { Schema } from '../model/types.ts';
import { shown } from './change.ts';
import { compareDefaults } from './compare-defaults.ts';
import type { SchemaComparison } from './schema-comparison.ts';

/** Reports changes of what a schema says beyond the form of its values: units, order, letter case, deprecation, texts. */
export function compareWords(a: Schema, b: Schema, path: string, { direction, report }: SchemaComparison): void {
  if (a.unit !== b.unit) {
    const rule = a.unit === undefined ? 'unit-stated' : b.unit === undefined ? 'unit-unstated' : 'unit-changed';
    report({ rule, path, before: shown(a.unit), after: shown(b.unit) });
  }
  if (direction === 'result' && (a.ordered === undefined) !== (b.ordered === undefined))
    report({ rule: a.ordered === undefined ? 'order-stated' : 'order-unstated', path, before: shown(a.ordered), after: shown(b.ordered) });
  if ((a.anyCase === undefined) !== (b.anyCase === undefined)) {
    const rule = a.anyCase === undefined ? 'letter-case-opened' : 'letter-case-closed';
    report({ rule, path, before: shown(a.anyCase), after: shown(b.anyCase) });
  }
  if ((a.deprecated === true) !== (b.deprecated === true))
    report({ rule: a.deprecated === true ? 'place-restored' : 'place-deprecated', path });
  if (direction === 'argument') {
    compareDefaults(a, b, path, report);
    const [before, after] = [a.onInvalid ?? 'unstated', b.onInvalid ?? 'unstated'];
    if (before !== after) report({ rule: 'on-invalid-changed', path, before, after });
  }
  if (a.description !== b.description) report({ rule: 'text-changed', path, before: shown(a.description), after: shown(b.description) });
}
