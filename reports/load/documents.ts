import type { LoadResults } from '../../load/results.ts';
import type { TpsResults } from '../../load/tps/results.ts';
import type { Documents } from '../write-results.ts';
import { loadPage } from './html/page.ts';
import { loadSummary } from './summary.ts';
import { tpsPage } from './tps-page.ts';
import { tpsSummary } from './tps-summary.ts';

/** The documents of `pyx load`. */
export const loadDocuments: Documents<LoadResults> = { file: 'results.json', page: loadPage, summary: loadSummary };

/** The documents of `pyx tps`. */
export const tpsDocuments: Documents<TpsResults> = { file: 'results.json', page: tpsPage, summary: tpsSummary };
