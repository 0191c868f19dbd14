import { sampleDisturbances, sampleRound, sampleTpsResults } from '../../../load/tps/testing/sample-tps-results.ts';
import { HOSTILE, hostileDocumentsOf, type HostileDocuments } from '../../testing/hostile-documents.ts';
import { loadDocuments, sweepDocuments, tpsDocuments } from '../documents.ts';
import { sweepVerdict } from '../sweep-verdict.ts';
import { sampleSweep } from './sample-sweep.ts';
import { tpsVerdict } from '../tps-verdict.ts';
import { loadVerdict } from '../verdict.ts';
import { hostileSample } from './sample-load-results.ts';

const lost = { count: 2, examples: [{ txid: HOSTILE, node: HOSTILE }] };
const tps = sampleTpsResults({
  rounds: [sampleRound(1, 900, { disturbances: sampleDisturbances(HOSTILE, { lost, lostWithPool: lost }) })],
  faults: [
    { kind: 'node-failed', node: 'sender-1', round: 1, message: HOSTILE },
    { kind: 'not-held', check: 'one-tip', round: 1, message: HOSTILE },
  ],
});

const [first] = sampleSweep().tests;
const sweep = sampleSweep({ target: HOSTILE, tests: [{ ...first!, title: HOSTILE, label: HOSTILE, folder: HOSTILE, reasons: [HOSTILE] }] });

export const hostileDocuments: readonly HostileDocuments[] = [
  hostileDocumentsOf('load', hostileSample, loadVerdict, loadDocuments),
  hostileDocumentsOf('tps', tps, tpsVerdict, tpsDocuments),
  hostileDocumentsOf('tps --sweep', sweep, sweepVerdict, sweepDocuments),
];
