import { escapeHtml } from '../../escape.ts';
import { figure, PLOT_HEIGHT, rounded, scaleOf, vertical, type ChartOptions } from './figure.ts';

export interface Bar {
  /** Range on the x axis. */
  readonly from: number;
  readonly to: number;
  readonly value: number;
}

/** Bars next to each other: a histogram. A bar above 0 is visible. */
export function barChart(options: ChartOptions & { readonly bars: readonly Bar[] }): string {
  const { x, y, bars, marks = [] } = options;
  const marked = marks.filter(({ axis }) => axis === 'x').map(({ at }) => at);
  const edges = bars.flatMap(({ from, to }) => [from, to]);
  const scales = {
    x: scaleOf({ ...x, from: x.from ?? Math.min(...edges, ...marked) }, [...edges, ...marked], { round: false }),
    y: scaleOf(
      y,
      bars.map(({ value }) => value),
      { round: true },
    ),
  };
  const drawn = bars.map(({ from, to, value }) => {
    const left = 100 * scales.x.at(from);
    const width = 100 * scales.x.at(to) - left;
    const top = value > 0 ? Math.min(vertical(scales.y, value), PLOT_HEIGHT - 1) : PLOT_HEIGHT;
    const text = `${rangeOf(from, to)}: ${y.format(value)}`;
    return `<rect x="${rounded(left)}%" width="${rounded(width)}%" y="${top}" height="${rounded(PLOT_HEIGHT - top)}"><title>${escapeHtml(text)}</title></rect>`;
  });
  return figure(options, scales, {
    legend: [],
    content: `<g class="bars">${drawn.join('')}</g>`,
    table: {
      head: [x.label, y.label],
      count: bars.length,
      row: (index) => {
        const { from, to, value } = bars[index]!;
        return [rangeOf(from, to), y.format(value)];
      },
    },
  });

  function rangeOf(from: number, to: number): string {
    return `${x.format(from)} to ${x.format(to)}`;
  }
}
