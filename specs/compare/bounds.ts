import type { Schema } from '../model/types.ts';
import { shown, type Report } from './change.ts';
import type { ChangeRuleName } from './change-rules.ts';

type Bound =
  | 'minimum'
  | 'exclusiveMinimum'
  | 'maximum'
  | 'exclusiveMaximum'
  | 'minLength'
  | 'maxLength'
  | 'minItems'
  | 'maxItems'
  | 'minProperties'
  | 'maxProperties';

interface BoundRules {
  readonly lower: boolean;
  readonly wider: ChangeRuleName;
  readonly narrower: ChangeRuleName;
}

const length = { wider: 'length-widened', narrower: 'length-narrowed' } as const;
const size = { wider: 'size-widened', narrower: 'size-narrowed' } as const;
const least = { lower: true, wider: 'minimum-lowered', narrower: 'minimum-raised' } as const;
const most = { lower: false, wider: 'maximum-raised', narrower: 'maximum-lowered' } as const;
const bounds: { readonly [B in Bound]: BoundRules } = {
  minimum: least,
  exclusiveMinimum: least,
  maximum: most,
  exclusiveMaximum: most,
  minLength: { lower: true, ...length },
  maxLength: { lower: false, ...length },
  minItems: { lower: true, ...size },
  maxItems: { lower: false, ...size },
  minProperties: { lower: true, ...size },
  maxProperties: { lower: false, ...size },
};

/** Reports changed limits of numbers, texts, lists and objects. A bound that is not stated is infinitely far. */
export function compareBounds(a: Schema, b: Schema, path: string, report: Report): void {
  for (const [name, { lower, wider, narrower }] of Object.entries(bounds) as [Bound, BoundRules][]) {
    const open = lower ? -Infinity : Infinity;
    const [before, after] = [a[name] ?? open, b[name] ?? open];
    if (before === after) continue;
    const rule = after > before === lower ? narrower : wider;
    report({ rule, path, before: text(name, a), after: text(name, b) });
  }
}

function text(name: Bound, schema: Schema): string {
  return schema[name] === undefined ? `no ${name}` : `${name} ${shown(schema[name])}`;
}
