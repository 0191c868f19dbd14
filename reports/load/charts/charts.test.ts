import { describe, expect, test } from 'vitest';
import { hostile } from '../../testing/sample-journal.ts';
import { barChart } from './bar-chart.ts';
import { PLOT_HEIGHT, type ChartOptions } from './figure.ts';
import { lineChart } from './line-chart.ts';
import { pointChart } from './point-chart.ts';

const options: ChartOptions = {
  id: 'rate',
  title: 'Results per second',
  summary: 'Steady.',
  x: { label: 'time', format: (value) => `${value} s` },
  y: { label: 'results', format: (value) => `${value}/s` },
};

/** Values of an attribute of all tags with this name, in the part of the text that matches. */
const attributes = (html: string, tag: string, name: string): string[] =>
  Array.from(html.matchAll(new RegExp(`<${tag} [^>]*?\\b${name}="([^"]*)"`, 'g')), ([, value = '']) => value);
const between = (html: string, from: string, to: string): string => html.slice(html.indexOf(from), html.indexOf(to, html.indexOf(from)));
const rowsOf = (html: string): string[][] =>
  Array.from(html.matchAll(/<tr>(.*?)<\/tr>/g), ([, row = '']) =>
    Array.from(row.matchAll(/<t[hd]>(.*?)<\/t[hd]>/g), ([, cell = '']) => cell),
  );

