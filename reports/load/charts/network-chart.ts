import { escapeHtml } from '../../escape.ts';
import { dataTable, rounded } from './figure.ts';

export interface DrawnNode {
  readonly name: string;
  readonly look: 'sender' | 'receiver';
  /** Nodes of a group stand side by side. */
  readonly group?: string | undefined;
  /** What colours it; undefined for a node without. */
  readonly value?: number | undefined;
}

export interface DrawnLink {
  readonly between: readonly string[];
  /** What it does, and what passed. */
  readonly text: string;
  /** What colours it, as of nodes; undefined for a link without. */
  readonly value?: number | undefined;
}

export interface NetworkChartOptions {
  /** Unique within the page; letters, digits and dashes. */
  readonly id: string;
  readonly title: string;
  readonly summary: string;
  readonly nodes: readonly DrawnNode[];
  readonly links: readonly DrawnLink[];
  /** Of the values of nodes and links: what they are, and each with its unit. */
  readonly value: { readonly label: string; readonly format: (value: number) => string };
}

/** Shades of nodes and links, from the lowest value to the highest; the style sheet has as many. */
const SHADES = 5;
/** Of the drawing, if names are not long and there are no groups; the centre is at 0, 0. */
const HALF_WIDTH = 340;
const HALF_HEIGHT = 280;
const RADIUS = 140;
const LABEL_RADIUS = RADIUS + 13;
/** Between the names of nodes and those of groups. */
const LABEL_GAP = 8;
/** Of a character at its largest, on narrow screens. */
const CHARACTER_WIDTH = 9;
const LINE_HEIGHT = 20;
/** Places that a group is apart from the next one. */
const GROUP_GAP = 0.7;

interface Placed extends DrawnNode {
  readonly angle: number;
}

/** Nodes on a circle, by their groups, with their links; both are shaded by a value. Links and values stand in a table too. */
export function networkChart({ id, title, summary, nodes, links, value }: NetworkChartOptions): string {
  const placed = place(nodes);
  const namesEnd = LABEL_RADIUS + CHARACTER_WIDTH * Math.max(0, ...nodes.map(({ name }) => name.length));
  const groups = placeGroups(placed, namesEnd);
  const halfWidth = rounded(Math.max(HALF_WIDTH, namesEnd, ...groups.map(({ x, width }) => Math.abs(x) + width / 2)));
  const halfHeight = rounded(Math.max(HALF_HEIGHT, namesEnd, ...groups.map(({ y }) => Math.abs(y) + LINE_HEIGHT)));
  const byName = new Map(placed.map((node) => [node.name, node]));
  const values = [...nodes, ...links].flatMap((drawn) => drawn.value ?? []);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const shadeOf = (at: number): number => (high > low ? Math.min(SHADES - 1, Math.floor((SHADES * (at - low)) / (high - low))) : 0);
  const shadeClass = (shown: number | undefined): string => (shown === undefined ? '' : ` h${shadeOf(shown)}`);
  const linkTexts = links.map(({ text, value: shown }) => (shown === undefined ? text : `${text}; ${value.label} ${value.format(shown)}`));
  const lines = links.flatMap(({ between: [from = '', to = ''], value: shown }, index) => {
    const [a, b] = [byName.get(from), byName.get(to)];
    if (!a || !b) return [];
    const [start, end] = [at(a.angle, RADIUS), at(b.angle, RADIUS)];
    return [
      `<line class="net-link${shadeClass(shown)}" x1="${start.x}" y1="${start.y}" x2="${end.x}" y2="${end.y}"><title>${escapeHtml(`${from} – ${to}\n${linkTexts[index]}`)}</title></line>`,
    ];
  });
  const marks = placed.map((node) => {
    const { x, y } = at(node.angle, RADIUS);
    const text = node.value === undefined ? node.name : `${node.name}\n${value.label} ${value.format(node.value)}`;
    const shade = shadeClass(node.value) || ' net-none';
    const shape =
      node.look === 'sender'
        ? `<rect class="net-node${shade}" x="${rounded(x - 7)}" y="${rounded(y - 7)}" width="14" height="14"/>`
        : `<circle class="net-node${shade}" cx="${x}" cy="${y}" r="8"/>`;
    return `<g>${shape}<title>${escapeHtml(text)}</title></g>${nodeLabel(node.name, node.angle)}`;
  });
  const keys = [
    ['<rect class="net-node net-none" x="8" y="0" width="12" height="12"/>', 'sender'],
    ...(values.length === 0
      ? []
      : high > low
        ? Array.from({ length: SHADES }, (_, shade) => {
            const from = low + ((high - low) * shade) / SHADES;
            return [
              `<circle class="net-node h${shade}" cx="14" cy="6" r="6"/>`,
              `${value.format(from)} to ${value.format(from + (high - low) / SHADES)}`,
            ] as const;
          })
        : [['<circle class="net-node h0" cx="14" cy="6" r="6"/>', value.format(low)] as const]),
  ].map(
    ([sample = '', name = '']) =>
      `<li><svg class="sample-of" width="28" height="12" aria-hidden="true">${sample}</svg>${escapeHtml(name)}</li>`,
  );
  const rows = [
    ...placed.map((node) => [node.name, node.group ?? '', node.value === undefined ? '' : value.format(node.value)]),
    ...links.map(({ between }, index) => [between.join(' – '), 'link', linkTexts[index] ?? '']),
  ];
  return `<figure class="chart network"><figcaption><h3>${escapeHtml(title)}</h3><p class="soft">${escapeHtml(summary)}</p></figcaption>
<ul class="keys">${keys.join('')}</ul>
<svg class="net" viewBox="${-halfWidth} ${-halfHeight} ${2 * halfWidth} ${2 * halfHeight}" role="img" aria-labelledby="${id}-title ${id}-summary"><title id="${id}-title">${escapeHtml(title)}</title><desc id="${id}-summary">${escapeHtml(summary)}</desc>
${lines.join('')}${marks.join('')}${groups.map(groupLabel).join('')}</svg>
${dataTable({ head: ['node or link', '', value.label], count: rows.length, row: (index) => rows[index]! })}</figure>`;
}

