import { expect, test } from 'vitest';
import type { Comparison } from '../../load/compare/types.ts';
import { comparisonVerdict } from './comparison-verdict.ts';
import { printComparison } from './comparison.ts';

const comparison: Comparison = {
  unit: 'repeat',
  values: { base: 10, changed: 12 },
  tolerance: 0.05,
  confidence: 0.99,
  metrics: [
    { metric: 'rate', base: 3_412, changed: 3_050, ratio: 0.894, low: 0.88, high: 0.91, p: 0.00001, verdict: 'regression' },
    { metric: 'p99', base: 9_810, changed: 9_900, ratio: 1.0092, low: 0.9, high: 1.2, p: 0.4, verdict: 'undecided' },
    { metric: 'answered', base: 1, changed: 1, ratio: 1, low: 1, high: 1, p: 1, verdict: 'alike' },
  ],
  isRegression: true,
  differences: [],
  warnings: ['New: \u001b[31mbusy'],
  doubts: ['New: \u001b[31mbusy'],
};

function printed(given: Comparison): string {
  const written: string[] = [];
  printComparison(given, comparisonVerdict(given), { stream: { write: (text: string) => written.push(text) > 0 }, environment: {} });
  return written.join('');
}

test('each metric is shown with both values, the change, its interval and the verdict', () => {
  const lines = printed(comparison).split('\n');
  const line = (name: string): string => lines.find((row) => row.startsWith(name))?.replaceAll(/ {2,}/g, '  ') ?? '';
  expect(line('rate')).toBe('rate  3,412/s  3,050/s  −10.6 %  −12.0 % to −9.0 %  <0.0001  regression');
  expect(line('p99')).toBe('p99  9.81 ms  9.9 ms  +0.9 %  −10.0 % to +20.0 %  0.4000  undecided');
  expect(line('answered')).toContain('100 %');
  expect(lines).toContain('medians of 10 and 12 repeats, and their ratio');
});

test('the verdict names what is worse, and what is open', () => {
  const sure = { ...comparison, doubts: [] };
  const compared = 'Compared with the first load:';
  expect(printed(sure)).toContain(`Failed  ${compared} rate: significantly worse by more than 5 %. Undecided: p99;`);
  const open = { ...sure, isRegression: false, metrics: sure.metrics.slice(1) };
  expect(printed(open)).toContain(`Inconclusive  ${compared} Nothing is significantly worse by more than 5 %. Undecided: p99;`);
  const alike = { ...open, metrics: sure.metrics.slice(2) };
  expect(printed(alike)).toContain(`Passed  ${compared} Nothing is significantly worse by more than 5 %.\n`);
  // Either way, if the figures cannot be trusted.
  for (const given of [comparison, { ...alike, doubts: ['New: busy'] }]) {
    expect(comparisonVerdict(given)).toMatchObject({ title: 'Inconclusive', code: 1 });
    expect(comparisonVerdict(given, { inconclusive: 'pass' })).toMatchObject({ title: 'Inconclusive', code: 0 });
  }
});

test('texts of the results cannot control the terminal', () => {
  expect(printed(comparison)).not.toContain('\u001b[31m');
});
