import { escapeHtml } from '../../escape.ts';
import { figure, horizontal, scaleOf, vertical, type ChartOptions } from './figure.ts';

export interface PointSeries {
  readonly name: string;
  /** Marks differ in form as well as in colour. */
  readonly mark: 'dot' | 'cross' | 'ring';
  readonly points: readonly {
    readonly x: number;
    readonly y: number;
    /** For the tooltip and the table. */ readonly note?: string | undefined;
  }[];
}

/** Single points: measurements that are no course over time. */
export function pointChart(options: ChartOptions & { readonly series: readonly PointSeries[] }): string {
  const { x, y, series, marks = [] } = options;
  const marked = (axis: 'x' | 'y'): number[] => marks.filter((mark) => mark.axis === axis).map(({ at }) => at);
  const all = series.flatMap(({ name, points }) => points.map((point) => ({ ...point, name })));
  const scales = {
    x: scaleOf(x, [...all.map((point) => point.x), ...marked('x')], { round: true }),
    y: scaleOf(y, [...all.map((point) => point.y), ...marked('y')], { round: true }),
  };
  const drawn = series.flatMap(({ name, mark, points }) =>
    points.map((point) => {
      const text = [name, `${x.label} ${x.format(point.x)}`, `${y.label} ${y.format(point.y)}`, ...(point.note ? [point.note] : [])];
      return `<svg class="point" x="${horizontal(scales.x, point.x)}" y="${vertical(scales.y, point.y)}"><title>${escapeHtml(text.join('\n'))}</title>${shapes[mark]}</svg>`;
    }),
  );
  const hasNotes = all.some(({ note }) => note !== undefined);
  const ordered = all.toSorted((a, b) => a.x - b.x);
  return figure(options, scales, {
    legend: series.map(({ name, mark }) => ({ name, sample: `<svg class="point" x="14" y="6">${shapes[mark]}</svg>` })),
    content: drawn.join(''),
    table: {
      head: [x.label, y.label, '', ...(hasNotes ? [''] : [])],
      count: ordered.length,
      row: (index) => {
        const point = ordered[index]!;
        return [x.format(point.x), y.format(point.y), point.name, ...(hasNotes ? [point.note ?? ''] : [])];
      },
    },
  });
}

const shapes: { readonly [mark in PointSeries['mark']]: string } = {
  dot: '<circle class="dot-mark" r="5"/>',
  cross: '<path class="cross-mark" d="M-5-5L5 5M-5 5L5-5"/>',
  ring: '<circle class="ring-mark" r="5"/>',
};
