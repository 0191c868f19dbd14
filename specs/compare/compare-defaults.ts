import type { Json } from '../model/types.ts';
import { same, shown, type Report } from './change.ts';

interface Defaulted {
  readonly default?: Json;
  readonly defaultText?: string;
}

/** Reports a changed default of an argument or of a member of one. */
export function compareDefaults(a: Defaulted, b: Defaulted, path: string, report: Report): void {
  const [before, after] = [a.default ?? a.defaultText, b.default ?? b.defaultText];
  if (same(before, after)) return;
  const rule = before === undefined ? 'default-stated' : after === undefined ? 'default-unstated' : 'default-changed';
  report({ rule, path, before: shown(before), after: shown(after) });
}
