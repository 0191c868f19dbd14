import { escapeHtml } from '../../escape.ts';
import { figure, horizontal, PLOT_HEIGHT, rounded, scaleOf, vertical, type ChartOptions } from './figure.ts';
import type { Scale } from './scale.ts';
import { thinned, type Point } from './thinned.ts';

export interface LineSeries {
  readonly name: string;
  readonly points: readonly Point[];
  /** `steps`: a value holds until the next one. Default `line`. */
  readonly look?: 'line' | 'steps' | undefined;
}

/** Lines differ in colour and in their dashes; the style sheet has as many. */
const LINE_STYLES = 6;
/** Width of the coordinates of lines, which are stretched to the width of the page. */
const PLOT_WIDTH = 1_000;
/** Values of x for which a tooltip is drawn. */
const TOOLTIPS = 400;

/** One or more lines over a common x axis. Long series are thinned in a way that does not show. */
export function lineChart(options: ChartOptions & { readonly series: readonly LineSeries[] }): string {
  const { x, y, series, marks = [] } = options;
  const marked = (axis: 'x' | 'y'): number[] => marks.filter((mark) => mark.axis === axis).map(({ at }) => at);
  const points = series.flatMap((line) => line.points);
  const xs = [...new Set(points.map(([at]) => at))].sort((a, b) => a - b);
  const scales = {
    x: scaleOf({ ...x, from: x.from ?? xs[0] }, [...xs, ...marked('x')], { round: false }),
    y: scaleOf(y, [...points.flatMap(([, value]) => (value === null ? [] : [value])), ...marked('y')], { round: true }),
  };
  const lines = series.map(({ points: own, look }, index) => line(own, look, index, scales));
  const byX = series.map(({ points: own }) => new Map(own));
  const valuesAt = (at: number): string[] => byX.map((values) => shown(values.get(at), y.format));
  return figure(options, scales, {
    legend: series.length < 2 ? [] : series.map(({ name }, index) => ({ name, sample: `<path class="${style(index)}" d="M0 6H28"/>` })),
    content: `<svg class="lines" viewBox="0 0 ${PLOT_WIDTH} ${PLOT_HEIGHT}" preserveAspectRatio="none" width="100%" height="${PLOT_HEIGHT}">${lines.join('')}</svg>${lines.length > 0 ? lonePoints(series, scales) : ''}${tooltips()}`,
    table: {
      head: [x.label, ...series.map(({ name }) => name)],
      count: xs.length,
      row: (index) => [x.format(xs[index] ?? 0), ...valuesAt(xs[index] ?? 0)],
    },
  });

  /** Strips over the whole height, from halfway to the previous value of x to halfway to the next. */
  function tooltips(): string {
    if (xs.length > TOOLTIPS) return '';
    const places = xs.map((at) => 100 * scales.x.at(at));
    const strips = xs.map((at, index) => {
      const place = places[index] ?? 0;
      const from = index === 0 ? 0 : (place + (places[index - 1] ?? 0)) / 2;
      const to = index === xs.length - 1 ? 100 : (place + (places[index + 1] ?? 100)) / 2;
      const text = [`${x.label} ${x.format(at)}`, ...valuesAt(at).map((value, which) => `${series[which]?.name ?? ''}: ${value}`)];
      return `<rect x="${rounded(from)}%" width="${rounded(to - from)}%" height="${PLOT_HEIGHT}"><title>${escapeHtml(text.join('\n'))}</title></rect>`;
    });
    return `<g class="strips">${strips.join('')}</g>`;
  }
}

function line(points: readonly Point[], look: LineSeries['look'], index: number, scales: { x: Scale; y: Scale }): string {
  let path = '';
  let pen = false;
  for (const [x, y] of thinned(points, PLOT_WIDTH)) {
    if (y === null) {
      pen = false;
      continue;
    }
    const at = [rounded(PLOT_WIDTH * scales.x.at(x)), vertical(scales.y, y)] as const;
    path += !pen ? `M${at[0]} ${at[1]}` : look === 'steps' ? `H${at[0]}V${at[1]}` : `L${at[0]} ${at[1]}`;
    pen = true;
  }
  return `<path class="${style(index)}" d="${path}"/>`;
}

/** Points with a gap on both sides would not be seen. */
function lonePoints(series: readonly LineSeries[], scales: { x: Scale; y: Scale }): string {
  return series
    .flatMap(({ points }, index) =>
      points.flatMap(([x, y], at) =>
        y === null || (points[at - 1]?.[1] ?? null) !== null || (points[at + 1]?.[1] ?? null) !== null
          ? []
          : [`<circle class="dot-of ${style(index)}" cx="${horizontal(scales.x, x)}" cy="${vertical(scales.y, y)}" r="3"/>`],
      ),
    )
    .join('');
}

const style = (index: number): string => `line l${index % LINE_STYLES}`;
const shown = (value: number | null | undefined, format: (value: number) => string): string =>
  value === null || value === undefined ? '–' : format(value);
