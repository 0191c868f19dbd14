import type { Status } from '../../engine/types.ts';
import type { Digest, Totals } from '../digest.ts';
import { escapeHtml } from '../escape.ts';

type Look = Status | 'untried';

/** Statuses, worst first. */
export const worstFirst: readonly Status[] = ['failed', 'skipped', 'waived', 'observed', 'inapplicable', 'passed'];
/**
 * The look of a method, by the first status that one of its cases has. Nearly every method has observed cases, so that
 * status comes late; a method with only inapplicable cases is absent from the target.
 */
const looksOf: readonly Status[] = ['failed', 'skipped', 'waived', 'passed', 'observed', 'inapplicable'];
/** A sign in addition to the colour. */
const signs: { readonly [look in Look]: string } = {
  failed: '✗',
  skipped: '?',
  waived: '~',
  observed: '·',
  passed: '✓',
  inapplicable: '–',
  untried: '',
};

/** A cell for each method, coloured by the statuses of its cases, and a row for each family. */
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
  return `<section><h2>Methods <small>red: a case failed; green: all judged cases passed; tooltips show the counts</small></h2><div class="strip">${rows.join('')}</div><ul class="legend">${legend}</ul></section>`;
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
