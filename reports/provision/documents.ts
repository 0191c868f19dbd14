import type { ProvisionResults } from '../../provision/results.ts';
import type { Documents } from '../write-results.ts';
import { provisionPage } from './page.ts';
import { provisionSummary } from './summary.ts';
import { printProvisionVerdict } from './terminal.ts';

/** The documents of `pyx provision`. */
export const provisionDocuments: Documents<ProvisionResults> = {
  file: 'provision.json',
  page: provisionPage,
  summary: provisionSummary,
  print: printProvisionVerdict,
  line: ({ guid, steps }, { code, title, reasons }, out) => ({
    code,
    title,
    reason: reasons.join(' '),
    out,
    guid,
    states: steps.map(({ after }) => after),
  }),
};
