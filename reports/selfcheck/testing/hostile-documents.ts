import { hostileDocumentsOf, type HostileDocuments } from '../../testing/hostile-documents.ts';
import { selfcheckDocuments } from '../documents.ts';
import { selfcheckVerdict } from '../verdict.ts';
import { hostileSelfcheck } from './sample-selfcheck-results.ts';

export const hostileDocuments: readonly HostileDocuments[] = [
  hostileDocumentsOf('selfcheck', hostileSelfcheck, selfcheckVerdict, selfcheckDocuments),
];
