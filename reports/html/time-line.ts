import type { Digest } from '../digest.ts';
import { escapeHtml } from '../escape.ts';
import { count, counted, duration } from '../format.ts';
import { lanesOf, type NodeTime } from '../node-times.ts';

/** Height of a lane, in CSS pixels. */
const LANE = 18;
/** Lanes beyond these would not be seen apart. */
const LANES = 40;

/** When the nodes of the run were in use, those at the same time in different lanes. Empty for a journal that does not name nodes. */
export function timeLine({ nodes, durationMs }: Digest): string {
  if (nodes.length === 0) return '';
  const lanes = lanesOf(nodes);
  const wholeMs = Math.max(1, durationMs, ...nodes.map(({ toMs }) => toMs));
  const drawn = lanes.slice(0, LANES);
  const rects = drawn.flatMap((lane, index) => lane.map((node) => rect(node, index, wholeMs)));
  const failed = nodes.filter((node) => node.failed > 0).length;
  const lost = nodes.filter((node) => node.lost).length;
  const summary = [
    `${counted(nodes.length, 'node')}, at most ${count(lanes.length)} at once`,
    `${count(failed)} with failures`,
    ...(lost > 0 ? [`${count(lost)} died or stopped answering`] : []),
  ].join(', ');
  return `<section id="nodes"><h2>Nodes <small>${summary}</small></h2>
<svg class="lanes" width="100%" height="${drawn.length * LANE}" role="img" aria-label="${escapeHtml(`Time line: ${summary}`)}">${rects.join('')}</svg>
<p class="ends soft"><span>0</span><span>${duration(wholeMs / 2)}</span><span>${duration(wholeMs)}</span></p></section>`;
}

function rect({ name, fromMs, toMs, cases, failed, lost }: NodeTime, lane: number, wholeMs: number): string {
  const at = (ms: number): string => `${((100 * ms) / wholeMs).toFixed(3)}%`;
  const look = lost ? 'failed lost' : failed > 0 ? 'failed' : cases > 0 ? 'passed' : 'inapplicable';
  const text = `${name}: ${counted(cases, 'case')}, ${count(failed)} failed, ${duration(fromMs)} to ${duration(toMs)}${lost ? '; died or stopped answering' : ''}`;
  return `<rect class="${look}" x="${at(fromMs)}" y="${lane * LANE + 2}" width="${at(Math.max(toMs - fromMs, wholeMs / 2_000))}" height="${LANE - 4}" rx="2"><title>${escapeHtml(text)}</title></rect>`;
}

export const timeLineStyles = `
svg.lanes { display: block; background: var(--code); border-radius: 6px; } svg.lanes rect { stroke: var(--card); stroke-width: 1; } svg.lanes .lost { stroke: var(--text); stroke-width: 2; }
.ends { display: flex; justify-content: space-between; font-size: 12.5px; }
`;
