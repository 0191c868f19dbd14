/** The types of `drift.json`, printed from its schema by the build: see `reports/drift/drift.schema.json`. */
export type * from '../../specs/model/generated/results/drift.d.ts';
