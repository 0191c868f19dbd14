/** The types of `provision.json`, printed from its schema by the build: see `reports/provision/provision.schema.json`. */
export type * from '../specs/model/generated/results/provision.d.ts';
