import { HOSTILE, hostileDocumentsOf, type HostileDocuments } from '../../testing/hostile-documents.ts';
import { start } from '../../testing/sample-journal.ts';
import { matrixDocuments } from '../documents.ts';
import { matrixVerdict } from '../verdict.ts';
import { met, sampleMatrix, sampleRun } from './sample-matrix.ts';

const subversion = `/${HOSTILE}/`;
const results = await sampleMatrix(
  [
    { label: 'before', lines: sampleRun() },
    {
      label: HOSTILE,
      lines: sampleRun(
        [
          met(
            'methods/getblock/a',
            { method: 'getblock', variant: 'verbosity=1', path: 'tx', check: 'type', found: HOSTILE },
            { finding: { message: HOSTILE } },
          ),
          met(
            'methods/getblock/b',
            { method: 'getblock', path: HOSTILE, check: 'undocumented-field' },
            {
              status: 'observed',
              finding: { evidence: 'observation', check: 'undocumented-field', message: HOSTILE },
            },
          ),
        ],
        { target: { ...start.target, subversion } },
      ),
    },
    { label: `${HOSTILE} down`, error: { code: 2, reasons: [HOSTILE], details: [HOSTILE] } },
  ],
  'lost',
);

export const hostileDocuments: readonly HostileDocuments[] = [hostileDocumentsOf('matrix', results, matrixVerdict, matrixDocuments)];
