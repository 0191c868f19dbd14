import type { SaturationResult, SaturationStep } from '../../load/results.ts';

/** The measurements of a search and the whole loads that confirm it, by rate. */
export function saturationSteps({ steps, confirmations = [] }: SaturationResult): (SaturationStep & { readonly isWhole: boolean })[] {
  return [...steps.map((step) => ({ ...step, isWhole: false })), ...confirmations.map((step) => ({ ...step, isWhole: true }))].sort(
    (a, b) => a.ratePerS - b.ratePerS,
  );
}
