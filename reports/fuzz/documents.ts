import type { Documents } from '../write-results.ts';
import { fuzzPage } from './page.ts';
import type { FuzzResults } from './results.ts';
import { fuzzSummary } from './summary.ts';

/** The documents of `pyx fuzz`. */
export const fuzzDocuments: Documents<FuzzResults> = { file: 'fuzz.json', page: fuzzPage, summary: fuzzSummary };
