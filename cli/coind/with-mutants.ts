// coind with switches for all mutants of its source: scripts/build-mutants.mjs instruments coind/ and bundles this.
import './mutant-requests.ts';

export { coind } from './program.ts';
