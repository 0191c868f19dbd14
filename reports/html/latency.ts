import type { Digest } from '../digest.ts';
import { escapeHtml } from '../escape.ts';
import { count } from '../format.ts';
import { bar } from './bars.ts';

/** Methods that are not folded. */
const SHOWN = 10;

/** Latency of the calls of the cases by method, the slowest first. Empty for a journal without latencies. */
export function latencySection({ latencies }: Digest): string {
  if (latencies.length === 0) return '';
  const longest = Math.max(...latencies.map(({ p95Ms }) => p95Ms));
  const rows = latencies.map(
    ({ method, calls, medianMs, p95Ms, maxMs }) =>
      `<tr><th scope="row">${escapeHtml(method)}</th><td class="num">${count(calls)}</td><td class="num">${time(medianMs)}</td><td class="num">${time(p95Ms)}</td><td class="num">${time(maxMs)}</td><td class="wide">${bar([{ name: 'plain', value: p95Ms }], longest, `p95 ${time(p95Ms)}`)}</td></tr>`,
  );
  const head =
    '<thead><tr><th>method</th><th class="num">calls</th><th class="num">median</th><th class="num">p95</th><th class="num">max</th><th class="wide">p95</th></tr></thead>';
  const table = (some: readonly string[]): string => `<table class="latency">${head}<tbody>${some.join('\n')}</tbody></table>`;
  const rest =
    rows.length > SHOWN
      ? `<details class="more"><summary class="soft">${count(rows.length - SHOWN)} more methods</summary>${table(rows.slice(SHOWN))}</details>`
      : '';
  return `<section id="latency"><h2>Latency <small>of the calls of the cases, as Pyx saw them, rounded to two digits; the slowest methods first</small></h2>${table(rows.slice(0, SHOWN))}${rest}</section>`;
}

function time(ms: number): string {
  return ms < 1_000 ? `${ms} ms` : `${ms / 1_000} s`;
}

export const latencyStyles = `
table.latency th[scope=row] { color: var(--text); font: 12px/1.6 ui-monospace, Menlo, Consolas, monospace; } table.latency th:nth-child(n), table.latency td { width: auto; } table.latency th:nth-child(2), table.latency th:nth-child(3), table.latency th:nth-child(4), table.latency th:nth-child(5) { width: 82px; }
@media (max-width: 700px) { .latency .wide { display: none; } table.latency th:nth-child(2), table.latency th:nth-child(3), table.latency th:nth-child(4), table.latency th:nth-child(5) { width: 17%; } }
`;
