import { HOSTILE, hostileDocumentsOf, type HostileDocuments } from '../../testing/hostile-documents.ts';
import { driftDocuments } from '../documents.ts';
import { driftVerdict } from '../verdict.ts';
import { killed, resultsOf } from './sample-drift.ts';

export const hostileDocuments: readonly HostileDocuments[] = [
  hostileDocumentsOf(
    'drift',
    resultsOf({ lost: [{ ...killed, message: HOSTILE }], untried: { [HOSTILE]: 1 } }),
    driftVerdict,
    driftDocuments,
  ),
];
