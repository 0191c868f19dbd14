import { isAlways } from '../model/json-schema.ts';
import type { Presence, Schema } from '../model/types.ts';
import { same, shown, type Report } from './change.ts';

/** Reports a changed presence of a result field that both sides have. */
export function comparePresence(a: Presence, b: Presence, path: string, report: Report): void {
  if (same(a, b)) return;
  const at = { path, before: text(a), after: text(b) };
  if (isAlways(a)) report({ rule: 'field-became-optional', ...at });
  else if (isAlways(b)) report({ rule: 'field-became-certain', ...at });
  else if (a === 'optional') report({ rule: 'field-condition-stated', ...at });
  else if (b === 'optional') report({ rule: 'field-condition-unstated', ...at });
  else report({ rule: 'field-condition-changed', ...at });
}

/** The presence of a member of a result. A schema with a list of required members states presence by that. */
export function presenceOf(schema: Schema, name: string): Presence {
  const own = schema.properties?.[name]?.presence;
  if (schema.required?.includes(name) === true) return 'always';
  return own ?? (schema.required ? 'optional' : 'always');
}

function text(presence: Presence): string {
  return typeof presence === 'string' ? presence : shown(presence);
}
