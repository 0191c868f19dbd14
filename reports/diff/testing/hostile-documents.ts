import { HOSTILE, hostileDocumentsOf, type HostileDocuments } from '../../testing/hostile-documents.ts';
import { diffDocuments } from '../documents.ts';
import { diffVerdict } from '../verdict.ts';
import { alike, unknown } from './sample-diff.ts';

export const hostileDocuments: readonly HostileDocuments[] = [
  hostileDocumentsOf('diff', { ...alike, disagreements: [{ ...unknown, difference: HOSTILE }] }, diffVerdict, diffDocuments),
];
