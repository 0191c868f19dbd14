/** The types of `results.json` of a throughput test, printed from its schema by the build: see `reports/load/tps-results.schema.json`. */
export type * from '../../specs/model/generated/results/tps-results.d.ts';
