import { escapeHtml } from '../../escape.ts';
import { figure, horizontal, PLOT_HEIGHT, rounded, scaleOf, vertical, type ChartOptions } from './figure.ts';
import type { Scale } from './scale.ts';

/** One row: single values, and where their centre lies with some confidence. */
export interface IntervalRow {
  readonly name: string;
  readonly centre: number;
  readonly low: number;
  readonly high: number;
  readonly values: readonly number[];
}

/** The values stand below their interval. */
const BELOW_PX = 13;

/** Intervals over a common x axis, one a row, each with the values that it is of. `band`: a range of x that is marked. */
export function intervalChart({
  rows,
  band,
  ...options
}: Omit<ChartOptions, 'y'> & { readonly rows: readonly IntervalRow[]; readonly band: readonly [from: number, to: number] }): string {
  const { x } = options;
  const scales = {
    x: scaleOf(
      { ...x, from: Math.min(0, ...rows.flatMap(({ low, values }) => [low, ...values]), ...band) },
      [...rows.flatMap(({ high, values }) => [high, ...values]), ...band],
      { round: true },
    ),
    y: rowScale(rows.length),
  };
  const [from, to] = band.map((at) => 100 * scales.x.at(at)) as [number, number];
  const drawn = rows.map(({ name, centre, low, high, values }, index) => {
    const y = vertical(scales.y, index);
    const text = `${name}: ${x.format(centre)} (${x.format(low)} to ${x.format(high)})`;
    const dots = values.map(
      (value) =>
        `<circle class="value-mark" cx="${horizontal(scales.x, value)}" cy="${rounded(y + BELOW_PX)}" r="3"><title>${escapeHtml(x.format(value))}</title></circle>`,
    );
    return `<g class="interval"><title>${escapeHtml(text)}</title><line x1="${horizontal(scales.x, low)}" x2="${horizontal(scales.x, high)}" y1="${y}" y2="${y}"/><circle cx="${horizontal(scales.x, centre)}" cy="${y}" r="5"/></g>${dots.join('')}`;
  });
  return figure({ ...options, y: { label: '', format: (index) => rows[index]?.name ?? '' } }, scales, {
    legend: [
      {
        name: 'middle with its interval',
        sample: '<g class="interval"><line x1="0" x2="28" y1="6" y2="6"/><circle cx="14" cy="6" r="5"/></g>',
      },
      { name: 'each pair', sample: '<circle class="value-mark" cx="14" cy="6" r="3"/>' },
    ],
    content: `<rect class="band" x="${rounded(from)}%" width="${rounded(to - from)}%" height="${PLOT_HEIGHT}"/>${drawn.join('')}`,
    table: {
      head: ['', x.label, 'from', 'to'],
      count: rows.length,
      row: (index) => {
        const { name, centre, low, high } = rows[index]!;
        return [name, x.format(centre), x.format(low), x.format(high)];
      },
    },
  });
}

/** Rows of equal height, from the top. */
const rowScale = (count: number): Scale => ({
  at: (row) => 1 - (row + 0.4) / Math.max(1, count),
  ticks: Array.from({ length: count }, (_, row) => row),
});
