/** The types of `matrix.json`, printed from its schema by the build: see `reports/matrix/matrix.schema.json`. */
export type * from '../../specs/model/generated/results/matrix.d.ts';
