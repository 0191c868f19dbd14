import type { Dimension } from '../suites/engine/coverage.ts';

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
