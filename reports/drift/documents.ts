import type { Documents } from '../write-results.ts';
import { driftPage } from './page.ts';
import type { DriftResults } from './results.ts';
import { driftSummary } from './summary.ts';

/** The documents of `pyx drift`. */
export const driftDocuments: Documents<DriftResults> = { file: 'drift.json', page: driftPage, summary: driftSummary };
