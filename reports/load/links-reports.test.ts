import { describe, expect, test } from 'vitest';
import type { TpsResults } from '../../load/tps/results.ts';
import type { SweepResults } from '../../load/tps/sweep-results.ts';
import { sampleLinkedResults } from '../../load/tps/testing/sample-linked-results.ts';
import { sampleTpsResults } from '../../load/tps/testing/sample-tps-results.ts';
import { resultsValidator } from '../results-validator.ts';
import { networkChart } from './charts/network-chart.ts';
import { bitRate, dataSize, linkText } from './links-text.ts';
import { sweepPage, sweepSummary } from './sweep-documents.ts';
import schema from './sweep-results.schema.json' with { type: 'json' };
import { sweepVerdict } from './sweep-verdict.ts';
import { sampleSweep } from './testing/sample-sweep.ts';
import tpsSchema from './tps-results.schema.json' with { type: 'json' };
import { tpsPage } from './tps-page.ts';
import { tpsSummary } from './tps-summary.ts';
import { tpsVerdict } from './tps-verdict.ts';

const HOSTILE = `<script>alert(1)</script>"' onload=x | \`x\``;
const pageOf = (results: TpsResults): string => tpsPage(results, tpsVerdict(results));

describe('the report of a network with links', () => {
  test('is described by the schema', () => {
    const validate = resultsValidator(tpsSchema);
    expect(validate(sampleLinkedResults()), JSON.stringify(validate.errors)).toBe(true);
  });

  test('has hops, regions, traffic, relays, and what the figures were without the links', () => {
    for (const text of [pageOf(sampleLinkedResults()), tpsSummary(sampleLinkedResults(), tpsVerdict(sampleLinkedResults()))]) {
      for (const part of [
        'Propagation by hops',
        'Propagation by region',
        'With and without the links',
        'Bytes on links',
        'Relays of the links',
      ])
        expect(text).toContain(part);
      expect(text).toContain('2 (without the links)');
      // 600 tx/s with, 1,000 without.
      expect(text).toMatch(/600\D+1,000\D+0\.600/);
    }
  });

  test('counts rounds without those without the links', () => {
    const sample = sampleLinkedResults();
    expect(pageOf({ ...sample, options: { ...sample.options, rounds: 2 } })).toContain('2 of 2, 1,000 transactions each');
  });

  test('adds nothing where there are no links', () => {
    expect(pageOf(sampleTpsResults())).not.toMatch(/hops|Arrival curves|class="net"/);
  });

  test('shades a link by the later arrival at its ends, and none between senders', () => {
    const sample = sampleLinkedResults();
    const { network } = sample;
    if (!network) throw new Error('the sample has no network');
    const [link] = network.links;
    const two = {
      ...network,
      nodes: [...network.nodes, { ...network.nodes[0]!, name: 'sender-2' }],
      links: [...network.links, { ...link!, between: ['sender-1', 'sender-2'] }],
    };
    const page = pageOf({ ...sample, network: two });
    const drawn = page.matchAll(/<line class="net-link( h\d)?"[^>]*><title>([^\n]*)\n/g);
    expect(Array.from(drawn, ([, shade, ends]) => [ends, shade !== undefined])).toEqual([
      [link?.between.join(' – '), true],
      ['sender-1 – sender-2', false],
    ]);
  });

  test('keeps hostile text as text', () => {
    const results = sampleLinkedResults({ name: HOSTILE, summary: HOSTILE });
    expect(pageOf(results)).not.toContain('<script');
    expect(pageOf(results)).toContain('&lt;script&gt;alert(1)');
  });
});