/** By group, in the order in which they come; the first at the top. */
function place(nodes: readonly DrawnNode[]): Placed[] {
  const groups = [...new Set(nodes.map(({ group }) => group))];
  const gap = groups.length > 1 ? GROUP_GAP : 0;
  const places = nodes.length + gap * groups.length;
  let next = 0;
  return groups.flatMap((group) => {
    const placed = nodes
      .filter((node) => node.group === group)
      .map((node) => ({ ...node, angle: (2 * Math.PI * next++) / places - Math.PI / 2 }));
    next += gap;
    return placed;
  });
}

interface PlacedGroup {
  readonly name: string;
  /** Of the middle of its name. */
  readonly x: number;
  readonly y: number;
  /** The length of its name. */
  readonly width: number;
}

/** Beyond the names of all nodes, as far as each direction needs it. @param namesEnd radius at which the longest of these ends */
function placeGroups(placed: readonly Placed[], namesEnd: number): PlacedGroup[] {
  return [...new Set(placed.flatMap(({ group }) => group ?? []))].map((name) => {
    const angles = placed.filter(({ group }) => group === name).map(({ angle }) => angle);
    const angle = (angles[0]! + angles.at(-1)!) / 2;
    const width = CHARACTER_WIDTH * name.length;
    const reach = (width / 2) * Math.abs(Math.cos(angle)) + LINE_HEIGHT * Math.abs(Math.sin(angle));
    return { name, ...at(angle, namesEnd + LABEL_GAP + reach), width };
  });
}

const groupLabel = ({ name, x, y }: PlacedGroup): string => `<text class="net-group" x="${x}" y="${y}">${escapeHtml(name)}</text>`;

/** Along the ray through the node, so that labels side by side do not meet; on the left side it is turned to be read. */
function nodeLabel(text: string, angle: number): string {
  const { x, y } = at(angle, LABEL_RADIUS);
  const isLeft = Math.cos(angle) < -1e-9;
  const degrees = rounded((angle * 180) / Math.PI + (isLeft ? 180 : 0));
  return `<text class="${isLeft ? 'net-end' : 'net-start'}" transform="translate(${x} ${y}) rotate(${degrees})">${escapeHtml(text)}</text>`;
}

const at = (angle: number, radius: number): { x: number; y: number } => ({
  x: rounded(radius * Math.cos(angle)),
  y: rounded(radius * Math.sin(angle)),
});
