import { openCachedProgram } from './coind/code-cache.ts';
import type * as Program from './coind/program.ts';

/** File name of the bundle of `coind/program.ts`: the build sets it. It contains a hash of the contents. */
declare const COIND_BUNDLE: string;

const { exports, keepCode } = openCachedProgram<typeof Program>(import.meta.dirname, COIND_BUNDLE);
await exports.coind(process.argv.slice(2), keepCode);
