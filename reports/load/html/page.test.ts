import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { goodSample, hostileSample, sampleBeside, wholeSample } from '../testing/sample-load-results.ts';
import { loadPage } from './page.ts';
import { headerText, headings, textOf } from '../../testing/page-text.ts';
import type { LoadResults } from '../../../load/results.ts';
import { loadVerdict } from '../verdict.ts';

const pageOf = (results: LoadResults): string => loadPage(results, loadVerdict(results));

const html = pageOf(wholeSample);
const good = pageOf(goodSample);
const hostilePage = pageOf(hostileSample);

/** Start tags with their attributes. */
const tags = (page: string): { name: string; attributes: string }[] =>
  Array.from(page.matchAll(/<([a-z][a-z0-9]*)((?:\s+[\w-]+(?:="[^"]*")?)*)\s*\/?>/gi), ([, name = '', attributes = '']) => ({
    name,
    attributes,
  }));
const sectionOf = (page: string, heading: string): string => {
  const from = page.indexOf(`<h2>${heading}`);
  return textOf(page.slice(from, page.indexOf('</section>', from)));
};

describe('at a glance', () => {
  test('the title is the verdict, followed by how the load was made and what the node takes', () => {
    const banner = headerText(good);
    expect(banner).toContain('Passed explorer, closed model, 16 connections 3,412 calls/s, p99 16.2 ms, no errors The threshold was met.');
    expect(good).toContain('<header class="good">');
    expect(pageOf({ ...goodSample, warnings: ['busy'] })).toContain('<header class="neutral">');
    expect(good).toContain(
      '<title>Pyx load: Passed, 3,412 calls/s, p99 16.2 ms, no errors (closed model, 16 connections), explorer on process:litecoind</title>',
    );
  });

  test('a search shows its interval, and says which load the figures are of', () => {
    const banner = headerText(html);
    expect(banner).toContain('Takes 4,200 to 4,400 calls/s within p99 &lt; 50ms, errors &lt; 0.1%');
    expect(banner).toContain('The figures below are those of a load at 1,000 calls/s.');
    expect(html).toContain('<header class="bad">');
  });

  test('warnings come before all figures but the headline', () => {
    expect(headings(html)).toEqual([
      'Warnings',
      'Thresholds',
      'Beside',
      'Saturation',
      'Answers that contradict the specification',
      'Calls without a result',
      'Log of the node',
      'Planned faults',
      'Over time',
      'Latency',
      'Methods',
      'Repeats',
      'Used',
      'How it was measured',
    ]);
    expect(sectionOf(html, 'Warnings')).toContain('The generator could not keep up');
  });

  test('what did not happen has no section', () => {
    expect(headings(good)).toEqual(['Thresholds', 'Over time', 'Latency', 'Methods', 'Used', 'How it was measured']);
  });
});

describe('sections', () => {
  test('thresholds are met or not, in words', () => {
    expect(sectionOf(html, 'Thresholds')).toContain('✓ met p99 &lt; 50ms measured 16.3 ms');
    expect(sectionOf(html, 'Thresholds')).toContain('✗ not met errors &lt; 0.1% measured 2.5 %');
  });

  test('errors are named in words, with their share and what the node said', () => {
    expect(sectionOf(html, 'Calls without a result')).toContain('100 of 4,000');
    expect(sectionOf(html, 'Calls without a result')).toContain(
      '60× refused: the work queue was full 1.5 % of the calls Work queue depth exceeded',
    );
    expect(sectionOf(html, 'Calls without a result')).toContain(
      '20× error object of the service, code -5 0.5 % of the calls Block not found',
    );
  });

  test('what the node logged is folded', () => {
    expect(html).toContain(
      '<details class="log"><summary class="soft">the last lines that the node logged during the load</summary><pre tabindex="0">2026-11-20T09:30:01Z Flushing\n2026',
    );
    expect(good).not.toContain('the node logged');
  });

  test('wrong answers have request and answer', () => {
    expect(sectionOf(html, 'Answers that contradict')).toContain(
      '2 of 1,480 answers looked at 2× getblock height expected an integer, found a string {&quot;method&quot;:&quot;getblock&quot;} {&quot;result&quot;:{&quot;height&quot;:&quot;7&quot;}}',
    );
  });

  test('methods have calls, refusals and latency; columns without a value are left out', () => {
    expect(sectionOf(html, 'Methods')).toContain(
      'method calls errors refused p50 p90 p99 max looked at found with 99 % p99 getblock 3,000 20 50 2.13 ms 10.8 ms 16.2 ms 16.2 ms 510 1 of 111',
    );
    expect(sectionOf(good, 'Methods')).toContain('method calls p50 p90 p99 max looked at found with 99 % p99 getblock 3,000 2.13 ms');
  });

  test('the open model shows latency from due and from sending, the closed one only one', () => {
    expect(sectionOf(html, 'Latency')).toMatch(/from due 4.07 ms .*from sending 4.07 ms/);
    expect(sectionOf(good, 'Latency')).not.toContain('from sending');
    expect(sectionOf(html, 'Used')).toContain('sent late, p99');
    expect(sectionOf(good, 'Used')).not.toContain('sent late');
    // Each connection always has one call.
    expect(good).not.toContain('Calls under way');
  });

  test('calls under way are named with the connections that they take', () => {
    const open = pageOf({ ...goodSample, rate: { targetPerS: 1_000, resultsPerS: 1_000 } });
    expect(sectionOf(open, 'Over time')).toContain(
      'At the end of each second: at most 12 in flight, each over a connection of its own, 3 waiting',
    );
    // The slices of --beside end within seconds.
    expect(html).not.toContain('Calls under way');
  });

  test('pairs are drawn with their change and its interval, each pair joined', () => {
    const text = sectionOf(html, 'Beside');
    expect(text).toContain('the change is the middle of those within the pairs');
    expect(text).toContain('Change within pairs');
    expect(text).toContain('Rate of each pair');
    const chart = html.slice(html.indexOf('id="pairs-rate-title"'), html.indexOf('</figure>', html.indexOf('id="pairs-rate-title"')));
    expect(chart.match(/class="pair-line"/g)).toHaveLength(10);
    expect(chart).toContain('<td>1</td><td>3,380/s</td><td>3,370/s</td>');
    const metrics = sampleBeside.comparison.metrics.map(({ samples: _, ...metric }) => metric);
    // Results of earlier versions have no values.
    const earlier = pageOf({ ...wholeSample, beside: { ...sampleBeside, comparison: { ...sampleBeside.comparison, metrics } } });
    expect(sectionOf(earlier, 'Beside')).not.toContain('Change within pairs');
  });

  test('what nodes and generator used is a share of one core', () => {
    expect(sectionOf(html, 'Used')).toContain('node default-1 78 % of a core 777 µs 84 MB');
    expect(sectionOf(html, 'Used')).toContain('generator 30 % of a core 301 µs');
    expect(sectionOf(pageOf({ ...goodSample, nodes: [] }), 'Used')).toContain('What the node used is not known');
  });

  test('the scenario stands there with its arguments, and the machine', () => {
    const text = sectionOf(html, 'How it was measured');
    expect(text).toContain('model open: 1,000 calls/s at random (Poisson)');
    expect(text).toContain('getblock 75 % verbosity=1 getblockcount 25 %');
    expect(text).toContain('Some CPU, 2 cores, 16 GB');
  });

  test('repeats have their mean, and the interval that holds it', () => {
    // Student's t for one degree of freedom is 12.706; the standard error of 480 and 495 is 7.5.
    expect(sectionOf(html, 'Repeats')).toContain('1 480 1 ms 3 ms 9 ms 12 ms 2 495 1 ms 3 ms 9 ms 12 ms mean 488 1 ms');
    expect(sectionOf(html, 'Repeats')).toContain('95 % 392 to 583 1 ms to 1 ms');
  });

  test('an engine that keeps no histogram has quantiles without charts', () => {
    const without = {
      ...goodSample,
      latency: { ...goodSample.latency, histogram: null },
      service: { ...goodSample.service, histogram: null },
    };
    expect(sectionOf(pageOf(without), 'Latency')).toContain('10.8 ms');
    expect(pageOf(without)).not.toContain('id="histogram-title"');
    expect(good).toContain('id="histogram-title"');
  });

  /** The table of the chart `rates`: time, results, and so on. */
  const ratesIn = (page: string): string[][] => {
    const chart = page.slice(page.indexOf('id="rates-title"'), page.indexOf('id="latencies-title"'));
    return Array.from(chart.slice(chart.indexOf('<tbody>')).matchAll(/<tr>(.*?)<\/tr>/g), ([, row = '']) =>
      Array.from(row.matchAll(/<td>(.*?)<\/td>/g), ([, cell = '']) => cell),
    );
  };

  test('a second of which too little was measured, and answers after the end, are in no rate', () => {
    const seconds = goodSample.seconds.map((second, index) => ({ ...second, measuredMs: index === 3 ? 400 : 1_000 }));
    const after = { ...seconds[0]!, second: 4, measuredMs: 0, planned: 0, results: 16, late: 16 };
    const cut = pageOf({ ...goodSample, durationMs: 3_400, seconds: [...seconds, after] });
    expect(ratesIn(cut).map(([time]) => time)).toEqual(['0 s', '1 s', '2 s']);
    const { measuredMs: _, ...old } = seconds[0]!;
    // Of results of earlier versions that follows from the duration.
    const earlier = pageOf({ ...goodSample, durationMs: 3_400, seconds: [0, 1, 2, 3, 4].map((second) => ({ ...old, second })) });
    expect(ratesIn(earlier).map(([time]) => time)).toEqual(['0 s', '1 s', '2 s']);
  });

  test('of repeats all measured seconds are drawn one after another, and what came after the end of each is no second of its own', () => {
    const repeat = { ...wholeSample.repeats![0]!, durationMs: 1_000 };
    const [second] = wholeSample.seconds;
    const seconds = Array.from({ length: 9 }, (_, index) => [
      { ...second!, second: 2 * index, repeat: index + 1, results: 1_600 + index, late: 16, measuredMs: 1_000 },
      { ...second!, second: 2 * index + 1, repeat: index + 1, planned: 0, results: 16, late: 16, measuredMs: 0 },
    ]).flat();
    const page = pageOf({ ...goodSample, durationMs: 9_000, repeats: Array.from({ length: 9 }, () => repeat), seconds });
    expect(ratesIn(page).map(([time, results]) => [time, results])).toEqual(
      Array.from({ length: 9 }, (_, index) => [`${index} s`, `1,${584 + index}`]),
    );
  });
});

describe('the document', () => {
  test('no text of node, file or user becomes markup', () => {
    const names = new Set(tags(hostilePage).map(({ name }) => name.toLowerCase()));
    for (const forbidden of ['script', 'img', 'iframe', 'object', 'embed', 'link', 'form', 'base', 'a'])
      expect(names.has(forbidden), forbidden).toBe(false);
    expect(tags(hostilePage).filter(({ attributes }) => /\s(?:on\w+|style|srcdoc|src|href)=/.test(attributes))).toEqual([]);
    const bare = hostilePage.replace(/<style>[^]*<\/style>/, '');
    expect(bare.match(/<(?!\/?[a-zA-Z][a-zA-Z0-9]*(?:\s+[\w-]+(?:="[^"<>]*")?)*\s*\/?>|!doctype html>)/g)).toBeNull();
    expect(hostilePage).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e\u2028]/);
    expect(hostilePage).toContain('&lt;script&gt;alert(1)');
  });

  test('its policy allows its own style sheet, and no script', () => {
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)![1]!.replaceAll('&#39;', "'");
    const style = /<style>([^]*?)<\/style>/.exec(html)![1]!;
    expect(policy.split('; ')).toEqual([
      "default-src 'none'",
      `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
      "base-uri 'none'",
      "form-action 'none'",
    ]);
  });

  test('ids are unique, every chart has a title, a summary and its values', () => {
    const ids = Array.from(html.matchAll(/\sid="([^"]*)"/g), ([, id]) => id);
    expect(ids.length).toBeGreaterThan(10);
    expect(new Set(ids).size).toBe(ids.length);
    const charts = html.split('<figure class="chart">').slice(1);
    expect(charts).toHaveLength(9);
    for (const chart of charts) {
      expect(chart).toMatch(/role="img" aria-labelledby="([\w-]+)-title \1-summary"/);
      expect(chart).toContain('<tbody><tr>');
    }
  });

  test('every tag is closed', () => {
    const open: string[] = [];
    const body = html.slice(html.indexOf('<body>')).replace(/<\/body><\/html>\s*$/, '</body>');
    for (const [, slash, name = '', own] of body.matchAll(/<(\/?)([a-zA-Z][a-zA-Z0-9]*)(?:\s[^<>]*?)?(\/?)>/g)) {
      if (own === '/') continue;
      if (slash === '/') expect(open.pop(), body.slice(0, 0) + name).toBe(name);
      else open.push(name);
    }
    expect(open).toEqual([]);
  });
});
