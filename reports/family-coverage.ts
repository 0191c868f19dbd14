import { coverageOf, type DimensionCoverage, type Universe } from '../engine/coverage.ts';
import { idDivider, methodDimensions, type MethodDimension } from './method-items.ts';

export interface FamilyCoverage {
  readonly family: string;
  readonly dimensions: { readonly [dimension in 'methods' | MethodDimension]: DimensionCoverage };
}

/** The coverage of the methods of each family. */
export function coverageByFamily(universe: Universe, hits: ReadonlySet<string>): FamilyCoverage[] {
  const names = [...new Set(Object.values(universe.families))];
  const divided = idDivider(universe);
  return names.map((family) => {
    const isOf = (method: string): boolean => Object.hasOwn(universe.families, method) && universe.families[method] === family;
    const part = Object.fromEntries(
      methodDimensions.map((dimension) => [dimension, universe[dimension].filter((id) => isOf(divided(id, dimension).method))]),
    );
    const coverage = coverageOf({ ...universe, ...part, methods: universe.methods.filter((id) => isOf(id.slice(2))) }, hits);
    const { methods, params, enumValues, resultFields, rules } = coverage;
    return { family, dimensions: { methods, params, enumValues, resultFields, rules } };
  });
}
