import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { TpsResults } from '../../load/tps/results.ts';
import { sampleDisturbances, sampleRound, sampleTpsResults } from '../../load/tps/testing/sample-tps-results.ts';
import { tpsTotals } from '../../load/tps/figures/totals.ts';
import { tpsPage } from './tps-page.ts';
import { tpsSummary } from './tps-summary.ts';
import { printTpsReport } from './tps-terminal.ts';
import { tpsDocuments } from './documents.ts';
import { reportedVerdict } from '../verdict.ts';
import { writeResults } from '../write-results.ts';
import { tpsVerdict } from './tps-verdict.ts';
import { resultsValidator } from '../results-validator.ts';
import schema from './tps-results.schema.json' with { type: 'json' };

const pageOf = (results: TpsResults): string => tpsPage(results, tpsVerdict(results));
const summaryOf = (results: TpsResults): string => tpsSummary(results, tpsVerdict(results));

const HOSTILE = `<script>alert(1)</script>"' onload=x \u001b[2J\u202e | \`x\` ::error::`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pyx-test-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Everything that a node or a user can name is hostile. */
function hostileResults(): TpsResults {
  const sample = sampleTpsResults();
  const refused = { index: 1, txid: HOSTILE, sender: 'sender-1', reason: HOSTILE };
  return {
    ...sample,
    complete: false,
    stopped: HOSTILE,
    target: { ...sample.target, name: HOSTILE, subversion: HOSTILE },
    prepared: { ...sample.prepared, file: HOSTILE },
    nodes: sample.nodes.map((node) => ({ ...node, address: HOSTILE, subversion: HOSTILE })),
    rounds: [sampleRound(1, 900, { refused: [refused], refusedCount: 1, uncounted: HOSTILE })],
    faults: [
      { kind: 'node-ended', node: 'sender-1', round: 1, how: HOSTILE, lastLines: [HOSTILE] },
      { kind: 'refused', round: 1, count: 1, examples: [refused] },
    ],
    warnings: [HOSTILE],
    notes: [HOSTILE],
  };
}

function terminal(results: TpsResults): string {
  let text = '';
  printTpsReport(results, tpsVerdict(results), { stream: { write: (part) => (text += part) }, outDir: 'out', environment: {} });
  return text;
}

