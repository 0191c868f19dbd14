/** The types of `results.json` of a sweep, printed from its schema by the build: see `reports/load/sweep-results.schema.json`. */
export type * from '../../specs/model/generated/results/sweep-results.d.ts';
