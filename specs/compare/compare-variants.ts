import type { Spec, Variant } from '../model/types.ts';
import { same, shown, type Difference, type Report } from './change.ts';
import { compareSchemas } from './compare-schemas.ts';

/** Reports the differences between the variants of a method: their conditions, effects and results. */
export function compareVariants(
  before: readonly Variant[],
  after: readonly Variant[],
  specs: { readonly before: Spec; readonly after: Spec },
  report: (difference: Difference, inResult: boolean) => void,
): void {
  const partners = new Map<Variant, Variant>();
  for (const variant of before) {
    const free = after.filter((candidate) => ![...partners.values()].includes(candidate));
    // An id is only a label: what selects a variant is its condition.
    const partner = free.find((candidate) => same(candidate.when, variant.when)) ?? free.find(({ id }) => id === variant.id);
    if (partner) partners.set(variant, partner);
  }
  for (const variant of before) {
    const other = partners.get(variant);
    const path = pathOf(variant);
    if (!other) report({ rule: 'variant-removed', path, before: shown(variant.when) }, false);
    else compareVariant(variant, other, specs, report);
  }
  const known = new Set(partners.values());
  for (const variant of after)
    if (!known.has(variant)) report({ rule: 'variant-added', path: pathOf(variant), after: shown(variant.when) }, false);
}

function compareVariant(
  a: Variant,
  b: Variant,
  specs: { readonly before: Spec; readonly after: Spec },
  report: (difference: Difference, inResult: boolean) => void,
): void {
  const path = pathOf(a);
  const plain: Report = (difference) => report(difference, false);
  if (!same(a.when, b.when)) plain({ rule: 'variant-condition-changed', path, before: shown(a.when), after: shown(b.when) });
  if (a.effectUnstated !== true && b.effectUnstated !== true) compareEffects(a, b, path, plain);
  if (a.summary !== b.summary) plain({ rule: 'text-changed', path, before: shown(a.summary), after: shown(b.summary) });
  if (!a.result && b.result) plain({ rule: 'result-stated', path, after: shown(b.result) });
  if (a.result && !b.result) plain({ rule: 'result-unstated', path, before: shown(a.result) });
  if (!a.result || !b.result) return;
  compareSchemas(a.result, b.result, '', {
    ...specs,
    direction: 'result',
    report: (difference) => report({ ...difference, path: `${path}${difference.path === '' ? '' : ` ${difference.path}`}` }, true),
  });
}

function compareEffects(a: Variant, b: Variant, path: string, report: Report): void {
  for (const effect of b.effect.filter((effect) => !a.effect.includes(effect))) report({ rule: 'effect-added', path, after: effect });
  for (const effect of a.effect.filter((effect) => !b.effect.includes(effect))) report({ rule: 'effect-removed', path, before: effect });
}

const pathOf = ({ id }: Variant): string => `result (${id})`;