describe('the reports of a throughput test', () => {
  test('charts name rounds that do not count, and how many are not drawn', () => {
    const rounds = Array.from({ length: 9 }, (_, index) => sampleRound(index + 1, 1_000, index === 0 ? { uncounted: 'warm-up' } : {}));
    const page = pageOf(sampleTpsResults({ rounds }));
    expect(page).toContain('round 1 (not counted)');
    expect(page).toContain('; the first 6 of 9 rounds.');
    expect(pageOf(sampleTpsResults())).not.toContain('the first 6');
  });

  test('the page counts rounds without those that warm up, and says one where it is one', () => {
    const warmedUp = sampleTpsResults();
    const page = pageOf({
      ...warmedUp,
      options: { ...warmedUp.options, rounds: 2, warmUpRounds: 1, outputsPerTx: 1, connections: 1 },
      startOptions: ['-maxmempool=300', '-zmqpubhashtx=tcp://{host}:{zmqPort}'],
    });
    expect(page).toContain('2 of 2, after 1 to warm up, 1,000 transactions each');
    expect(page).toContain('Transactions of 1 output and 141 virtual bytes');
    expect(page).toContain('1 connection to each sender');
    expect(page).toContain('-maxmempool=300, -zmqpubhashtx=an address of its own');
    expect(page).not.toMatch(/[{}]zmqPort|\{host\}/);
    // Stopped within the warm-up.
    expect(pageOf({ ...warmedUp, rounds: warmedUp.rounds.slice(0, 1), options: { ...warmedUp.options, warmUpRounds: 2 } })).toContain(
      '0 of 3, after 1 to warm up',
    );
  });

  test('are written, and the schema describes the results', () => {
    const validate = resultsValidator(schema);
    const disturbed = sampleTpsResults({ rounds: [sampleRound(1, 900, { disturbances: sampleDisturbances() })] });
    for (const results of [sampleTpsResults(), disturbed, hostileResults(), sampleTpsResults({ rounds: [], totals: undefined })]) {
      writeResults(results, tpsVerdict(results), tpsDocuments, { outDir: folder });
      const written = JSON.parse(readFileSync(join(folder, 'results.json'), 'utf8')) as unknown;
      expect(validate(written), JSON.stringify(validate.errors)).toBe(true);
      expect(written).toEqual({ ...JSON.parse(JSON.stringify(results)), verdict: reportedVerdict(tpsVerdict(results)) });
      expect(readFileSync(join(folder, 'index.html'), 'utf8')).toBe(pageOf(results));
      expect(readFileSync(join(folder, 'summary.md'), 'utf8')).toBe(summaryOf(results));
    }
    expect(validate({ ...sampleTpsResults(), faults: [{ kind: 'other' }] })).toBe(false);
  });

  test('show the headline, the rounds, and how exactly the start time was kept', () => {
    for (const text of [terminal(sampleTpsResults()), pageOf(sampleTpsResults()), summaryOf(sampleTpsResults())]) {
      expect(text).toContain('1,000 tx/s (752 to 1,248), 2,000 outputs/s, none lost, propagation p50 500 ms, p99 900 ms');
      expect(text).toContain('release at most p50 2 ms, p99 3 ms, max 3 ms after the start time; spread of rounds 20 %');
      expect(text).toContain('receiver-1, round 3');
    }
  });

  test('show the time line of planned faults, and what was judged', () => {
    const lostWithPool = { count: 3, examples: [{ txid: 'ab'.repeat(32), node: 'sender-1' }] };
    const receivers = sampleRound(1, 900).receivers.map((receiver) => ({ ...receiver, lost: { ...receiver.lost, count: 99 } }));
    const rounds = [sampleRound(1, 900, { receivers, disturbances: sampleDisturbances('receiver-1', { lostWithPool }) })];
    const results = sampleTpsResults({ rounds, totals: tpsTotals(rounds) });
    for (const text of [terminal(results), pageOf(results), summaryOf(results)]) {
      expect(text).toContain('1: kill:receiver-1@30% begins, round 1');
      expect(text).toContain('after one more block all nodes have one tip, round 1');
      // The three of 1,000 that went with the memory of a node.
      expect(text).toContain('0.3 % lost');
      // What came to the receiver by a block is not lost.
      expect(text).toContain('99 missed');
      expect(text).toContain(
        'After 1 planned fault in 1 round, 997 of 1,000 transactions that nodes had accepted are in the chain of every node.',
      );
      expect(text).toContain('Round 1: 3 accepted transactions went with the memory pool of a killed node');
    }
    const page = pageOf(results);
    expect(page).toContain('<h2>Time line of round 1</h2>');
    for (const title of ['Arrivals', 'Memory pools', 'Heights']) expect(page).toContain(`<h3>${title}</h3>`);
    expect(pageOf(sampleTpsResults())).not.toContain('Time line');
  });

  test('keep hostile text as text', () => {
    const page = pageOf(hostileResults());
    expect(page).not.toContain('<script');
    expect(page).not.toContain('\u001b');
    expect(page).not.toContain('\u202e');
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39; onload=x \\u001b[2J\\u202e');
    expect(page.match(/Content-Security-Policy" content="default-src &#39;none&#39;/g)).toHaveLength(1);
    const text = terminal(hostileResults());
    expect(text).not.toContain('\u001b[2J');
    expect(text).not.toMatch(/^\s*::error/m);
    expect(summaryOf(hostileResults())).not.toContain('\u202e');
  });
});
