import { escapeHtml } from '../../escape.ts';
import { figure, horizontal, scaleOf, vertical, type ChartOptions } from './figure.ts';

/** Pairs of values in their order, each joined by a line: the first of a pair is a ring, the second a dot. */
export function pairChart({
  names,
  pairs,
  ...options
}: ChartOptions & {
  readonly names: readonly [first: string, second: string];
  readonly pairs: readonly (readonly [number, number])[];
}): string {
  const { x, y } = options;
  const values = pairs.flat();
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const scales = {
    x: scaleOf({ ...x, from: 0, to: pairs.length + 1 }, [], { round: false }),
    // Not from 0: it is their difference that is to be seen.
    y: scaleOf({ ...y, from: Math.max(0, low - (high - low) / 10), to: high }, [], { round: true }),
  };
  const drawn = pairs.map(([first, second], index) => {
    const at = horizontal(scales.x, index + 1);
    const [from, to] = [vertical(scales.y, first), vertical(scales.y, second)];
    const text = [`${x.label} ${index + 1}`, `${names[0]}: ${y.format(first)}`, `${names[1]}: ${y.format(second)}`].join('\n');
    return `<g><title>${escapeHtml(text)}</title><line class="pair-line" x1="${at}" x2="${at}" y1="${from}" y2="${to}"/><circle class="ring-mark" cx="${at}" cy="${from}" r="4"/><circle class="dot-mark" cx="${at}" cy="${to}" r="4"/></g>`;
  });
  return figure(options, scales, {
    legend: [
      { name: names[0], sample: '<circle class="ring-mark" cx="14" cy="6" r="4"/>' },
      { name: names[1], sample: '<circle class="dot-mark" cx="14" cy="6" r="4"/>' },
    ],
    content: drawn.join(''),
    table: {
      head: [x.label, ...names],
      count: pairs.length,
      row: (index) => [String(index + 1), ...pairs[index]!.map((value) => y.format(value))],
    },
  });
}
