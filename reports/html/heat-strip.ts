import type { Status } from '../../engine/types.ts';
import type { Digest, Totals } from '../digest.ts';
import { escapeHtml } from '../escape.ts';

type Look = Status | 'untried';

/** Worst first, as a list is read. */
export const worstFirst: readonly Status[] = ['failed', 'skipped', 'waived', 'observed', 'inapplicable', 'passed'];
/**
 * What a method looks like. Nearly every one has answers that the documents leave open, so it looks observed only where
 * nothing else is known of it; one of which every case is inapplicable is one that the target lacks.
 */
const looksOf: readonly Status[] = ['failed', 'skipped', 'waived', 'passed', 'observed', 'inapplicable'];
/** Said by a sign as well as by colour. */
const signs: { readonly [look in Look]: string } = {
  failed: '✗',
  skipped: '?',
  waived: '~',
  observed: '·',
  passed: '✓',
  inapplicable: '–',
  untried: '',
};

/** Every method as a cell, a row for each family, coloured by what came of its cases. */
export function heatStrip({ start, methods }: Digest): string {
  const families = new Map<string, string[]>();
  const place = (family: string, method: string): void => void families.set(family, [...(families.get(family) ?? []), method]);
  const known = start.universe.families;
  for (const [method, family] of Object.entries(known)) if (start.wholeRun || methods.has(method)) place(family, method);
  for (const method of methods.keys()) if (!Object.hasOwn(known, method)) place('beyond', method);
  const rows = [...families].map(
    ([family, names]) =>
      `<span>${escapeHtml(family)}</span><div class="cells">${names.map((name) => cell(name, methods.get(name))).join('')}</div>`,
  );
  if (families.size === 0) return '';
  const looks: Look[] = ['passed', 'observed', 'waived', 'failed', 'skipped', 'inapplicable', 'untried'];
  const legend = looks.map((look) => `<li><span class="key"><i class="dot ${look}"></i>${signs[look]} ${look}</span></li>`).join('');
  return `<section><h2>Methods <small>red where a case failed, green where all that could be judged passed; the numbers of each stand in its tooltip</small></h2><div class="strip">${rows.join('')}</div><ul class="legend">${legend}</ul></section>`;
}

function cell(method: string, totals: Totals | undefined): string {
  const look: Look = (totals && looksOf.find((status) => totals[status] > 0)) ?? 'untried';
  const counts = totals
    ? worstFirst
        .filter((status) => totals[status] > 0)
        .map((status) => `${totals[status]} ${status}`)
        .join(', ')
    : 'no case';
  const text = escapeHtml(`${method}: ${counts}`);
  return `<a class="cell ${look}" href="#search=${encodeURIComponent(method)}" data-method="${escapeHtml(method)}" title="${text}" aria-label="${text}">${signs[look]} ${escapeHtml(method)}</a>`;
}
