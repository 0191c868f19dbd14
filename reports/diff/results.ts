/** The types of `diff.json`, printed from its schema by the build: see `reports/diff/diff.schema.json`. */
export type * from '../../specs/model/generated/results/diff.d.ts';
