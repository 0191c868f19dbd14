import { HOSTILE, hostileDocumentsOf, type HostileDocuments } from '../../testing/hostile-documents.ts';
import { provisionDocuments } from '../documents.ts';
import { provisionVerdict } from '../verdict.ts';
import { sampleProvision, sampleStep } from './sample-provision.ts';

const results = sampleProvision({ complete: false, left: [HOSTILE], steps: [sampleStep({ problems: [HOSTILE] })] });

export const hostileDocuments: readonly HostileDocuments[] = [
  hostileDocumentsOf('provision', results, provisionVerdict, provisionDocuments),
];
