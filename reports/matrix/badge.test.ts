import { expect, test } from 'vitest';
import { readXml } from '../testing/read-xml.ts';
import { hostile } from '../testing/sample-journal.ts';
import { badgeData, badgeSvg } from './badge.ts';
import type { MatrixColumn } from './results.ts';

const column = (methods: number, total: number, more: Partial<MatrixColumn> = {}): MatrixColumn => ({
  label: 'Acme 1.2',
  given: 'embedded',
  source: 'target',
  folder: null,
  page: null,
  run: { whole: true, complete: true } as MatrixColumn['run'],
  error: null,
  support: { methods, total },
  ...more,
});

test('the data are those of an endpoint of shields.io, and a part of a run says so', () => {
  expect(badgeData(column(166, 166))).toEqual({ schemaVersion: 1, label: 'Acme 1.2', message: '166 of 166 methods', color: '1f7a4a' });
  expect(badgeData(column(150, 166)).color).toBe('5b7a1f');
  expect(badgeData(column(90, 166)).color).toBe('9a6410');
  expect(badgeData(column(9, 166)).color).toBe('b3261e');
  expect(badgeData(column(1_660, 1_660)).message).toBe('1,660 of 1,660 methods');
  expect(badgeData(column(3, 3, { run: { whole: false, complete: true } as MatrixColumn['run'] })).message).toBe('3 of 3 methods (a part)');
  expect(badgeData(column(0, 0, { run: null })).message).toBe('no result');
});

/** Contrast of white text on a colour (WCAG 2, 1.4.3). */
function contrast(color: string): number {
  const channel = (at: number): number => {
    const value = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.039_28 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return 1.05 / (0.2126 * channel(0) + 0.7152 * channel(2) + 0.0722 * channel(4) + 0.05);
}

test('white text can be read on each colour', () => {
  for (const methods of [0, 60, 95, 100]) expect(contrast(badgeData(column(methods, 100)).color)).toBeGreaterThan(4.5);
  expect(contrast(badgeData(column(0, 0)).color)).toBeGreaterThan(4.5);
});

test('the picture has a title, and what a node calls itself is text in it', () => {
  const picture = readXml(badgeSvg(badgeData(column(1, 2, { label: hostile }))));
  expect(picture.name).toBe('svg');
  expect(picture.attributes['role']).toBe('img');
  const [title, ...shapes] = picture.children;
  expect(title).toMatchObject({ name: 'title', text: expect.stringContaining('</script><script>') as string });
  expect(picture.attributes['aria-label']).toBe(title?.text);
  expect(shapes.map(({ name }) => name)).toEqual(['rect', 'rect', 'g']);
  const whole = Number(picture.attributes['width']);
  expect(shapes.slice(0, 2).reduce((sum, { attributes }) => sum + Number(attributes['width']), 0)).toBe(whole);
});
