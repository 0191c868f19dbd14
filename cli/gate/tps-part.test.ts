import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { FaultPlanError } from '../../load/faults/types.ts';
import { UsageError } from '../usage-error.ts';
import { loadPart } from './load-part.ts';
import { readPolicy } from './read-policy.ts';
import { tpsPart } from './tps-part.ts';

const folder = mkdtempSync(join(tmpdir(), 'pyx-tps-part-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Plans the throughput tests and the loads of a policy. */
function planned(text: string): string[] {
  writeFileSync(join(folder, 'pyx.yaml'), text);
  const read = readPolicy(join(folder, 'pyx.yaml'));
  const tests = (read.policy.tps ?? []).map((tps, index) => tpsPart(read, tps, 1, index + 1));
  const loads = (read.policy.load ?? []).map((load, index) => loadPart(read, load, 1, index + 1));
  return [...tests, ...loads].map(({ name, folder: own, line }) => `${name} in ${own}, line ${line}`);
}

test('throughput tests and loads with faults are parts of a gate, each with its line', () => {
  expect(
    planned(`target: embedded
tps:
  - { receivers: 2, topology: line, latency: 20ms, jitter: 5ms, bandwidth: "20mbit,5mbit", fault: ["kill:receiver-2@30%", "clock:+90s@40%"] }
  - { topology: five-regions, fault: ["partition:europe|rest@20%-60%"] }
load: [{ method: getblockcount, rate: 100, fault: ["restart@50%"] }]
`),
  ).toEqual(['tps in tps-1, line 3', 'tps 2 in tps-2, line 4', 'load getblockcount in load-1, line 5']);
});

test.each([
  ['tps: [{ fault: ["explode@30%"] }]', FaultPlanError, /there is no fault "explode"/],
  [
    'tps: [{ fault: ["kill:receiver-2@30%"] }]',
    FaultPlanError,
    /there is no node receiver-2; the nodes are sender-1, sender-2, receiver-1/,
  ],
  ['tps: [{ topology: five-regions, fault: ["partition:mars|rest@20%-60%"] }]', FaultPlanError, /there is no node mars; .*in the regions/],
  ['tps: [{ via: tpstestadd, fault: ["kill:receiver-1@30%"] }]', UsageError, /cannot be combined with --via tpstestadd/],
  ['tps: [{ batch: [10], fault: ["kill:receiver-1@30%"] }]', UsageError, /--batch has no meaning with --fault/],
  ['tps: [{ topology: five-regions, senders: 3 }]', UsageError, /--senders and --receivers have no meaning/],
  ['tps: [{ latency: 20m }]', UsageError, /^tps latency 20m: A time is .* from 0s to 10m/],
  ['tps: [{ bandwidth: 0mbit }]', UsageError, /^tps bandwidth 0mbit: A bandwidth is/],
  ['readOnly: true\ntps: [{}]', UsageError, /readOnly, and a throughput test sends transactions/],
  ['load: [{ method: getblockcount, fault: ["restart@50%"] }]', UsageError, /--fault needs calls that arrive at a rate/],
  ['load: [{ scenario: explorer, rate: 5, repeat: 2, fault: ["restart@50%"] }]', UsageError, /--fault is for one load/],
  ['load: [{ scenario: explorer, rate: 5, fault: ["kill:other@10%"] }]', FaultPlanError, /there is no node other; the nodes are node/],
])('%s is refused before anything is begun', (part, kind, message) => {
  expect(() => planned(`target: embedded\n${part}\n`)).toThrow(kind);
  expect(() => planned(`target: embedded\n${part}\n`)).toThrow(message);
});

test('a node that runs already is no network', () => {
  expect(() => planned('target: http://127.0.0.1:18443\ntps: [{}]\n')).toThrow(/starts its nodes.*leave out tps/);
});
