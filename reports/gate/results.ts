/** The types of `gate.json`, printed from its schema by the build: see `reports/gate/gate.schema.json`. */
export type * from '../../specs/model/generated/results/gate.d.ts';