describe('the drawing of a network', () => {
  const chart = networkChart({
    id: 'network',
    title: 'Network',
    summary: 'Small.',
    nodes: [
      { name: 'sender-1', look: 'sender', group: 'europe' },
      { name: 'receiver-1', look: 'receiver', group: 'japan', value: 10 },
      { name: 'receiver-2', look: 'receiver', group: 'europe', value: 100 },
    ],
    links: [
      { between: ['sender-1', 'receiver-1'], text: '80 ms' },
      { between: ['receiver-1', 'receiver-2'], text: HOSTILE, value: 100 },
      { between: ['receiver-2', 'sender-1'], text: '20 ms', value: 10 },
    ],
    value: { label: 'median arrival', format: (value) => `${value} ms` },
  });
  const svg = chart.slice(chart.indexOf('<svg class="net"'), chart.indexOf('</figcaption>') < 0 ? undefined : chart.lastIndexOf('</svg>'));

  test('has each node and each link, with their names', () => {
    expect(svg.match(/<line class="net-link/g)).toHaveLength(3);
    expect(svg.match(/<rect class="net-node net-none"/g)).toHaveLength(1);
    expect(svg).toContain('<title>receiver-1\nmedian arrival 10 ms</title>');
    expect(svg).toContain('<title>sender-1 – receiver-1\n80 ms</title>');
    expect(svg.match(/class="net-group"/g)).toHaveLength(2);
  });

  test('shades from the lowest value to the highest', () => {
    expect(Array.from(svg.matchAll(/<circle class="net-node (h\d)"/g), ([, shade]) => shade).sort()).toEqual(['h0', 'h4']);
    expect(Array.from(svg.matchAll(/<line class="net-link( h\d)?"/g), ([, shade]) => shade)).toEqual([undefined, ' h4', ' h0']);
    expect(svg).toContain('<title>receiver-2 – sender-1\n20 ms; median arrival 10 ms</title>');
  });

  test.each(['receiver', 'a-receiver-with-a-name-of-its-own'])(
    'has room for names as long as %s, and for those of regions beyond',
    (name) => {
      const regions = ['europe', 'south-america', 'asia-pacific', 'japan', 'north-america'];
      const drawing = networkChart({
        id: 'wide',
        title: 'Network',
        summary: 'Five regions.',
        nodes: Array.from({ length: 20 }, (_, at) => ({ name: `${name}-${at}`, look: 'receiver', group: regions[at % 5] })),
        links: [],
        value: { label: 'median arrival', format: String },
      });
      const [left = 0, top = 0, width = 0, height = 0] = /viewBox="([^"]*)"/.exec(drawing)?.[1]?.split(' ').map(Number) ?? [];
      // On narrow screens a character takes at most 9 of these units.
      const namesEnd = 140 + 9 * `${name}-19`.length;
      expect(namesEnd).toBeLessThan(Math.min(width, height) / 2);
      const groups = Array.from(drawing.matchAll(/class="net-group" x="([^"]*)" y="([^"]*)">([^<]*)/g), ([, x, y, text = '']) => {
        const half = (9 * text.length) / 2;
        return { x: Number(x), y: Number(y), half, nearest: Math.hypot(Math.max(0, Math.abs(Number(x)) - half), Number(y)) };
      });
      expect(groups).toHaveLength(5);
      for (const { x, y, half, nearest } of groups) {
        expect(nearest).toBeGreaterThan(namesEnd);
        expect([x - half >= left, x + half <= left + width, y > top, y < top + height]).toEqual([true, true, true, true]);
      }
    },
  );

  test('can be read without being seen', () => {
    expect(chart).toContain('role="img" aria-labelledby="network-title network-summary"');
    expect(chart).toContain('<td>receiver-2</td><td>europe</td><td>100 ms</td>');
    expect(chart).toContain('<td>sender-1 – receiver-1</td><td>link</td><td>80 ms</td>');
    expect(chart).not.toContain('<script');
    expect(chart).not.toMatch(/NaN|undefined|Infinity/);
  });
});

test('rates, sizes and links are shown with their units', () => {
  expect([500, 20_000_000, 1.5e9].map(bitRate)).toEqual(['0.5 kbit/s', '20 Mbit/s', '1.5 Gbit/s']);
  expect([12, 12_345, 4_560_000, 1e10].map(dataSize)).toEqual(['12 B', '12.3 kB', '4.56 MB', '10 GB']);
  const link = { between: ['a', 'b'], latencyMs: 80, jitterMs: 20 };
  expect(linkText(link)).toBe('80 ms ± 20 ms');
  expect(linkText({ ...link, forwardBitsPerS: 2e7, backBitsPerS: 2e7 })).toBe('80 ms ± 20 ms, 20 Mbit/s');
  expect(linkText({ ...link, backBitsPerS: 5e6, breaks: { everyMs: 1_000, forMs: 50 } })).toBe(
    '80 ms ± 20 ms, no limit, back 5 Mbit/s, breaks every 1000 ms for 50 ms',
  );
});

describe('the report of a sweep', () => {
  test('is described by the schema', () => {
    const validate = resultsValidator(schema);
    expect(validate(sampleSweep()), JSON.stringify(validate.errors)).toBe(true);
  });

  test('has a row and a link for each test, and both charts', () => {
    const page = sweepPage(sampleSweep(), sweepVerdict(sampleSweep()));
    expect(page).toContain('<a href="latency-20ms/index.html">latency 20ms</a>');
    for (const text of ['Propagation by latency', 'Rate by latency']) expect(page).toContain(text);
    expect(sweepSummary(sampleSweep(), sweepVerdict(sampleSweep()))).toContain('| `20ms` | `300` | `0` |');
  });

  test('has the most serious of the verdicts, and says what was not run', () => {
    expect(sweepVerdict(sampleSweep())).toMatchObject({ title: 'Passed', code: 0 });
    const tests: SweepResults['tests'] = [
      { ...sampleSweep().tests[0]!, title: 'Could not be done', exitCode: 2, reasons: ['no memory'] },
      { value: 20, label: '20ms', folder: 'latency-20ms', title: 'Not run', exitCode: null, reasons: [] },
    ];
    const verdict = sweepVerdict({ ...sampleSweep(), tests });
    expect(verdict).toMatchObject({ title: 'Could not be done', code: 2 });
    expect(verdict.reasons.join()).toContain('Not run: latency 20ms');
  });
});
