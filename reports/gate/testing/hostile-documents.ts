import { HOSTILE, hostileDocumentsOf, type HostileDocuments } from '../../testing/hostile-documents.ts';
import { gateDocuments } from '../documents.ts';
import { gateVerdict } from '../verdict.ts';
import { gate, part, problem } from './sample-gate.ts';

export const hostileDocuments: readonly HostileDocuments[] = [
  hostileDocumentsOf('gate', gate([part('run', 1)], [problem({ message: HOSTILE, title: HOSTILE })]), gateVerdict, gateDocuments),
];
