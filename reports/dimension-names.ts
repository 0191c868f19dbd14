import { dimensions, type Coverage, type Dimension } from '../engine/coverage.ts';

/** What people call the dimensions of coverage. */
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

/** Those that hold anything: a run of a few cases has nothing of most. */
export function selectedDimensions(coverage: Coverage): Dimension[] {
  return dimensions.filter((dimension) => coverage[dimension].total + coverage[dimension].untestable.length > 0);
}
