/** The types of `mutation.json`, printed from its schema by the build: see `reports/mutation/mutation.schema.json`. */
export type { MutatedFile, MutationResults, TriedMutant } from '../specs/model/generated/results/mutation.d.ts';
