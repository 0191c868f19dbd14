import { escapeHtml } from '../../escape.ts';
import { count } from '../../format.ts';
import { linearScale, logScale, quantileScale, type Scale } from './scale.ts';

/** One axis of a chart. */
export interface Axis {
  /** What it shows: `latency`. The unit stands with the values. */
  readonly label: string;
  /** A value with its unit: `9.8 ms`. */
  readonly format: (value: number) => string;
  /** Default `linear`. `quantile`: shares below 1, each further nine at the same distance. */
  readonly scale?: 'linear' | 'log' | 'quantile' | undefined;
  /** The axis holds at least this range; default: from 0 (linear), or the lowest value (log), to the highest value. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** A line across the chart at a value of one axis, such as a limit. */
export interface Mark {
  readonly axis: 'x' | 'y';
  readonly at: number;
  readonly label: string;
}

export interface ChartOptions {
  /** Unique within the page; letters, digits and dashes. */
  readonly id: string;
  readonly title: string;
  /** What there is to see, in a sentence: shown, and read to people who do not see the chart. */
  readonly summary: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly marks?: readonly Mark[] | undefined;
}

/** Entry of a legend. `sample`: the inside of an SVG of 28 by 12. */
export interface LegendKey {
  readonly name: string;
  readonly sample: string;
}

export interface Figure {
  readonly legend: readonly LegendKey[];
  /** SVG between grid and labels, drawn with the scales of both axes. */
  readonly content: string;
  /** The same values as a table: the head, then a row for each value of x. Only the rows that are listed are made. */
  readonly table: { readonly head: readonly string[]; readonly count: number; readonly row: (index: number) => readonly string[] };
}

/** Height of the area that is drawn into, in CSS pixels; its width is that of the page. */
export const PLOT_HEIGHT = 200;
const LABEL_HEIGHT = 16;
/** Rows in the table of a chart. */
const ROWS = 240;

/** The scale of an axis over these values, and what is asked for. Without any value: 0 to 1. */
export function scaleOf({ scale = 'linear', from, to }: Axis, values: Iterable<number>, { round }: { readonly round: boolean }): Scale {
  let [low, high] = [Infinity, -Infinity];
  for (const value of [...values, ...(from === undefined ? [] : [from]), ...(to === undefined ? [] : [to])]) {
    // No place on a logarithmic axis: a value that is not above 0 stands at its lower end.
    if (!Number.isFinite(value) || (scale === 'log' && value <= 0)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) [low, high] = scale === 'log' ? [1, 10] : [0, 1];
  if (scale === 'log') return logScale(low, high);
  if (scale === 'quantile') return quantileScale(high);
  return linearScale(from ?? Math.min(0, low), high, { round });
}

/**
 * A chart as HTML: title, legend, an SVG that is as wide as the page (labels keep their size on any width), and the values as a
 * table. It needs no script and no inline style; `chartStyles` is its style sheet.
 */
export function figure({ id, title, summary, x, y, marks = [] }: ChartOptions, scales: { x: Scale; y: Scale }, parts: Figure): string {
  const keys = parts.legend.map(
    ({ name, sample }) => `<li><svg class="sample-of" width="28" height="12" aria-hidden="true">${sample}</svg>${escapeHtml(name)}</li>`,
  );
  return `<figure class="chart"><figcaption><h3>${escapeHtml(title)}</h3><p class="soft">${escapeHtml(summary)}</p></figcaption>
${keys.length > 0 ? `<ul class="keys">${keys.join('')}</ul>\n` : ''}<p class="axis" aria-hidden="true">${escapeHtml(y.label)}</p>
<svg class="plot" width="100%" height="${PLOT_HEIGHT}" role="img" aria-labelledby="${id}-title ${id}-summary"><title id="${id}-title">${escapeHtml(title)}</title><desc id="${id}-summary">${escapeHtml(summary)}</desc>
<g class="grid">${grid(x, y, scales)}</g>
${parts.content}
${marks.map((mark) => markLine(mark, scales)).join('')}</svg>
<p class="axis under" aria-hidden="true">${escapeHtml(x.label)}</p>
${dataTable(parts.table)}</figure>`;
}

function grid(x: Axis, y: Axis, scales: { x: Scale; y: Scale }): string {
  const lines = scales.y.ticks.map((tick) => {
    const at = vertical(scales.y, tick);
    return `<line x1="0" x2="100%" y1="${at}" y2="${at}"/><text class="y" x="-8" y="${at}">${escapeHtml(y.format(tick))}</text>`;
  });
  const labels = scales.x.ticks.map((tick, index, { length }) => {
    const at = horizontal(scales.x, tick);
    // On a narrow page every second label is hidden, by the style sheet.
    const look = length > 5 && index % 2 === 1 ? 'x wide' : 'x';
    return `<line class="tick" x1="${at}" x2="${at}" y1="${PLOT_HEIGHT}" y2="${PLOT_HEIGHT + 4}"/><text class="${look}" x="${at}" y="${PLOT_HEIGHT + 18}">${escapeHtml(x.format(tick))}</text>`;
  });
  return [...lines, ...labels].join('');
}

function markLine({ axis, at, label }: Mark, scales: { x: Scale; y: Scale }): string {
  if (axis === 'y') {
    const y = vertical(scales.y, at);
    // Above the chart stands the name of its axis.
    const side = y < LABEL_HEIGHT ? LABEL_HEIGHT - 2 : -5;
    return `<g class="limit"><line x1="0" x2="100%" y1="${y}" y2="${y}"/><text class="end" x="100%" y="${y}" dy="${side}">${escapeHtml(label)}</text></g>`;
  }
  const x = horizontal(scales.x, at);
  const side = scales.x.at(at) > 0.5 ? ['end', -5] : ['start', 5];
  return `<g class="limit"><line x1="${x}" x2="${x}" y1="0" y2="${PLOT_HEIGHT}"/><text class="${side[0]}" x="${x}" dx="${side[1]}" y="12">${escapeHtml(label)}</text></g>`;
}

/** The values of a chart as a table, which is folded. */
export function dataTable({ head, count: total, row }: Figure['table']): string {
  if (total === 0) return '';
  const cells = (values: readonly string[], name: 'th' | 'td'): string =>
    `<tr>${values.map((cell) => `<${name}>${escapeHtml(cell)}</${name}>`).join('')}</tr>`;
  const rows = Array.from({ length: Math.min(total, ROWS) }, (_, index) => cells(row(index), 'td'));
  const rest = total > ROWS ? `<p class="soft">${count(total - ROWS)} more rows are not listed here.</p>` : '';
  return `<details class="values"><summary>values</summary><div class="scroll" tabindex="0"><table><thead>${cells(head, 'th')}</thead><tbody>${rows.join('')}</tbody></table>${rest}</div></details>`;
}

/** Place on the x axis, in percent. */
export function horizontal(scale: Scale, value: number): string {
  return `${rounded(100 * scale.at(value))}%`;
}

/** Place on the y axis, in pixels from the top. */
export function vertical(scale: Scale, value: number): number {
  return rounded(PLOT_HEIGHT * (1 - scale.at(value)));
}

/** Two digits: a fraction of a pixel. */
export const rounded = (value: number): number => Number(value.toFixed(2));
