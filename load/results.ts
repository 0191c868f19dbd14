/** The types of `results.json` of a load, printed from its schema by the build: see `reports/load/load-results.schema.json`. */
export type * from '../specs/model/generated/results/load-results.d.ts';