describe('lineChart', () => {
  const html = lineChart({
    ...options,
    series: [
      {
        name: 'due',
        points: [
          [0, 0],
          [5, 50],
          [10, 100],
        ],
      },
      {
        name: 'results',
        points: [
          [0, 10],
          [5, null],
          [10, 40],
        ],
      },
    ],
  });

  test('draws values in proportion: the plot is 1,000 wide, and 0 is at its bottom', () => {
    const [due, results] = attributes(between(html, '<svg class="lines"', '</svg>'), 'path', 'd');
    expect(due).toBe(`M0 ${PLOT_HEIGHT}L500 ${PLOT_HEIGHT / 2}L1000 0`);
    expect(results).toBe(`M0 ${PLOT_HEIGHT * 0.9}M1000 ${PLOT_HEIGHT * 0.6}`);
  });

  test('draws a dot for a value between gaps', () => {
    expect(attributes(html, 'circle', 'cx')).toEqual(['0%', '100%']);
    expect(attributes(html, 'circle', 'cy').map(Number)).toEqual([PLOT_HEIGHT * 0.9, PLOT_HEIGHT * 0.6]);
  });

  test('labels the axes with units', () => {
    const labels = Array.from(html.matchAll(/<text class="([xy])[^"]*"[^>]*>([^<]*)</g), ([, axis, text]) => [axis, text]);
    expect(labels.filter(([axis]) => axis === 'x').map(([, text]) => text)).toEqual(['0 s', '2 s', '4 s', '6 s', '8 s', '10 s']);
    expect(labels.filter(([axis]) => axis === 'y').map(([, text]) => text)).toEqual(['0/s', '20/s', '40/s', '60/s', '80/s', '100/s']);
  });

  test('has a legend, in which lines differ in more than colour', () => {
    expect(between(html, '<ul class="keys">', '</ul>').replace(/<[^>]*>/g, ' ')).toMatch(/due\s+results/);
    expect(attributes(between(html, '<ul class="keys">', '</ul>'), 'path', 'class')).toEqual(['line l0', 'line l1']);
  });

  test('can be read without being seen', () => {
    expect(html).toContain('role="img" aria-labelledby="rate-title rate-summary"');
    expect(html).toContain('<title id="rate-title">Results per second</title><desc id="rate-summary">Steady.</desc>');
    expect(rowsOf(html)).toEqual([
      ['time', 'due', 'results'],
      ['0 s', '0/s', '10/s'],
      ['5 s', '50/s', '–'],
      ['10 s', '100/s', '40/s'],
    ]);
  });

  test('draws steps, and marks with their labels', () => {
    const steps = lineChart({
      ...options,
      marks: [{ axis: 'y', at: 75, label: 'limit' }],
      series: [
        {
          name: 'rate',
          look: 'steps',
          points: [
            [0, 50],
            [10, 100],
          ],
        },
      ],
    });
    expect(attributes(between(steps, '<svg class="lines"', '</svg>'), 'path', 'd')).toEqual([`M0 ${PLOT_HEIGHT / 2}H1000V0`]);
    expect(between(steps, '<g class="limit">', '</g>')).toContain(`y1="${PLOT_HEIGHT / 4}"`);
    expect(between(steps, '<g class="limit">', '</g>')).toContain('>limit</text>');
    expect(steps).not.toContain('class="keys"');
  });

  test('holds a mark beyond the values', () => {
    const marked = lineChart({ ...options, marks: [{ axis: 'y', at: 900, label: 'limit' }], series: [{ name: 'a', points: [[1, 10]] }] });
    expect(between(marked, '<g class="limit">', '</g>')).toContain(`y1="${PLOT_HEIGHT * 0.1}"`);
  });

  test('of a million points stays small, and says what its table leaves out', () => {
    const long = lineChart({
      ...options,
      series: [{ name: 'arrivals', points: Array.from({ length: 1_000_000 }, (_, x) => [x, (x * 7_919) % 1_000] as const) }],
    });
    expect(long.length).toBeLessThan(120_000);
    expect(long).toContain('999,760 more rows are not listed here.');
  });

  test('without values is an empty chart', () => {
    const empty = lineChart({ ...options, series: [{ name: 'a', points: [] }] });
    expect(empty).not.toMatch(/NaN|Infinity|undefined/);
    expect(empty).not.toContain('<table>');
  });
});

describe('barChart', () => {
  const bars = [
    { from: 10, to: 100, value: 1 },
    { from: 100, to: 1_000, value: 4 },
    { from: 1_000, to: 10_000, value: 0.001 },
  ];
  const html = barChart({ ...options, x: { ...options.x, scale: 'log' }, bars });
  const drawn = between(html, '<g class="bars">', '</g>');

  test('draws bars side by side, as high as their values', () => {
    expect(attributes(drawn, 'rect', 'x')).toEqual(['0%', '33.33%', '66.67%']);
    expect(attributes(drawn, 'rect', 'width')).toEqual(['33.33%', '33.33%', '33.33%']);
    expect(attributes(drawn, 'rect', 'height').map(Number)).toEqual([PLOT_HEIGHT / 4, PLOT_HEIGHT, 1]);
  });

  test('has the values as a table', () => {
    expect(rowsOf(html)[2]).toEqual(['100 s to 1000 s', '4/s']);
  });

  test('without bars is an empty chart', () => {
    expect(barChart({ ...options, bars: [] })).not.toMatch(/NaN|Infinity|undefined/);
  });
});

describe('pointChart', () => {
  const html = pointChart({
    ...options,
    series: [
      { name: 'met', mark: 'dot', points: [{ x: 100, y: 10 }] },
      { name: 'not met', mark: 'cross', points: [{ x: 200, y: 40, note: 'p99 < 30' }] },
    ],
  });

  test('draws each point where its values are', () => {
    const drawn = html.slice(html.indexOf('</g>\n'));
    expect(attributes(drawn, 'svg', 'x')).toEqual(['50%', '100%']);
    expect(attributes(drawn, 'svg', 'y').map(Number)).toEqual([PLOT_HEIGHT * 0.75, 0]);
  });

  test('has the values as a table in order of x', () => {
    expect(rowsOf(html)).toEqual([
      ['time', 'results', '', ''],
      ['100 s', '10/s', 'met', ''],
      ['200 s', '40/s', 'not met', 'p99 &lt; 30'],
    ]);
  });
});

test('no text becomes markup', () => {
  const named: ChartOptions = {
    id: 'x',
    title: hostile,
    summary: hostile,
    x: { label: hostile, format: () => hostile },
    y: { label: hostile, format: () => hostile },
    marks: [
      { axis: 'x', at: 1, label: hostile },
      { axis: 'y', at: 1, label: hostile },
    ],
  };
  const all = [
    lineChart({
      ...named,
      series: [
        { name: hostile, points: [[0, 1]] },
        { name: hostile, points: [[1, 1]] },
      ],
    }),
    barChart({ ...named, bars: [{ from: 0, to: 1, value: 1 }] }),
    pointChart({ ...named, series: [{ name: hostile, mark: 'ring', points: [{ x: 1, y: 1, note: hostile }] }] }),
  ].join('\n');
  expect(all).toContain('&lt;');
  const names = new Set(Array.from(all.matchAll(/<\/?([a-zA-Z!][\w-]*)/g), ([, name]) => name));
  expect([...names].toSorted()).toEqual(
    'circle desc details div figcaption figure g h3 li line p path rect summary svg table tbody td text th thead title tr ul'.split(' '),
  );
  expect(all.match(/<[a-z][^>]*\s(?:on\w+|style|href|src)=/g)).toBeNull();
});
