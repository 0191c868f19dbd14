/** The types of `fuzz.json`, printed from its schema by the build: see `reports/fuzz/fuzz.schema.json`. */
export type * from '../../specs/model/generated/results/fuzz.d.ts';
