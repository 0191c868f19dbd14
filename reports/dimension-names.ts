import { dimensions, type Coverage, type Dimension } from '../engine/coverage.ts';

/** Display names of the dimensions of coverage. */
export const dimensionNames: { readonly [dimension in Dimension]: string } = {
  methods: 'methods',
  params: 'parameters',
  enumValues: 'enum values',
  resultFields: 'result fields',
  stateRows: 'state rows',
  rules: 'rules',
  limits: 'limits',
  errors: 'errors',
  envelope: 'envelope',
};

/** The dimensions that are not empty: a run of a few cases leaves most of them empty. */
export function selectedDimensions(coverage: Coverage): Dimension[] {
  return dimensions.filter((dimension) => coverage[dimension].total + coverage[dimension].untestable.length > 0);
}
