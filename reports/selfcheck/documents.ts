import type { PowerResults } from '../../engine/power.ts';
import type { Documents } from '../write-results.ts';
import { powerPage } from './html/page.ts';
import { powerSummary } from './summary.ts';

/** The documents of `pyx selfcheck`. */
export const powerDocuments: Documents<PowerResults> = { file: 'selfcheck.json', page: powerPage, summary: powerSummary };
