// coind with switches for all mutants of its source: scripts/build-mutants.mjs instruments coind/ and bundles this.
import './mutant-requests.ts';
import { coind } from './program.ts';

await coind(process.argv.slice(2), () => undefined);
