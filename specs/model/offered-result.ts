import type { Method, Schema, Variant } from './types.ts';

/** What coind answers: what the documents say, or where they say nothing, what it has chosen. Null: anything. */
export function offeredResult(method: Method, variant: Variant): Schema | null {
  return variant.result ?? method.own?.result ?? null;
}
