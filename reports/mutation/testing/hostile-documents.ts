import { hostileDocumentsOf, type HostileDocuments } from '../../testing/hostile-documents.ts';
import { mutationDocuments } from '../documents.ts';
import { mutationVerdict } from '../verdict.ts';
import { hostileMutation } from './sample-mutation-results.ts';

export const hostileDocuments: readonly HostileDocuments[] = [
  hostileDocumentsOf('selfcheck of the source', hostileMutation, mutationVerdict, mutationDocuments),
];
