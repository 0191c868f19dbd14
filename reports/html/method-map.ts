import type { Status } from '../../engine/outcome.ts';
import type { Digest, Totals } from '../digest.ts';
import { escapeHtml } from '../escape.ts';
import { count, counted } from '../format.ts';
import { itemsByMethod, methodDimensions, type MethodDimension, type MethodItem, type MethodItems } from '../method-items.ts';
import { shadeOf } from './shade.ts';

type Look = Status | 'untried';

/** Statuses, worst first. */
export const worstFirst: readonly Status[] = ['failed', 'unstable', 'skipped', 'waived', 'observed', 'inapplicable', 'passed'];
/**
 * The look of a method, by the first status that one of its cases has. Nearly every method has observed cases, so that
 * status comes late; a method with only inapplicable cases is absent from the target.
 */
const looksOf: readonly Status[] = ['failed', 'unstable', 'skipped', 'waived', 'passed', 'observed', 'inapplicable'];
/** A sign in addition to the shade. */
const signs: { readonly [look in Look]: string } = {
  failed: '✗',
  unstable: '≈',
  skipped: '?',
  waived: '~',
  observed: '·',
  passed: '✓',
  inapplicable: '–',
  untried: '○',
};
const legend: readonly Look[] = ['passed', 'observed', 'waived', 'unstable', 'failed', 'skipped', 'inapplicable', 'untried'];
const titles: { readonly [dimension in MethodDimension]: string } = {
  params: 'arguments',
  enumValues: 'values',
  resultFields: 'result fields',
  rules: 'rules',
};

/** A cell for each method, by family, shaded by the share of its judged cases that passed; it opens into what is stated of the method. */
export function methodMap(digest: Digest): string {
  const { start, methods } = digest;
  const families = new Map<string, string[]>();
  const place = (family: string, method: string): void => void families.set(family, [...(families.get(family) ?? []), method]);
  const known = start.universe.families;
  for (const [method, family] of Object.entries(known)) if (start.wholeRun || methods.has(method)) place(family, method);
  for (const method of methods.keys()) if (!Object.hasOwn(known, method)) place('beyond', method);
  if (families.size === 0) return '';
  const items = itemsByMethod(digest);
  const rows = [...families]
    .map(([family, names]) => ({ family, names: failedFirst(names, methods), failed: failedOf(names, methods) }))
    .sort((a, b) => Number(b.failed > 0) - Number(a.failed > 0))
    .map(({ family, names, failed }) => {
      const remark = failed > 0 ? `${count(failed)} of ${counted(names.length, 'method')} with failures` : counted(names.length, 'method');
      const cells = names.map((name) => cell(name, methods.get(name), items.get(name))).join('');
      return `<h3>${escapeHtml(family)} <small>${remark}</small></h3><div class="cells">${cells}</div>`;
    });
  const keys = legend.map((look) => `<li><span class="key"><i class="dot ${look}"></i>${signs[look]} ${look}</span></li>`).join('');
  const judgedNote = digest.judgedIds
    ? '<p class="soft">Inside: what is <b>judged</b> had a planted fault that the selfcheck found.</p>'
    : '';
  return `<section id="methods"><h2>Methods <small>shaded by the share of the judged cases that passed; each opens</small></h2>${judgedNote}${rows.join('\n')}<ul class="legend">${keys}</ul></section>`;
}

function failedOf(names: readonly string[], methods: Digest['methods']): number {
  return names.filter((name) => (methods.get(name)?.failed ?? 0) > 0).length;
}

/** Methods with failures first, the others in their order. */
function failedFirst(names: readonly string[], methods: Digest['methods']): string[] {
  const failed = (name: string): number => methods.get(name)?.failed ?? 0;
  return [...names].sort((a, b) => Number(failed(b) > 0) - Number(failed(a) > 0));
}

/** The id of the cell of a method in the page. */
const methodAnchor = (method: string): string => `m-${method.replaceAll(' ', '.')}`;

function cell(method: string, totals: Totals | undefined, items: MethodItems | undefined): string {
  const look: Look = (totals && looksOf.find((status) => totals[status] > 0)) ?? 'untried';
  const shade = (totals && shadeOf(totals)) ?? `shade-${look}`;
  const counts = totals
    ? worstFirst
        .filter((status) => totals[status] > 0)
        .map((status) => `${count(totals[status])} ${status}`)
        .join(', ')
    : 'no case';
  const all = `<a href="#search=${encodeURIComponent(method)}">list its cases</a>`;
  const body = `<div class="about"><p>${escapeHtml(counts)} · ${all}</p>${items ? itemLists(items) : ''}</div>`;
  return `<details class="cell ${look}" id="${escapeHtml(methodAnchor(method))}" data-method="${escapeHtml(method)}" data-counts="${escapeHtml(counts)}"><summary class="${shade}" title="${escapeHtml(counts)}"><span aria-hidden="true">${signs[look]}</span> ${escapeHtml(method)}</summary>${body}</details>`;
}

function itemLists(items: MethodItems): string {
  return methodDimensions
    .filter((dimension) => items[dimension].length > 0)
    .map((dimension) => {
      const all = items[dimension];
      const covered = all.filter((item) => item.isCovered).length;
      // As in the coverage of the run: what cannot be tested is outside of the total.
      const untestable = all.filter((item) => !item.isCovered && item.untestable !== undefined).length;
      const outside = untestable === 0 ? '' : `, ${untestable} untestable`;
      const judged = all.filter((item) => item.isJudged !== undefined);
      const judgedShare =
        judged.length === 0 ? '' : `, ${judged.filter((item) => item.isJudged === true).length} of ${judged.length} judged`;
      const list = all.map((item) => `<li>${itemText(item)}</li>`).join('');
      return `<p><b>${titles[dimension]}</b> <span class="soft">${covered} of ${all.length - untestable} covered${outside}${judgedShare}</span></p><ul>${list}</ul>`;
    })
    .join('');
}

function itemText({ name, isCovered, untestable, isJudged }: MethodItem): string {
  const sign = isCovered ? '✓' : untestable === undefined ? '○' : '–';
  const remarks = [
    ...(isCovered ? [] : [untestable === undefined ? 'not covered' : `untestable: ${untestable}`]),
    ...(isJudged === undefined ? [] : [isJudged ? 'judged' : 'not judged: no planted fault of it was found']),
  ];
  // What the run covers without judging it is what a reader looks for.
  const look = isJudged === false ? 'weak' : 'soft';
  return `<span aria-hidden="true">${sign}</span> <code>${escapeHtml(name)}</code>${remarks.length === 0 ? '' : ` <span class="${look}">${escapeHtml(remarks.join('; '))}</span>`}`;
}
