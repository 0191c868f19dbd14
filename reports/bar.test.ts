import { expect, test } from 'vitest';
import { bar, BAR_WIDTH } from './bar.ts';
import { coloursFor } from './colours.ts';
import { percentText } from './format.ts';

const plain = coloursFor({ isTTY: false, write: () => true }, {});

test('a part is as long as its share, and seen if it is above 0', () => {
  expect(bar(1, 2, plain)).toBe('█'.repeat(BAR_WIDTH / 2) + '░'.repeat(BAR_WIDTH / 2));
  expect(bar(1, 1_000, plain)).toBe(`█${'░'.repeat(BAR_WIDTH - 1)}`);
  expect(bar(0, 5, plain)).toBe('░'.repeat(BAR_WIDTH));
});

test('of nothing there is neither an empty bar nor 100 %', () => {
  expect(bar(0, 0, plain)).toBe(' '.repeat(BAR_WIDTH));
  expect([percentText(0, 0), percentText(199, 200), percentText(5, 5)]).toEqual(['–', '99 %', '100 %']);
});
