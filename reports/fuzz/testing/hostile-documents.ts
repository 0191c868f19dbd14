import { HOSTILE, hostileDocumentsOf, type HostileDocuments } from '../../testing/hostile-documents.ts';
import { fuzzDocuments } from '../documents.ts';
import { fuzzVerdict } from '../verdict.ts';
import { finding, results } from './sample-fuzz.ts';

export const hostileDocuments: readonly HostileDocuments[] = [
  hostileDocumentsOf(
    'fuzz',
    { ...results, findings: [{ ...finding, message: HOSTILE, replay: HOSTILE, nodeLog: [HOSTILE, HOSTILE] }] },
    fuzzVerdict,
    fuzzDocuments,
  ),
];
